import { dueSweep } from '#kernel/sweeps.ts'
import type { Resource } from '#resources/resource.ts'
import { advanceSubscription } from './advance.ts'
import { chargeInvoice } from './charge.ts'
import { invariants } from './invariants.ts'
import { sendNotice } from './notice.ts'
import { redactSubscriptions } from './redact.ts'
import { subscriptionRoutes } from './routes.ts'
import { PAYMENT_EVENTS, settlePayments } from './settle.ts'
import { subscription } from './state.ts'

/** The process that creates an invoice charges it at once; the sweep charges the rest. */
const CHARGED_BY_MAKER_MS = 5_000

export const subscriptions: Resource = {
  routes: subscriptionRoutes,
  sweeps: [
    dueSweep({
      name: 'subscriptions',
      period_ms: 1_000,
      timer: { table: 'subscriptions', id: 'subscription_id', column: 'due_at' },
      act: advanceSubscription,
    }),
    dueSweep({
      name: 'invoices',
      period_ms: 1_000,
      timer: {
        table: 'invoices',
        id: 'invoice_id',
        column: 'next_attempt_at',
        idle_ms: CHARGED_BY_MAKER_MS,
      },
      act: chargeInvoice,
    }),
    dueSweep({
      name: 'cards that expire',
      period_ms: 60_000,
      timer: { table: 'subscriptions', id: 'subscription_id', column: 'notice_at' },
      act: sendNotice,
    }),
  ],
  reactions: [{ name: 'invoices', on: PAYMENT_EVENTS, run: settlePayments }],
  redact: redactSubscriptions,
  machine: subscription,
  invariants,
}
