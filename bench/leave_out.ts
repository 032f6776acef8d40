import type { Resource } from '#resources/resource.ts'
import { registry } from '#resources/resources.ts'

/** From now on a worker in this process does everything but this resource's work. */
export function leaveOut({ reactions = [], sweeps = [] }: Resource): void {
  for (const [from, what] of [
    [registry.reactions, reactions],
    [registry.sweeps, sweeps],
  ] as const) {
    const list = from as unknown[]
    for (const each of what) list.splice(list.indexOf(each), 1)
  }
}
