import type { Sweep } from '#kernel/sweeps.ts'
import { removeExpiredFiles } from './remove_expired.ts'

const BATCH = 100

export const fileSweeps: readonly Sweep[] = [
  {
    name: 'files that nothing refers to',
    period_ms: 60_000,
    round: (services) => removeExpiredFiles(services, BATCH),
  },
]
