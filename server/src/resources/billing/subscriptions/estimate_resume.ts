import type { Context } from '#kernel/context.ts'
import { returnMoves } from '#resources/billing/invoices/credit.ts'
import { allows } from '#kernel/machine.ts'
import type { InvoiceRow } from '#resources/billing/invoices/read.ts'
import { decideRenewal } from './bill.ts'
import { creditTotal, type Foreseen, type ForeseenInvoice, foreseeInvoice } from './foreseen.ts'
import { change } from './lifecycle.ts'
import { type Parts, readParts } from './read.ts'
import { checkResume, type ResumeOrder } from './resume.ts'
import { decideResume } from './resume_now.ts'
import { subscription as machine } from './state.ts'
import type { SubscriptionRow } from './store.ts'
import { readOffer } from './terms.ts'
import { nextStep } from './timers.ts'

/** A resumption, with this request or at its date, as if its invoices were paid at once. */
export async function estimateResume(
  context: Context,
  paused: SubscriptionRow,
  order: ResumeOrder,
): Promise<Foreseen> {
  checkResume(paused)
  const { later } = order
  const at = later ?? context.now
  const resume_collects = order.unpaid_invoices_handling === 'schedule_payment_collection'
  const current = { ...paused, resume_collects, resume_at: later ?? paused.resume_at }
  const none = { effective_at: at, invoices: [], voided_invoice_id: null, credit_granted: 0 }
  // It is cancelled before.
  if (later !== undefined && nextStep(current)?.step !== 'resume') {
    return { ...none, credit_returned: 0, row: current }
  }
  const parts = await readParts(context, current)
  const { transition, set, isVoided } = decideResume(current, parts.invoice, at)
  const resumed = change(current, [transition], set, parts, context.now).row
  const credit_returned = isVoided ? await returnedBy(context, parts.invoice) : 0
  const voided_invoice_id = isVoided ? parts.invoice.invoice_id : null
  const collected = set.open_invoice_id === null ? [] : [collectedInvoice(parts.invoice)]
  const row = set.open_invoice_id === null ? resumed : paid(context, resumed, parts)
  const renewed = await foreseeRenewal(context, row, parts, at, credit_returned)
  const invoices = [...collected, ...renewed.invoices]
  return { ...none, invoices, voided_invoice_id, credit_returned, row: renewed.row }
}

async function returnedBy(context: Context, invoice: InvoiceRow): Promise<number> {
  const { customer_id, currency, subscription_id, invoice_id } = invoice
  return creditTotal(
    await returnMoves(context, { customer_id, currency, subscription_id, invoice_id }),
  )
}

function collectedInvoice(invoice: InvoiceRow): ForeseenInvoice {
  const { invoice_id, reason, period_start, period_end, line_items } = invoice
  const { total, credit_applied, credit_granted, amount } = invoice
  const sums = { total, credit_applied, credit_granted, amount }
  return { invoice_id, reason, period_start, period_end, line_items, ...sums }
}

function paid({ now }: Context, row: SubscriptionRow, parts: Parts): SubscriptionRow {
  const path = allows(machine, row.status, 'pay') ? (['pay'] as const) : []
  return change(row, path, { open_invoice_id: null }, parts, now).row
}

/** The paid period has passed: the next one begins with the resumption. */
async function foreseeRenewal(
  context: Context,
  row: SubscriptionRow,
  parts: Parts,
  at: Date,
  returned: number,
) {
  const due = nextStep(row)
  if (due?.step !== 'renew' || due.at > at) return { invoices: [], row }
  const offer = await readOffer(context, row)
  const { currency } = offer.price
  const { invoiced, set } = await decideRenewal(context, row, offer)
  const invoice = await foreseeInvoice(context, row, currency, invoiced, returned)
  return { invoices: [invoice], row: paid(context, { ...row, ...set }, parts) }
}
