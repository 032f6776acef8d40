import { dueSweep, type Sweep } from '#kernel/sweeps.ts'
import { forgetCustomer } from './forget_customer.ts'

export const redactionSweeps: readonly Sweep[] = [
  dueSweep({
    name: 'deleted customers',
    period_ms: 2_000,
    timer: { table: 'customers', id: 'customer_id', column: 'redact_at' },
    act: forgetCustomer,
  }),
]
