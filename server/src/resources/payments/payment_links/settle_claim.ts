// Ends a link's claim when its payment has ended. It reacts to the payment's event, and also runs before a link is
// paid or shown, so a link never waits for the worker. The claim is ended once, by its version, so each payment is
// counted once, however often this runs.
import { update, type Write } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import { type Context, type Services, systemContext } from '#kernel/context.ts'
import { allows } from '#kernel/machine.ts'
import type { RelayedEvent } from '#core/outbox/reaction.ts'
import {
  endClaim,
  findLinkClaim,
  type LinkClaim,
  openLinkClaims,
} from '#resources/payments/payments/claims.ts'
import { readPayment } from '#resources/payments/payments/read.ts'
import { isCaptured, isTerminal } from '#resources/payments/payments/state.ts'
import { advance } from './lifecycle.ts'
import { readPaymentLink } from './read.ts'
import { paymentLink } from './state.ts'
import { paymentLinks, type PaymentLinkRow } from './store.ts'

/** Returns the claim's status: open while the payment has not ended. */
export function settleLinkClaim(
  context: Context,
  payment_id: string,
): Promise<LinkClaim['status']> {
  return retryOnConflict(async () => {
    const claim = await findLinkClaim(context, payment_id)
    if (claim?.status !== 'open') return claim?.status ?? 'released'
    const payment = await readPayment(context, payment_id)
    if (!isTerminal(payment.status)) return 'open'
    const status = isCaptured(payment.status) ? 'paid' : 'released'
    const { payment_link_id } = claim
    const link = status === 'paid' ? await readPaymentLink(context, payment_link_id) : undefined
    const counted = link ? decidePaid(context, link, payment_id) : []
    await context.commit(endClaim(claim, status), ...counted)
    return status
  })
}

function decidePaid(context: Context, link: PaymentLinkRow, payment_id: string): Write[] {
  const set = { usage_count: link.usage_count + 1, payment_id }
  const isFull = link.usage_limit !== null && set.usage_count >= link.usage_limit
  if (isFull && allows(paymentLink, link.status, 'complete')) {
    return advance(link, 'complete', set, context.now).writes
  }
  return [update(paymentLinks, link, { ...set, modified_at: context.now })]
}

/** Reacts to ended payments; most were not made through a link. */
export async function settleLinkClaims(
  services: Services,
  events: readonly RelayedEvent[],
): Promise<void> {
  const ended = events.map(({ merchant_id, object_id: payment_id }) => ({
    merchant_id,
    payment_id,
  }))
  const open = await openLinkClaims(services, ended)
  const links = Map.groupBy(open, (claim) => claim.payment_link_id)
  await Promise.all(
    [...links.values()].map(async (ofLink) => {
      // One after the other, because they change the same row.
      for (const { merchant_id, payment_id } of ofLink) {
        await settleLinkClaim(await systemContext(services, merchant_id), payment_id)
      }
    }),
  )
}
