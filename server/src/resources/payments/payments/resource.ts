import { dueSweep } from '#kernel/sweeps.ts'
import type { Resource } from '#resources/resource.ts'
import { attemptsOfPayment } from './attempts.ts'
import { expireAction, expireHold } from './expire.ts'
import { invariants } from './invariants.ts'
import { originOfPayment } from './origin.ts'
import { redactPayments } from './redact.ts'
import { paymentRoutes } from './routes.ts'
import { paymentSettler } from './settler.ts'
import { payment } from './state.ts'

const timer = { table: 'payments', id: 'payment_id' }

export const payments: Resource = {
  routes: paymentRoutes,
  machine: payment,
  invariants,
  settlers: {
    authorize: paymentSettler,
    capture: paymentSettler,
    void: paymentSettler,
    reversal: paymentSettler,
  },
  sweeps: [
    dueSweep({
      name: 'expired holds',
      period_ms: 2_000,
      timer: { ...timer, column: 'capture_before' },
      act: expireHold,
    }),
    dueSweep({
      name: 'expired customer actions',
      period_ms: 2_000,
      timer: { ...timer, column: 'action_before' },
      act: expireAction,
    }),
  ],
  redact: redactPayments,
  expansions: { attempts: attemptsOfPayment, origin: originOfPayment },
}
