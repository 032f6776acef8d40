import { dueSweep } from '#kernel/sweeps.ts'
import type { Resource } from '#resources/resource.ts'
import { expirePaymentLink } from './expire.ts'
import { redactPaymentLinks } from './redact.ts'
import { paymentLinkMail } from './send_mail.ts'
import { paymentLinkRoutes } from './routes.ts'
import { settleLinkClaims } from './settle_claim.ts'
import { paymentLink } from './state.ts'

export const paymentLinks: Resource = {
  routes: paymentLinkRoutes,
  machine: paymentLink,
  sweeps: [
    dueSweep({
      name: 'expired payment links',
      period_ms: 2_000,
      timer: { table: 'payment_links', id: 'payment_link_id', column: 'expire_at' },
      act: expirePaymentLink,
    }),
  ],
  reactions: [
    {
      name: 'payments of links',
      on: ['payment_succeeded', 'payment_failed', 'payment_cancelled', 'payment_captured'],
      run: settleLinkClaims,
    },
  ],
  jobs: [paymentLinkMail],
  redact: redactPaymentLinks,
}
