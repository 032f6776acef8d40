import { registry } from '#resources/resources.ts'
import type { Shop } from './harness.ts'

/** Does immediately what a worker would do in the next seconds. */
export async function runSweeps({ services }: Shop): Promise<void> {
  for (const sweep of registry.sweeps) await sweep.round(services)
}
