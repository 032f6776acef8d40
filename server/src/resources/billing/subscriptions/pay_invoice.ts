// A customer pays an open invoice on its page, usually with another card than the one that was declined. The card is
// saved and used for the renewals from then on.
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { derivedId } from '#kernel/ids.ts'
import { Failure } from '#errors.ts'
import { busy } from '#core/operations/perform.ts'
import { findInvoiceClaim } from '#resources/payments/payments/claims.ts'
import { type InvoiceRow, readInvoice } from '#resources/billing/invoices/read.ts'
import { isSettled } from '#resources/billing/invoices/state.ts'
import { confirmForInvoice } from '#resources/payments/payments/confirm.ts'
import type { ConfirmOrder } from '#resources/payments/payments/order.ts'
import { placePayment } from '#resources/payments/payments/place.ts'
import { type PaymentRow, readPayment } from '#resources/payments/payments/read.ts'
import { waitsForCustomer } from '#resources/payments/payments/state.ts'
import { type Chargeable, claimInvoice } from './charge.ts'
import { readSubscription } from './read.ts'
import { settlePayment } from './settle.ts'
import { hasEnded } from './state.ts'
import type { SubscriptionRow } from './store.ts'

/** The browser chooses `attempt_id`: a repeated request finds the first one's payment. */
export interface PayInvoice extends Omit<ConfirmOrder, 'off_session' | 'client_secret'> {
  readonly attempt_id: string
}

export async function payInvoice(
  shopper: Context,
  invoice_id: string,
  { attempt_id, ...order }: PayInvoice,
): Promise<PaymentRow> {
  const payment_id = await retryOnConflict(async () => {
    const invoice = await readInvoice(shopper, invoice_id)
    const own = derivePaymentId(invoice, attempt_id)
    if (await findInvoiceClaim(shopper, own)) return own
    const subscription = await readSubscription(shopper, invoice.subscription_id)
    checkPayable(invoice, subscription)
    const open = await findOpenPayment(shopper, invoice)
    if (open) return confirmOpen(shopper, invoice, open, order)
    await payWith(shopper, { invoice, subscription }, own, order)
    return own
  })
  await settlePayment(shopper, payment_id)
  return readPayment(shopper, payment_id)
}

/** Makes a payment for an open invoice with the method that is sent, which is saved for the renewals. */
export async function payWith(
  context: Context,
  { invoice, subscription }: Chargeable,
  payment_id: string,
  order: Omit<ConfirmOrder, 'off_session' | 'client_secret'>,
): Promise<void> {
  const { invoice_id, amount, currency } = invoice
  const { customer_id, profile_id, payment_details, subscription_id } = subscription
  const claim = claimInvoice(context, invoice, payment_id, {})
  const wanted = {
    ...order,
    payment_id,
    amount,
    currency,
    customer_id,
    profile_id,
    confirm: true,
    setup_future_usage: 'off_session',
    return_url: order.return_url ?? payment_details.return_url,
    metadata: { subscription_id, invoice_id },
  } as const
  await placePayment(context, wanted, claim)
}

/** The payment id is derived from the attempt, so a repeat finds it. */
export function derivePaymentId({ invoice_id, created }: InvoiceRow, attempt_id: string): string {
  return derivedId('pay', `${invoice_id}/page/${attempt_id}`, created)
}

/** True if the invoice page shows a form. */
export function isPayable(
  { invoice_id, status: of }: InvoiceRow,
  { status, open_invoice_id }: SubscriptionRow,
): boolean {
  const isOpen = !isSettled(of) && of !== 'manual_review' && open_invoice_id === invoice_id
  return isOpen && !hasEnded(status) && status !== 'created'
}

function checkPayable(invoice: InvoiceRow, subscription: SubscriptionRow): void {
  if (isPayable(invoice, subscription)) return
  throw new Failure('IR_16', `The invoice is ${invoice.status} and cannot be paid.`)
}

/** A payment whose outcome is not known yet must end first, or the customer could pay twice. */
async function findOpenPayment(
  shopper: Context,
  { payment_id }: InvoiceRow,
): Promise<PaymentRow | undefined> {
  if (payment_id === null || (await settlePayment(shopper, payment_id))) return undefined
  const payment = await readPayment(shopper, payment_id)
  if (!waitsForCustomer(payment.status)) throw busy('A payment of this invoice is in progress.')
  return payment
}

/** The payment that waits for the customer is confirmed with the card that they enter. */
async function confirmOpen(
  shopper: Context,
  { invoice_id, version }: InvoiceRow,
  { payment_id }: PaymentRow,
  order: Omit<PayInvoice, 'attempt_id'>,
): Promise<string> {
  const isStale = async () => (await readInvoice(shopper, invoice_id)).version !== version
  const attended = { ...order, off_session: false }
  await confirmForInvoice(shopper, payment_id, attended, { writes: [], isStale })
  return payment_id
}
