// Less was received for an invoice than it asks for, and nothing more will be: the merchant accepts the part, or voids the
// invoice and leaves the part to the customer as credit.
import type { Write } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { allows } from '#kernel/machine.ts'
import { Failure } from '#errors.ts'
import { moveInvoice } from '#resources/billing/invoices/change.ts'
import { endClaim } from '#resources/payments/payments/claims.ts'
import { findInvoiceClaim } from '#resources/payments/payments/claims.ts'
import { getInvoice, type InvoiceRow, readInvoice } from '#resources/billing/invoices/read.ts'
import type { Invoice, ResolveInvoice } from '#resources/billing/invoices/schema.ts'
import { moveToVoided } from '#resources/billing/invoices/void.ts'
import { readPayment } from '#resources/payments/payments/read.ts'
import { keepAsCredit } from './late.ts'
import { change } from './lifecycle.ts'
import { releaseCoupon } from './never_started.ts'
import { readSubscription } from './read.ts'
import { markPaid } from './settlement_writes.ts'
import { subscription as machine } from './state.ts'
import { isFirst, type Settling, decideSettlement } from './decide_settlement.ts'

export async function resolveInvoice(
  context: Context,
  invoice_id: string,
  { action }: ResolveInvoice,
): Promise<Invoice> {
  await retryOnConflict(async () => {
    const invoice = await readInvoice(context, invoice_id)
    // An earlier attempt at this request has already resolved it.
    if (context.isRetry && invoice.status === outcomes[action]) return
    const settling = await readPart(context, invoice)
    const writes = settling
      ? await (action === 'accept' ? acceptPart : voidPart)(context, settling)
      : action === 'accept' && (await acceptOlder(context, invoice))
    if (!writes) throw refused(invoice)
    await context.commit(...writes)
  })
  return getInvoice(context, invoice_id)
}

const outcomes = { accept: 'invoice_paid', void: 'voided' } as const

/** Undefined unless a part was received and the invoice waits for this decision. */
async function readPart(context: Context, invoice: InvoiceRow): Promise<Settling | undefined> {
  const { payment_id, subscription_id, status } = invoice
  if (status !== 'manual_review' || payment_id === null) return undefined
  const [claim, payment, subscription] = await Promise.all([
    findInvoiceClaim(context, payment_id),
    readPayment(context, payment_id),
    readSubscription(context, subscription_id),
  ])
  if (claim?.status !== 'open') return undefined
  const settling = { claim, payment, invoice, subscription }
  return decideSettlement(settling) === 'review_part' ? settling : undefined
}

function refused({ invoice_id, status, payment_id }: InvoiceRow): Failure {
  const advice =
    status === 'manual_review' ? ` Approve or reject its payment ${payment_id} instead.` : ''
  const message = `The invoice ${invoice_id} is ${status}. Only one of which a part was received can be resolved.${advice}`
  return new Failure('IR_14', message)
}

function acceptPart(context: Context, settling: Settling): Promise<Write[]> {
  const accepted_amount = settling.payment.amount_received
  return markPaid(context, { ...settling, invoice: { ...settling.invoice, accepted_amount } })
}

/** An earlier release took a part for the whole amount: from now on the invoice says so. */
async function acceptOlder(context: Context, invoice: InvoiceRow): Promise<Write[] | undefined> {
  const { status, payment_id, accepted_amount, amount } = invoice
  if (status !== 'invoice_paid' || payment_id === null || accepted_amount !== null) return undefined
  const { amount_received } = await readPayment(context, payment_id)
  if (amount_received >= amount) return undefined
  return [moveInvoice(invoice, undefined, { accepted_amount: amount_received }, context.now).write]
}

async function voidPart(
  context: Context,
  { claim, payment, invoice, subscription }: Settling,
): Promise<Write[]> {
  const { now } = context
  const changed = moveToVoided(invoice, now)
  const parts = { invoice: changed.row, payment }
  const set = { open_invoice_id: null, pending_update: null }
  const isUnstarted = isFirst(invoice)
  const path = isUnstarted
    ? (['decline_first'] as const)
    : allows(machine, subscription.status, 'keep')
      ? (['keep'] as const)
      : []
  return [
    changed.write,
    ...change(subscription, path, set, parts, now).writes,
    endClaim(claim, 'paid'),
    ...(await keepAsCredit(context, invoice, 'part_payment')),
    ...(isUnstarted ? await releaseCoupon(context, subscription) : []),
  ]
}
