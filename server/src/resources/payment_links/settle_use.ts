// What follows for a link from the end of a payment through it. It is a reaction to the payment's event, and runs also
// before a link is paid or shown, so a link never waits for the worker. The use is changed once, by its version, so
// each payment is counted once, however often this runs.
import { update, type Write } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import { type Context, type Services, systemContext } from '#kernel/context.ts'
import { allows } from '#kernel/machine.ts'
import type { RelayedEvent } from '#core/outbox/reaction.ts'
import { readPayment } from '#resources/payments/read.ts'
import { isCaptured, isTerminal } from '#resources/payments/state.ts'
import { advance } from './lifecycle.ts'
import { readPaymentLink } from './read.ts'
import { paymentLink } from './state.ts'
import {
  findOpenUsesOf,
  findUse,
  paymentLinks,
  type PaymentLinkRow,
  uses,
  type UseRow,
} from './store.ts'

/** Returns the status of the use: open while the payment has not ended. */
export function settleUse(context: Context, payment_id: string): Promise<UseRow['status']> {
  return retryOnConflict(async () => {
    const use = await findUse(context.db, context.merchant_id, payment_id)
    if (use?.status !== 'open') return use?.status ?? 'released'
    const payment = await readPayment(context, payment_id)
    if (!isTerminal(payment.status)) return 'open'
    const status = isCaptured(payment.status) ? 'paid' : 'released'
    const ending = update(uses, use, { status })
    const counted =
      status === 'paid' ? decidePaid(context, await linkOf(context, use), payment_id) : []
    await context.commit(ending, ...counted)
    return status
  })
}

function linkOf(context: Context, { payment_link_id }: UseRow): Promise<PaymentLinkRow> {
  return readPaymentLink(context, payment_link_id)
}

function decidePaid(context: Context, link: PaymentLinkRow, payment_id: string): Write[] {
  const set = { usage_count: link.usage_count + 1, payment_id }
  const isFull = link.usage_limit !== null && set.usage_count >= link.usage_limit
  if (isFull && allows(paymentLink, link.status, 'complete')) {
    return advance(link, 'complete', set, context.now).writes
  }
  return [update(paymentLinks, link, { ...set, modified_at: context.now })]
}

/** Reacts to the ends of payments; most of them were not made through a link. */
export async function settleUses(
  services: Services,
  events: readonly RelayedEvent[],
): Promise<void> {
  const ended = events.map(({ merchant_id, object_id: payment_id }) => ({
    merchant_id,
    payment_id,
  }))
  const open = await findOpenUsesOf(services.db, ended)
  const links = Map.groupBy(open, (use) => use.payment_link_id)
  await Promise.all(
    [...links.values()].map(async (ofLink) => {
      // One after the other, because they change the same row.
      for (const { merchant_id, payment_id } of ofLink) {
        await settleUse(await systemContext(services, merchant_id), payment_id)
      }
    }),
  )
}
