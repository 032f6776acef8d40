import type { Write } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure, combineFaults, type Fault, faultsWithin, missing } from '#errors.ts'
import { nextOperation } from '#core/operations/perform.ts'
import { checkSession } from '#http/client_access.ts'
import type { Parsed, Sent } from '#http/route.ts'
import { finalized, moveInvoice } from '#resources/billing/invoices/change.ts'
import { findInvoiceClaim } from '#resources/payments/payments/claims.ts'
import { type InvoiceRow, readInvoice } from '#resources/billing/invoices/read.ts'
import { confirmForInvoice } from '#resources/payments/payments/confirm.ts'
import { parseWithMethod, type WithMethod } from '#resources/methods/payment_methods/parse.ts'
import type { ConfirmOrder } from '#resources/payments/payments/order.ts'
import { firstInvoice } from './create.ts'
import { change } from './lifecycle.ts'
import { readParts, readRequested, readSubscription, withoutSecret } from './read.ts'
import { ConfirmSubscription, type Subscription } from './schema.ts'
import { settlePayment } from './settle.ts'
import { payWith } from './pay_invoice.ts'
import type { SubscriptionRow } from './store.ts'
import { couponOfNext, readOffer, usedCoupon } from './terms.ts'
import { isFirst } from './decide_settlement.ts'

/** Pays the open invoice with the method that is sent. */
export async function confirmSubscription(
  context: Context,
  subscription_id: string,
  order: ConfirmationOrder,
): Promise<Subscription> {
  const current = await readRequested(context, subscription_id)
  checkSession(context, 'subscription', current)
  return confirm(context, current, order)
}

export async function confirm(
  context: Context,
  { subscription_id }: SubscriptionRow,
  order: ConfirmationOrder,
): Promise<Subscription> {
  const payment_id = await retryOnConflict(async () => {
    const current = await readSubscription(context, subscription_id)
    try {
      return await pay(context, current, order)
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

/** The details name a method, so they are read before anything is looked up. */
type Details = ConfirmSubscription['payment_details']

export interface ConfirmationOrder {
  readonly payment_details: WithMethod<Details>
}

export function parseDetails(
  { payment_details: sent = {} }: Pick<Sent<ConfirmSubscription>, 'payment_details'>,
  now: Date,
): Parsed<ConfirmationOrder> {
  const { payment_method_data, payment_method_id } = sent
  const { faults, order } = parseWithMethod<Details>(sent, now)
  const isNamed = payment_method_id || payment_method_data
  const found = [...(isNamed ? [] : [missing('payment_method_data')]), ...faults]
  return {
    faults: faultsWithin(PART, found),
    order: () => ({ payment_details: order() }),
  }
}

const PART = 'payment_details'
const DETAILS: readonly string[] = Object.keys(
  ConfirmSubscription.properties.payment_details.properties,
)

/** Payment fields are inside the details here; other fields are unchanged. */
function inDetails(error: unknown): unknown {
  if (!(error instanceof Failure) || error.faults.length === 0) return error
  const isInside = ({ field = '' }: Fault) => DETAILS.includes(field.split('.')[0] ?? '')
  const faults = error.faults.flatMap((fault) =>
    isInside(fault) ? faultsWithin(PART, [fault]) : fault,
  )
  const { code, message, parts } = combineFaults(faults)
  return new Failure(code, message, { ...error.parts, ...parts })
}

/** The payment that an earlier attempt at this request has confirmed. */
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
  order: ConfirmationOrder,
): Promise<string> {
  const earlier = await findConfirmed(context, current)
  if (earlier !== undefined) return earlier
  const { status, subscription_id, open_invoice_id } = current
  const isWaiting = status === 'unpaid' && current.pending_update !== null
  const isOpen = status === 'created' || status === 'pending' || isWaiting
  const invoice =
    isOpen && open_invoice_id ? await readInvoice(context, open_invoice_id) : undefined
  // It has no payment if there was no card to charge.
  if (isWaiting && invoice) return payChange(context, current, invoice, order)
  if (!invoice?.payment_id) {
    throw new Failure(
      'IR_16',
      `The subscription ${subscription_id} is ${status}. Only one that is created or pending, or whose plan change waits for a payment, can be confirmed.`,
    )
  }
  const writes = isFirst(invoice) ? await startWrites(context, current, invoice, order) : []
  const { version } = invoice
  const isStale = async () => (await readInvoice(context, invoice.invoice_id)).version !== version
  const { payment_id } = invoice
  try {
    await confirmForInvoice(context, payment_id, toConfirmOrder(order), { writes, isStale })
  } catch (error) {
    throw inDetails(error)
  }
  return payment_id
}

/** The payment for the plan change was declined: another one is made, with the method that is sent. */
async function payChange(
  context: Context,
  current: SubscriptionRow,
  invoice: InvoiceRow,
  order: ConfirmationOrder,
): Promise<string> {
  const payment_id = context.id('pay', 'confirm')
  if (context.isRetry && (await findInvoiceClaim(context, payment_id))) return payment_id
  try {
    await payWith(context, { invoice, subscription: current }, payment_id, toConfirmOrder(order))
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
  { payment_details }: ConfirmationOrder,
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
  const changed = moveInvoice(
    invoice,
    undefined,
    { ...dated, billing, ...finalized(invoice, now) },
    now,
  )
  // While the bank works it is pending, so it does not expire.
  const path = current.status === 'created' ? (['wait'] as const) : []
  const started = change(current, path, set, { invoice: changed.row, payment: undefined }, now)
  return [...started.writes, changed.write]
}

/** An earlier confirmation for the same invoice has already used the coupon. */
function undone({ coupon_cycles_left: left, is_discounted }: SubscriptionRow) {
  return { coupon_cycles_left: left === null || !is_discounted ? left : left + 1 }
}

function toConfirmOrder({ payment_details }: ConfirmationOrder): ConfirmOrder {
  const { shipping: _, billing, ...details } = payment_details
  return { ...details, ...(billing ? { billing } : {}), off_session: false }
}
