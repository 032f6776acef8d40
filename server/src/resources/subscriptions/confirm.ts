import type { Write } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { checkAll, Failure, required, within } from '#errors.ts'
import { nextOperation } from '#core/operations/perform.ts'
import { checkSession } from '#http/client_access.ts'
import type { Sent } from '#http/route.ts'
import { changeInvoice, finalized } from '#resources/invoices/change.ts'
import { findPaymentOfInvoice } from '#resources/invoices/payment.ts'
import { type InvoiceRow, readInvoice } from '#resources/invoices/read.ts'
import { confirmForInvoice } from '#resources/payments/confirm.ts'
import { checkInstrument } from '#resources/payment_methods/instrument.ts'
import type { ConfirmPayment } from '#resources/payments/schema.ts'
import { firstInvoice } from './create.ts'
import { change } from './lifecycle.ts'
import { readParts, readRequested, readSubscription, withoutSecret } from './read.ts'
import { ConfirmSubscription, type Subscription } from './schema.ts'
import { settlePayment } from './settle.ts'
import { payWith } from './pay_invoice.ts'
import type { SubscriptionRow } from './store.ts'
import { couponOfNext, readOffer, usedCoupon } from './terms.ts'
import { isFirst } from './verdict.ts'

/** Pays the open invoice with the method that is sent. */
export async function confirmSubscription(
  context: Context,
  subscription_id: string,
  input: ConfirmSubscription,
): Promise<Subscription> {
  checkDetails(input, context.now)
  const current = await readRequested(context, subscription_id)
  checkSession(context, 'subscription', current)
  return confirm(context, current, input)
}

export async function confirm(
  context: Context,
  { subscription_id }: SubscriptionRow,
  input: ConfirmSubscription,
): Promise<Subscription> {
  const payment_id = await retryOnConflict(async () => {
    const current = await readSubscription(context, subscription_id)
    try {
      return await pay(context, current, input)
    } catch (error) {
      // Nothing was sent: the subscription waits for another confirmation again.
      if (error instanceof Failure && error.status >= 500) await settleOpen(context, current)
      throw error
    }
  })
  await settlePayment(context, payment_id)
  const row = await readSubscription(context, subscription_id)
  return withoutSecret(row, await readParts(context, row))
}

async function settleOpen(context: Context, { invoice_id }: SubscriptionRow): Promise<void> {
  const { payment_id } = await readInvoice(context, invoice_id)
  if (payment_id !== null) await settlePayment(context, payment_id)
}

/** What is wrong with the payment method and needs no lookup. */
export function checkDetails(
  { payment_details: sent }: Pick<Sent<ConfirmSubscription>, 'payment_details'>,
  now: Date,
): void {
  if (!sent) return
  try {
    checkAll(
      () => {
        if (!sent.payment_method_id && !sent.payment_method_data) {
          throw required('payment_method_data')
        }
      },
      () => checkInstrument(sent, now),
    )
  } catch (error) {
    throw inDetails(error)
  }
}

const DETAILS = Object.keys(ConfirmSubscription.properties.payment_details.properties)

const inDetails = (error: unknown) => within('payment_details', DETAILS, error)

/** The payment that an earlier attempt of this request has confirmed. */
async function findConfirmed(
  context: Context,
  { invoice_id }: SubscriptionRow,
): Promise<string | undefined> {
  if (!context.isRetry) return undefined
  const { started } = await nextOperation(context)
  const { payment_id } = await readInvoice(context, invoice_id)
  return started && started.object_id === payment_id ? payment_id : undefined
}

async function pay(
  context: Context,
  current: SubscriptionRow,
  input: ConfirmSubscription,
): Promise<string> {
  const earlier = await findConfirmed(context, current)
  if (earlier !== undefined) return earlier
  const { status, subscription_id, open_invoice_id } = current
  const isWaiting = status === 'unpaid' && current.pending_update !== null
  const isOpen = status === 'created' || status === 'pending' || isWaiting
  const invoice =
    isOpen && open_invoice_id ? await readInvoice(context, open_invoice_id) : undefined
  // It has no payment if there was no card to charge.
  if (isWaiting && invoice) return payChange(context, current, invoice, input)
  if (!invoice?.payment_id) {
    throw new Failure(
      'IR_16',
      `The subscription ${subscription_id} is ${status}. Only one that is created or pending, or whose plan change waits for a payment, can be confirmed.`,
    )
  }
  const writes = isFirst(invoice) ? await startWrites(context, current, invoice, input) : []
  const { version } = invoice
  const isStale = async () => (await readInvoice(context, invoice.invoice_id)).version !== version
  const { payment_id } = invoice
  try {
    await confirmForInvoice(context, payment_id, confirmationOf(input), { writes, isStale })
  } catch (error) {
    throw inDetails(error)
  }
  return payment_id
}

/** The payment of the plan change was declined: another one is made, with the method that is sent. */
async function payChange(
  context: Context,
  current: SubscriptionRow,
  invoice: InvoiceRow,
  input: ConfirmSubscription,
): Promise<string> {
  const payment_id = context.id('pay', 'confirm')
  if (context.isRetry && (await findPaymentOfInvoice(context, payment_id))) return payment_id
  try {
    await payWith(context, { invoice, subscription: current }, payment_id, confirmationOf(input))
  } catch (error) {
    throw inDetails(error)
  }
  return payment_id
}

/** The period begins with the confirmation, so the first invoice is dated from now. */
async function startWrites(
  context: Context,
  current: SubscriptionRow,
  invoice: InvoiceRow,
  { payment_details }: ConfirmSubscription,
): Promise<Write[]> {
  const { now } = context
  const offer = await readOffer(context, current)
  const isTrial = invoice.reason === 'trial'
  const isAgain = current.anchor !== null
  const restarted = isAgain ? { ...current, ...undone(current) } : current
  const coupon = isTrial ? undefined : await couponOfNext(context, restarted)
  const draft = firstInvoice(now, current, offer, coupon)
  const { period_start, period_end, lines } = draft
  const billing = payment_details.billing ?? current.billing
  const set = {
    billing,
    shipping: payment_details.shipping ?? current.shipping,
    ...usedCoupon(restarted, coupon !== undefined),
    anchor: isTrial ? period_end : period_start,
    periods_since_anchor: isTrial ? 0 : 1,
    cycles_billed: isTrial ? 0 : 1,
    period_start,
    period_end,
    trial_end: isTrial ? period_end : null,
  }
  const dated = { period_start, period_end, line_items: [...lines], due_at: now, attempt_count: 1 }
  const changed = changeInvoice(invoice, { ...dated, billing, ...finalized(invoice, now) }, now)
  // While the bank works it is pending, so it does not expire.
  const path = current.status === 'created' ? (['wait'] as const) : []
  const started = change(current, path, set, { invoice: changed.row, payment: undefined }, now)
  return [...started.writes, changed.write]
}

/** An earlier confirmation of the same invoice used the coupon already. */
function undone({ coupon_cycles_left: left, is_discounted }: SubscriptionRow) {
  return { coupon_cycles_left: left === null || !is_discounted ? left : left + 1 }
}

function confirmationOf({ payment_details }: ConfirmSubscription): ConfirmPayment {
  const { shipping: _, billing, ...details } = payment_details
  return { ...details, ...(billing ? { billing } : {}), off_session: false }
}
