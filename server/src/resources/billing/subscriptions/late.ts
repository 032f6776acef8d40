// Money for an invoice that nothing waits for any more: the subscription has ended, or goes on without it. It stays with the
// customer, as credit, as far as it was not given back already.
import type { Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { moveInvoice } from '#resources/billing/invoices/change.ts'
import { endClaim } from '#resources/payments/payments/claims.ts'
import {
  type CreditMove,
  moveCredit,
  readCredit,
  returnMoves,
} from '#resources/billing/invoices/credit.ts'
import {
  readInvoicesMoney,
  listSources,
  whilePeriodUnchanged,
} from '#resources/billing/invoices/period_money.ts'
import type { InvoiceRow } from '#resources/billing/invoices/read.ts'
import { moveToVoided } from '#resources/billing/invoices/void.ts'
import { change, report } from './lifecycle.ts'
import type { SubscriptionRow } from './store.ts'
import type { Settling } from './decide_settlement.ts'

export async function keepLate(context: Context, settling: Settling): Promise<Write[]> {
  const { claim, invoice, subscription, payment } = settling
  const { now } = context
  const changed = moveInvoice(invoice, 'pay_late', { paid_at: now, next_attempt_at: null }, now)
  const parts = { invoice: changed.row, payment }
  const closed = withoutInvoice(subscription, invoice)
  const reported = report(subscription, 'invoice_paid', closed, parts, now)
  const credit = await keepAsCredit(context, invoice, 'late_payment')
  return [...reported.writes, changed.write, endClaim(claim, 'paid'), ...credit]
}

export async function keepPart(context: Context, settling: Settling): Promise<Write[]> {
  const { claim, invoice, subscription, payment } = settling
  const changed = moveToVoided(invoice, context.now)
  const parts = { invoice: changed.row, payment }
  const closed = withoutInvoice(subscription, invoice)
  const { writes } = change(subscription, [], closed, parts, context.now)
  const credit = await keepAsCredit(context, invoice, 'part_payment')
  return [...writes, changed.write, endClaim(claim, 'paid'), ...credit]
}

function withoutInvoice({ open_invoice_id }: SubscriptionRow, { invoice_id }: InvoiceRow) {
  return open_invoice_id === invoice_id ? { open_invoice_id: null } : {}
}

type LateReason = 'late_payment' | 'part_payment'

export async function keepAsCredit(
  context: Context,
  invoice: InvoiceRow,
  reason: LateReason,
): Promise<Write[]> {
  const { balance, granted, returned, demands } = await decideLateCredit(context, invoice, reason)
  return [...moveCredit(context, balance, ...granted, ...returned), ...demands]
}

/** The money received for an invoice that bought nothing; credit that was applied to it returns. */
export async function decideLateCredit(context: Context, invoice: InvoiceRow, reason: LateReason) {
  const { customer_id, currency, subscription_id, invoice_id } = invoice
  const about = { customer_id, currency, subscription_id, invoice_id }
  const balance = await readCredit(context, about)
  const money = await readInvoicesMoney(context, [invoice])
  const paid_by = new Set(money.payments.map(({ payment_id }) => payment_id))
  const sources = listSources(money).filter(({ payment_id }) => paid_by.has(payment_id ?? ''))
  const granted: CreditMove[] = sources.map((part) => ({ ...about, ...part, reason }))
  const returned = await returnMoves(context, about)
  return { balance, granted, returned, demands: whilePeriodUnchanged(money) }
}
