import { dueSweep } from '#kernel/sweeps.ts'
import type { Resource } from '#resources/resource.ts'
import { refundsOfPayment } from './read.ts'
import { invariants } from './invariants.ts'
import { redactRefunds } from './redact.ts'
import { refundRoutes } from './routes.ts'
import { sendRefund } from './send.ts'
import { refundSettler } from './settler.ts'
import { refund } from './state.ts'

export const refunds: Resource = {
  routes: refundRoutes,
  machine: refund,
  invariants,
  settlers: { refund: refundSettler },
  sweeps: [
    dueSweep({
      name: 'scheduled refunds',
      period_ms: 2_000,
      timer: { table: 'refunds', id: 'refund_id', column: 'send_at' },
      act: sendRefund,
    }),
  ],
  redact: redactRefunds,
  expansions: { refunds: refundsOfPayment },
}
