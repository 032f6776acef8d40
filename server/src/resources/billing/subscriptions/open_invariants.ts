// Invariants for open billing: the invoice that a subscription waits for, its billing frequency, and that an invoice
// which will not be paid has returned its credit. A message ends with the request or command that fixes it, if there
// is one.
import type { InvoiceFacts, SubscriptionRecord } from '#core/invariants/record.ts'
import { type InvoiceStatus, isSettled } from '#resources/billing/invoices/state.ts'
import { hasEnded, type SubscriptionStatus } from './state.ts'

const cancelIt = (id: string) => `POST /subscriptions/${id}/cancel {"cancel_option": "immediately"}`

/**
 * Commands that continue a subscription which waits for nothing: an earlier release could leave one in this state.
 */
const ways: Readonly<Record<string, (id: string) => string>> = {
  pending: cancelIt,
  unpaid: (id) =>
    `POST /subscriptions/${id}/pause {"pause_option": "immediately"} and then /resume {"resume_option": "immediately"}, or ${cancelIt(id)}`,
}

const voidIt = (merchant_id: string, invoice_id: string) =>
  `florin-server invoices void ${merchant_id} ${invoice_id}`

export function unawaited({ subscription, invoices }: SubscriptionRecord): string[] {
  const { merchant_id, subscription_id, open_invoice_id } = subscription
  const status = subscription.status as SubscriptionStatus
  const way = ways[status]?.(subscription_id)
  const isStuck = way !== undefined && open_invoice_id === null
  const stuck = isStuck ? [`is ${status} without an open invoice: ${way}`] : []
  // If a subscription never started, its first invoice stays failed.
  const left = hasEnded(status) ? [] : invoices.filter((row) => !isSettledOne(row))
  const orphans = left
    .filter(({ invoice_id }) => invoice_id !== open_invoice_id)
    .map(
      ({ invoice_id, status: of }) =>
        `${invoice_id} is ${of}, and nothing waits for it: ${voidIt(merchant_id, invoice_id)}`,
    )
  return [...stuck, ...orphans]
}

function isSettledOne({ status }: InvoiceFacts): boolean {
  return isSettled(status as InvoiceStatus)
}

/** An earlier release could bill too often; such a subscription is listed until it has ended. */
export function billedTooOften({ subscription, invoices }: SubscriptionRecord): string[] {
  const { cycles, cycles_billed, item_price_id, status } = subscription
  if (cycles === null || cycles_billed <= cycles) return []
  const isOlder = invoices.some(({ period_no }) => period_no === 0)
  if (isOlder && hasEnded(status as SubscriptionStatus)) return []
  const paid = invoices.filter((row) => row.reason === 'renewal' && row.status === 'invoice_paid')
  const last = paid.toSorted((a, b) => a.period_end_ms - b.period_end_ms).at(-1)?.payment
  const way = last ? `: POST /refunds {"payment_id": "${last.payment_id}"}` : ''
  return [`has billed ${cycles_billed} periods, ${item_price_id} has ${cycles}${way}`]
}

/** A paid or open invoice has used its credit, and every other one has returned it. */
export function unreturned({ subscription, invoices }: SubscriptionRecord): string[] {
  const { merchant_id, open_invoice_id } = subscription
  const isEnded = hasEnded(subscription.status as SubscriptionStatus)
  return invoices.flatMap((invoice) => {
    const { invoice_id, status, credit_applied, credit_used } = invoice
    const isOpen = !isSettledOne(invoice)
    const isAwaited = invoice_id === open_invoice_id
    // Nothing waits for it, which is a separate violation.
    if (isOpen && !isAwaited && !isEnded) return []
    const due = status === 'invoice_paid' || (isOpen && isAwaited) ? credit_applied : 0
    if (credit_used === due) return []
    const way = isOpen && !isAwaited ? `: ${voidIt(merchant_id, invoice_id)}` : ''
    return `${invoice_id} is ${status} and uses ${credit_used} of credit, not ${due}${way}`
  })
}
