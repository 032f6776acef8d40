import type { Context } from '#kernel/context.ts'
import { returnMoves } from '#resources/billing/invoices/credit.ts'
import type { InvoiceRow } from '#resources/billing/invoices/read.ts'
import { cancelTransition } from '#resources/payments/payments/cancel.ts'
import { readPayment } from '#resources/payments/payments/read.ts'
import { payment as payments } from '#resources/payments/payments/state.ts'
import { type CancelOrder, decideCancel } from './cancel.ts'
import { voidUnlessOpen } from './close_invoice.ts'
import { decideSettlement } from './decide_settlement.ts'
import { creditTotal, type Foreseen } from './foreseen.ts'
import { decideCredit } from './grant_credit.ts'
import { decideLateCredit } from './late.ts'
import { change } from './lifecycle.ts'
import { readParts } from './read.ts'
import type { SubscriptionRow } from './store.ts'

/** A cancellation, with this request or at its date; for a date, as if nothing was paid or changed until then. */
export async function estimateCancel(
  context: Context,
  current: SubscriptionRow,
  order: CancelOrder,
): Promise<Foreseen> {
  const { cancel_at, path, ...chosen } = decideCancel(current, order)
  const effective_at = cancel_at ?? context.now
  const foreseen = { effective_at, invoices: [] }
  const cancelled = { ...current, ...chosen }
  if (cancel_at === undefined) {
    return { ...foreseen, ...(await foreseeEnd(context, cancelled, effective_at)) }
  }
  const parts = await readParts(context, current)
  const { row } = change(current, path, { ...chosen, cancel_at }, parts, context.now)
  const { period_end, status } = current
  const isRenewed = period_end !== null && effective_at > period_end && status !== 'paused'
  // A later period is credited then.
  const ending = isRenewed
    ? { ...NOTHING, credit_granted: chosen.cancel_credit === 'none' ? 0 : null }
    : await foreseeEnd(context, cancelled, effective_at)
  return { ...foreseen, ...ending, row }
}

async function foreseeEnd(context: Context, current: SubscriptionRow, at: Date) {
  const { now } = context
  const option = current.cancel_credit ?? 'none'
  const { parts, voided, open_invoice_id } = await voidUnlessOpen(context, current)
  const { granted, returned } = await decideCredit(context, current, option, at, voided)
  const { row } = change(current, ['cancel'], { open_invoice_id }, parts, now)
  const closed =
    open_invoice_id === null ? NOTHING : await foreseeClosed(context, row, parts.invoice)
  return {
    voided_invoice_id: voided?.invoice_id ?? closed.voided_invoice_id,
    credit_granted: creditTotal(granted) + closed.credit_granted,
    credit_returned: creditTotal(returned) + closed.credit_returned,
    row,
  }
}

const NOTHING = { voided_invoice_id: null, credit_granted: 0, credit_returned: 0 }

/** The open invoice has a payment, which is cancelled if that is possible; then the invoice is settled. */
async function foreseeClosed(context: Context, ended: SubscriptionRow, invoice: InvoiceRow) {
  const { invoice_id, payment_id, customer_id, currency, subscription_id } = invoice
  if (payment_id === null) return NOTHING
  const waiting = await readPayment(context, payment_id)
  const name = cancelTransition(waiting)
  const status = name === undefined ? waiting.status : payments.transitions[name].to
  const payment = { ...waiting, status }
  const verdict = decideSettlement({ payment, invoice, subscription: ended })
  const isKept = verdict === 'keep_part' || verdict === 'keep_late'
  if (!isKept && verdict !== 'void') return NOTHING
  const about = { customer_id, currency, subscription_id, invoice_id }
  const { granted, returned } = isKept
    ? await decideLateCredit(context, invoice, 'part_payment')
    : { granted: [], returned: await returnMoves(context, about) }
  return {
    voided_invoice_id: verdict === 'keep_late' ? null : invoice_id,
    credit_granted: creditTotal(granted),
    credit_returned: creditTotal(returned),
  }
}
