import { addMs, DAY_MS } from '#kernel/clock.ts'
import { Conflict, retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { busy } from '#core/operations/perform.ts'
import type { Drafted } from '#resources/billing/invoices/draft.ts'
import { claimForInvoice, insertClaim } from '#resources/payments/payments/claims.ts'
import { readInvoice } from '#resources/billing/invoices/read.ts'
import { freePayment } from '#resources/payments/payments/free.ts'
import { whileAvailable } from '#resources/billing/plans/read.ts'
import { abandonChange, inFlight, isInFlight } from './abandon.ts'
import { appliedChange } from './apply_change.ts'
import { chargeInvoice } from './charge.ts'
import { SESSION_MS } from './create.ts'
import { draftChange } from './draft_change.ts'
import { change } from './lifecycle.ts'
import type { Offer } from './lines.ts'
import { readParts, readRequested, readSubscription, show } from './read.ts'
import type { PendingUpdate, Subscription, UpdateSubscription } from './schema.ts'
import { hasEnded } from './state.ts'
import type { SubscriptionRow } from './store.ts'
import { readChosen, readOffer } from './terms.ts'

/**
 * Changes the price. The rest of the present period is invoiced at once: the new price for it, less the old price's
 * unused part. A negative total is added to the customer's credit balance. A change that has to be paid takes effect
 * with its payment.
 */
export async function updateSubscription(
  context: Context,
  subscription_id: string,
  input: UpdateSubscription,
): Promise<Subscription> {
  const invoice_id = await retryOnConflict(async () => {
    const current = await readRequested(context, subscription_id)
    const next = await readChosen(context, input)
    // An earlier attempt at this request has already changed the price.
    if (context.isRetry && isChosen(current, next)) return current.open_invoice_id
    await checkChange(context, current, next)
    const present = await withoutPending(context, current)
    if (present.item_price_id === next.price.item_price_id) return null
    if (present !== current) await checkChange(context, present, next)
    return present.status === 'trial'
      ? changeTrial(context, present, next)
      : changePeriod(context, present, next)
  })
  if (invoice_id !== null) await chargeInvoice(context, invoice_id)
  return show(context, await readSubscription(context, subscription_id))
}

/** Without the change that was not paid. It may have been paid meanwhile, or another request may have made its own. */
async function withoutPending(
  context: Context,
  current: SubscriptionRow,
): Promise<SubscriptionRow> {
  if (!current.pending_update) return current
  await abandonChange(context, current)
  const present = await readSubscription(context, current.subscription_id)
  if (present.pending_update) throw new Conflict()
  return present
}

function isChosen({ item_price_id, pending_update }: SubscriptionRow, { price }: Offer): boolean {
  return (pending_update?.item_price_id ?? item_price_id) === price.item_price_id
}

export async function checkChange(
  context: Context,
  current: SubscriptionRow,
  { price }: Offer,
): Promise<void> {
  const { status, open_invoice_id, pending_update, item_price_id } = current
  if (hasEnded(status)) {
    throw new Failure('IR_16', `The subscription is ${status} and cannot be updated.`)
  }
  if (pending_update) {
    if (await isInFlight(context, await readInvoice(context, pending_update.invoice_id))) {
      throw inFlight()
    }
  } else if (status !== 'active' && status !== 'trial') {
    const message = `The subscription is ${status}. The plan can be changed while it is active or in its trial.`
    throw new Failure('IR_14', message)
  }
  const field = 'item_price_id'
  if (!pending_update && item_price_id === price.item_price_id) {
    const message = `The subscription has the price ${item_price_id} already.`
    throw new Failure('IR_04', message, { field })
  }
  const { currency } = (await readOffer(context, current)).price
  if (price.currency !== currency) {
    const message = `The subscription is in ${currency}; a price in ${price.currency} needs a new subscription.`
    throw new Failure('IR_29', message, { field })
  }
  if (open_invoice_id !== null && !pending_update) {
    throw busy('An invoice of this subscription is being collected.')
  }
}

/** Nothing has been paid yet: the trial goes on, and the new price is charged at its end. */
async function changeTrial(context: Context, current: SubscriptionRow, next: Offer): Promise<null> {
  const parts = await readParts(context, current)
  const set = { ...trialPrice(next), session_before: sessionEnd(context) }
  const { writes } = change(current, [], set, parts, context.now)
  await context.commit(...writes, ...whileAvailable(next.plan, next.price))
  return null
}

export function trialPrice({ price: { plan_id, item_price_id, cycles } }: Offer) {
  return { plan_id, item_price_id, cycles }
}

function sessionEnd({ now }: Context): Date {
  return addMs(now, SESSION_MS)
}

async function changePeriod(
  context: Context,
  current: SubscriptionRow,
  next: Offer,
): Promise<string | null> {
  const { drafted, demands } = await draftChange(context, current, next)
  const { invoice } = drafted
  const isFree = invoice.status === 'invoice_paid'
  const { writes, set, parts } = isFree
    ? await freeChange(context, current, next, drafted)
    : pendingChange(context, current, next, drafted)
  const wanted = { ...set, invoice_id: invoice.invoice_id, session_before: sessionEnd(context) }
  const changed = change(current, isFree ? ['pay'] : [], wanted, parts, context.now)
  const available = whileAvailable(next.plan, next.price)
  await context.commit(...changed.writes, ...writes, ...available, ...demands)
  return isFree ? null : invoice.invoice_id
}

/** There is nothing to pay: the change takes effect at once, with a 0 payment that charges no one. */
async function freeChange(
  context: Context,
  current: SubscriptionRow,
  next: Offer,
  { invoice, writes }: Drafted,
) {
  const { payment, write } = await freePayment(context, invoice)
  const claim = { ...claimForInvoice(invoice, payment.payment_id, context.now), status: 'paid' }
  return {
    set: appliedChange(current, invoice, next.price),
    parts: { invoice, payment },
    writes: [...writes, write, insertClaim({ ...claim, status: 'paid' })],
  }
}

/** Until it is paid, the subscription keeps its price and its period. */
const PENDING_MS = DAY_MS

function pendingChange(
  { now }: Context,
  { period_end }: SubscriptionRow,
  { price }: Offer,
  { invoice, writes }: Drafted,
) {
  const { plan_id, item_price_id } = price
  const { invoice_id } = invoice
  const latest = addMs(now, PENDING_MS)
  const expires_at = period_end !== null && period_end < latest ? period_end : latest
  const pending_update: PendingUpdate = { plan_id, item_price_id, invoice_id, expires_at }
  const set = { pending_update, open_invoice_id: invoice_id }
  return { set, parts: { invoice, payment: undefined }, writes }
}
