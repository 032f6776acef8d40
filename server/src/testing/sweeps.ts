import { registry } from '#resources/resources.ts'
import type { Shop } from './harness.ts'

/** What a worker would do in the next seconds, now. */
export async function runSweeps({ services }: Shop): Promise<void> {
  for (const sweep of registry.sweeps) await sweep.round(services)
}
