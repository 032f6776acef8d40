import { dueSweep, type Sweep } from '#kernel/sweeps.ts'
import { advancePayout } from './advance.ts'
import { expirePayout } from './expire.ts'

const table = { table: 'payouts', id: 'payout_id' }

export const payoutSweeps: readonly Sweep[] = [
  dueSweep({
    name: 'payouts that go by themselves',
    period_ms: 1_000,
    timer: { ...table, column: 'fulfill_at' },
    act: advancePayout,
  }),
  dueSweep({
    name: 'payouts that nobody sent',
    period_ms: 2_000,
    timer: { ...table, column: 'expires_at' },
    act: expirePayout,
  }),
]
