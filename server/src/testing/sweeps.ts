import { sweeps } from '#resources/sweeps.ts'
import type { Shop } from './harness.ts'

/** What a worker would do in the next seconds, now. */
export async function runSweeps({ services }: Shop): Promise<void> {
  for (const sweep of sweeps) await sweep.round(services)
}
