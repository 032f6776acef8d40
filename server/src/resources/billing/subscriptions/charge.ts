// Collects a due invoice through the saved payment method. The invoice is changed in the commit that records the
// payment, so only one worker makes the payment, whatever happens to the others.
import { addMs, HOUR_MS } from '#kernel/clock.ts'
import { Conflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { derivedId, randomIds } from '#kernel/ids.ts'
import { Failure } from '#errors.ts'
import { defaultMethod } from '#resources/payments/customers/default_method.ts'
import { findLiveCustomer } from '#resources/payments/customers/read.ts'
import { finalized, moveInvoice } from '#resources/billing/invoices/change.ts'
import {
  claimForInvoice,
  findInvoiceClaim,
  type InvoiceClaim,
} from '#resources/payments/payments/claims.ts'
import { type InvoiceRow, readInvoice } from '#resources/billing/invoices/read.ts'
import { isSettled } from '#resources/billing/invoices/state.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { findCustomerMethod } from '#resources/methods/payment_methods/saved.ts'
import type { PaymentOrder } from '#resources/payments/payments/order.ts'
import { type PaymentClaim, placePayment } from '#resources/payments/payments/place.ts'
import { NEEDS_AUTHENTICATION } from './dunning.ts'
import { declineChange, failScheduled } from './failed.ts'
import { readSubscription } from './read.ts'
import { settlePayment } from './settle.ts'
import { hasEnded } from './state.ts'
import type { SubscriptionRow } from './store.ts'

/** A decline can ask for one more payment at once, with authentication. */
const ATTEMPTS = 2

export async function chargeInvoice(context: Context, invoice_id: string): Promise<void> {
  for (let n = 0; n < ATTEMPTS; n++) {
    const found = await readInvoice(context, invoice_id)
    if (!isDue(found, context.now) || !(await hasNoOpenPayment(context, found))) return
    // The end of an earlier payment may have changed it.
    const invoice = found.payment_id === null ? found : await readInvoice(context, invoice_id)
    if (!isDue(invoice, context.now)) return
    const subscription = await readSubscription(context, invoice.subscription_id)
    if (!isCollected(subscription, invoice)) return
    const { status } = await readMerchant(context.db, context.merchant_id)
    if (status !== 'active') return hold(context, invoice)
    if (await makePayment(context, { invoice, subscription })) return
  }
}

/** An invoice is collected while its subscription waits for it. */
function isCollected(
  { status, open_invoice_id }: SubscriptionRow,
  { invoice_id }: InvoiceRow,
): boolean {
  return open_invoice_id === invoice_id && !hasEnded(status) && status !== 'paused'
}

export interface Chargeable {
  readonly invoice: InvoiceRow
  readonly subscription: SubscriptionRow
}

/** For an invoice that was just created: its rows are known. */
export async function chargeNew(context: Context, made: Chargeable): Promise<void> {
  if (await makePayment(context, made)) return
  await chargeInvoice(context, made.invoice.invoice_id)
}

/** A payment that is in review, or covers a part, has to be decided by the merchant first. */
function isDue({ status, next_attempt_at }: InvoiceRow, now: Date): boolean {
  const isOpen = !isSettled(status) && status !== 'manual_review'
  return isOpen && next_attempt_at !== null && next_attempt_at <= now
}

/** While a customer pays on the invoice page, nothing else is charged. */
async function hasNoOpenPayment(context: Context, { payment_id }: InvoiceRow): Promise<boolean> {
  return payment_id === null || settlePayment(context, payment_id)
}

/** Returns whether nothing more is to be done now. */
async function makePayment(
  context: Context,
  { invoice, subscription }: Chargeable,
): Promise<boolean> {
  const payment_method_id = await chooseMethod(context, subscription, invoice)
  if (payment_method_id === undefined || payment_method_id === invoice.exhausted_method_id) {
    await skip(context, subscription, invoice, payment_method_id ?? null)
    return false
  }
  const payment_id = deriveRenewalPaymentId(invoice)
  // One request can charge several invoices, so its Idempotency-Key must not name their operations. A worker does not
  // know the api's address, to which the customer returns after authentication.
  const own = { ...context, ...randomIds, public_url: subscription.public_url }
  const claim = claimInvoice(context, invoice, payment_id, { next_attempt_at: null })
  try {
    const order = toPaymentOrder(subscription, invoice, payment_method_id)
    const { status } = await placePayment(own, { ...order, payment_id }, claim)
    const { row, invoice: changed } = claim
    await settlePayment(context, payment_id, { claim: row, invoice: changed, subscription })
    return status === 'succeeded'
  } catch (error) {
    // Another worker was faster.
    if (error instanceof Conflict) return true
    if (!(error instanceof Failure)) throw error
    const isRecorded = await findInvoiceClaim(context, payment_id)
    if (isRecorded) await settlePayment(context, payment_id)
    else await refused(context, subscription, invoice, payment_method_id, error)
    return false
  }
}

/** Customers are not charged while their merchant is suspended. */
async function hold(context: Context, invoice: InvoiceRow): Promise<void> {
  const next_attempt_at = addMs(context.now, HOUR_MS)
  await context.tryCommit(moveInvoice(invoice, undefined, { next_attempt_at }, context.now).write)
}

/** One id for each attempt. */
function deriveRenewalPaymentId({ invoice_id, attempt_count, created }: InvoiceRow): string {
  return derivedId('pay', `${invoice_id}/${attempt_count + 1}`, created)
}

/** Invoice rows for the commit that records its payment. */
export function claimInvoice(
  context: Context,
  invoice: InvoiceRow,
  payment_id: string,
  set: Partial<Pick<InvoiceRow, 'next_attempt_at'>>,
): PaymentClaim & { row: InvoiceClaim; invoice: InvoiceRow } {
  const { now } = context
  const { invoice_id, version } = invoice
  const changed = moveInvoice(
    invoice,
    'attempt',
    {
      ...set,
      ...finalized(invoice, now),
      attempt_count: invoice.attempt_count + 1,
      payment_id,
    },
    now,
  )
  return {
    row: claimForInvoice(invoice, payment_id, now),
    invoice: changed.row,
    writes: [changed.write],
    isStale: async () => (await readInvoice(context, invoice_id)).version !== version,
  }
}

/** The subscription's method; if it was deleted or must not be retried, the customer's default. */
async function chooseMethod(
  context: Context,
  { customer_id, payment_method_id }: SubscriptionRow,
  { exhausted_method_id }: InvoiceRow,
): Promise<string | undefined> {
  const isUsable = payment_method_id !== null && payment_method_id !== exhausted_method_id
  if (isUsable && (await findCustomerMethod(context, customer_id, payment_method_id))) {
    return payment_method_id
  }
  const customer = await findLiveCustomer(context, context.merchant_id, customer_id)
  return (customer && (await defaultMethod(context, customer))) ?? undefined
}

function toPaymentOrder(
  subscription: SubscriptionRow,
  { amount, currency, invoice_id, unified_code }: InvoiceRow,
  payment_method_id: string,
): PaymentOrder {
  const { profile_id, customer_id, subscription_id, payment_details, shipping } = subscription
  return {
    amount,
    currency,
    profile_id,
    customer_id,
    payment_method_id,
    method: { way: 'saved', payment_method_id },
    off_session: true,
    confirm: true,
    return_url: payment_details.return_url,
    ...(unified_code === NEEDS_AUTHENTICATION ? { authentication_type: 'three_ds' as const } : {}),
    ...(shipping ? { shipping } : {}),
    metadata: { subscription_id, invoice_id },
  }
}

/** There is nothing to charge: no method, or one whose decline cannot be retried. */
async function skip(
  context: Context,
  subscription: SubscriptionRow,
  invoice: InvoiceRow,
  payment_method_id: string | null,
): Promise<void> {
  const { unified_code } = invoice
  const attempt = { payment_method_id, unified_code }
  const failure = 'decline'
  const failing = { subscription, invoice, payment: undefined, failure, attempt } as const
  const isChange = invoice.reason === 'plan_change'
  const writes = isChange ? declineChange(context, failing) : await failScheduled(context, failing)
  await context.tryCommit(...writes)
}

/** The payment cannot be made at all, for example because the profile does not accept the method any more. */
async function refused(
  context: Context,
  subscription: SubscriptionRow,
  invoice: InvoiceRow,
  payment_method_id: string,
  error: Failure,
): Promise<void> {
  // A conflict, or an outage: the sweep tries again.
  if (error.status === 409 || error.status >= 500) throw error
  const { subscription_id, invoice_id } = invoice
  const what = { subscription_id, invoice_id, code: error.code }
  context.log.warn(what, 'subscriptions: an invoice cannot be charged')
  await skip(context, subscription, invoice, payment_method_id)
}
