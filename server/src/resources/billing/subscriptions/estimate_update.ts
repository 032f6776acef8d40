import type { Context } from '#kernel/context.ts'
import { returnMoves } from '#resources/billing/invoices/credit.ts'
import { readInvoice } from '#resources/billing/invoices/read.ts'
import { pathWithout } from './abandon.ts'
import { appliedChange } from './apply_change.ts'
import { decideChange } from './draft_change.ts'
import { creditTotal, type Foreseen, foreseeInvoice } from './foreseen.ts'
import { change } from './lifecycle.ts'
import { readParts } from './read.ts'
import type { UpdateSubscription } from './schema.ts'
import type { SubscriptionRow } from './store.ts'
import { readChosen } from './terms.ts'
import { checkChange, trialPrice } from './update.ts'

/** A plan change, as if its invoice was paid at once. */
export async function estimateUpdate(
  context: Context,
  current: SubscriptionRow,
  input: UpdateSubscription,
): Promise<Foreseen> {
  const { now } = context
  const next = await readChosen(context, input)
  await checkChange(context, current, next)
  const parts = await readParts(context, current)
  const { present, credit_returned } = await withoutPending(context, current)
  const voided_invoice_id = current.pending_update?.invoice_id ?? null
  const none = { effective_at: now, voided_invoice_id, credit_granted: 0, credit_returned }
  if (present.item_price_id === next.price.item_price_id) {
    return { ...none, invoices: [], row: present }
  }
  if (present !== current) await checkChange(context, present, next)
  if (present.status === 'trial') {
    const { row } = change(present, [], trialPrice(next), parts, now)
    return { ...none, invoices: [], row }
  }
  const { currency } = next.price
  const { worth: _, period_no, ...invoiced } = await decideChange(context, present, next)
  const invoice = await foreseeInvoice(context, present, currency, invoiced, credit_returned)
  const applied = appliedChange(present, { ...invoice, period_no }, next.price)
  return { ...none, invoices: [invoice], row: change(present, ['pay'], applied, parts, now).row }
}

/** The change that waits for its payment is undone first: its credit returns. */
async function withoutPending(context: Context, current: SubscriptionRow) {
  const { pending_update, subscription_id, customer_id } = current
  if (!pending_update) return { present: current, credit_returned: 0 }
  const { invoice_id } = pending_update
  const invoice = await readInvoice(context, invoice_id)
  const { currency } = invoice
  const returned = await returnMoves(context, {
    customer_id,
    currency,
    subscription_id,
    invoice_id,
  })
  const set = { open_invoice_id: null, pending_update: null }
  const path = pathWithout(current)
  const { row } = change(current, path, set, { invoice, payment: undefined }, context.now)
  return { present: row, credit_returned: creditTotal(returned) }
}
