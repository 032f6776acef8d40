import { dueSweep, type Sweep } from '#kernel/sweeps.ts'
import { expireAction, expireHold } from './expire.ts'

const table = { table: 'payments', id: 'payment_id' }

export const paymentSweeps: readonly Sweep[] = [
  dueSweep({
    name: 'holds whose time is over',
    period_ms: 2_000,
    timer: { ...table, column: 'capture_before' },
    act: expireHold,
  }),
  dueSweep({
    name: 'customers who did not act',
    period_ms: 2_000,
    timer: { ...table, column: 'action_before' },
    act: expireAction,
  }),
]
