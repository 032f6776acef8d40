// Applies a payment's outcome to its invoice and subscription. It reacts to the payment's event, and also runs right
// after a payment was made, so that a response shows its outcome. Each payment is settled once, by its version,
// however often this runs.
import { retryOnConflict } from '#kernel/commit.ts'
import { type Context, type Services, systemContext } from '#kernel/context.ts'
import type { RelayedEvent } from '#core/outbox/reaction.ts'
import { findInvoiceClaim, openInvoiceClaims } from '#resources/payments/payments/claims.ts'
import { readInvoice } from '#resources/billing/invoices/read.ts'
import { cancelPayment } from '#resources/payments/payments/cancel.ts'
import { readPayment, whileUnchanged } from '#resources/payments/payments/read.ts'
import { isTerminal } from '#resources/payments/payments/state.ts'
import type { PaymentRow } from '#resources/payments/payments/read.ts'
import { readSubscription } from './read.ts'
import { settlementWrites } from './settlement_writes.ts'
import { isFirst, NOT_SENT, type Settling } from './decide_settlement.ts'

/** Payment events after which an invoice may change. */
export const PAYMENT_EVENTS = [
  // Also sent when a payment never reached the acquirer and can be confirmed again.
  'payment_created',
  'payment_succeeded',
  'payment_failed',
  'payment_cancelled',
  'payment_processing',
  'payment_authorized',
  'payment_captured',
  'action_required',
] as const

/** Returns whether the payment is settled. Rows that the caller has just written need not be read. */
export function settlePayment(
  context: Context,
  payment_id: string,
  known?: Omit<Settling, 'payment'>,
): Promise<boolean> {
  let written = known
  return retryOnConflict(async () => {
    const rows = written ?? (await readOpen(context, payment_id))
    // After a conflict they are read.
    written = undefined
    if (rows === undefined) return true
    const { invoice_id } = rows.invoice
    const payment = await endUnsent(context, invoice_id, await readPayment(context, payment_id))
    const writes = await settlementWrites(context, { ...rows, payment })
    const isEnded = isTerminal(payment.status)
    // A payment that goes on may have moved meanwhile, and its event have been handled already.
    const demands = isEnded ? [] : [whileUnchanged(payment)]
    if (writes.length > 0) await context.commit(...writes, ...demands)
    return isEnded
  })
}

/** Undefined if the payment has ended for its invoice. */
async function readOpen(
  context: Context,
  payment_id: string,
): Promise<Omit<Settling, 'payment'> | undefined> {
  const claim = await findInvoiceClaim(context, payment_id)
  if (claim?.status !== 'open') return undefined
  const [invoice, subscription] = await Promise.all([
    readInvoice(context, claim.invoice_id),
    readSubscription(context, claim.subscription_id),
  ])
  return { claim, invoice, subscription }
}

/**
 * A renewal that never reached the acquirer is cancelled, so that it cannot be confirmed any more, and created again.
 * The first payment waits for its confirmation instead.
 */
async function endUnsent(
  context: Context,
  invoice_id: string,
  payment: PaymentRow,
): Promise<PaymentRow> {
  if (!isUnsent(payment)) return payment
  if (isFirst(await readInvoice(context, invoice_id))) return payment
  const cancellation_reason = NOT_SENT
  await cancelPayment(context, payment.payment_id, { cancellation_reason })
  return readPayment(context, payment.payment_id)
}

/** With a deadline it is being confirmed again at this moment, and ends by itself if that is interrupted. */
function isUnsent({ status, attempt_count, action_before }: PaymentRow): boolean {
  const isWaiting = status === 'requires_payment_method' || status === 'requires_confirmation'
  return isWaiting && attempt_count > 0 && action_before === null
}

/** Reacts to payment events; most do not belong to an invoice. */
export async function settlePayments(
  services: Services,
  events: readonly RelayedEvent[],
): Promise<void> {
  const open = await openInvoiceClaims(
    services,
    events.map(({ merchant_id, object_id: payment_id }) => ({ merchant_id, payment_id })),
  )
  await Promise.all(
    open.map(async ({ merchant_id, payment_id }) =>
      settlePayment(await systemContext(services, merchant_id), payment_id),
    ),
  )
}
