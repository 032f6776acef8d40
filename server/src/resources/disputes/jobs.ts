import { dueSweep, type Sweep } from '#kernel/sweeps.ts'
import { expireDispute } from './expire.ts'

export const disputeSweeps: readonly Sweep[] = [
  dueSweep({
    name: 'disputes that nobody answered',
    period_ms: 2_000,
    timer: { table: 'disputes', id: 'dispute_id', column: 'expire_at' },
    act: expireDispute,
  }),
]
