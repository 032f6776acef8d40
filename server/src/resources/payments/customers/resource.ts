import { dueSweep } from '#kernel/sweeps.ts'
import type { Resource } from '#resources/resource.ts'
import { redactCustomer } from './redact.ts'
import { customerRoutes } from './routes.ts'

export const customers: Resource = {
  routes: customerRoutes,
  sweeps: [
    dueSweep({
      name: 'deleted customers',
      period_ms: 2_000,
      timer: { table: 'customers', id: 'customer_id', column: 'redact_at' },
      act: redactCustomer,
    }),
  ],
}
