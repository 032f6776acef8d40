// Credit invariants: credit is granted from money, and taken back when that money is returned.
import { MINUTE_MS } from '#kernel/clock.ts'
import type { Invariants } from '#core/invariants/invariants.ts'
import type { InvoiceFacts, PaymentRecord, SubscriptionRecord } from '#core/invariants/record.ts'
import type { Moment } from '#core/operations/operation.ts'

export const invariants: Invariants = {
  payment: { '18': wrongLot },
  subscription: { '18': unbackedGrants },
}

/** Credit follows a refund or a dispute within seconds; later than this is a violation. */
const TAKE_BACK_MS = 5 * MINUTE_MS

/** Remaining credit from a payment is money that the merchant still has. */
function wrongLot({ payment, refunds, disputes }: PaymentRecord, { now }: Moment): string[] {
  const { credit, amount_received, amount_refunded, amount_disputed } = payment
  if (credit < 0) return [`its credit is ${credit}`]
  const fresh = [...refunds.map(({ refund }) => refund), ...disputes.map(({ dispute }) => dispute)]
    .filter(({ modified_at }) => now.getTime() - modified_at.getTime() < TAKE_BACK_MS)
    .reduce((sum, { amount }) => sum + amount, 0)
  const given_back = amount_refunded + amount_disputed
  if (credit <= Math.max(0, amount_received - given_back) + fresh) return []
  return [`its credit is ${credit}, it received ${amount_received} and gave back ${given_back}`]
}

/**
 * Gross: later returns are compared by payment, not here. Entries from a release that did not check the money do not
 * count; the doctor lists them as decisions.
 */
function unbackedGrants({ invoices }: SubscriptionRecord): string[] {
  const isPaid = ({ status }: InvoiceFacts) => status === 'invoice_paid'
  const periods = Map.groupBy(invoices.filter(isPaid), ({ period_end_ms }) => period_end_ms)
  const ofPeriods = [...periods.values()].flatMap((period) => {
    const ids = period.map(({ invoice_id }) => invoice_id).join(', ')
    const granted = sum(period, (row) => row.granted)
    const money = sum(period, (row) => row.received + row.credit_used + row.carried)
    return granted > money ? `${ids} granted ${granted} of credit for ${money}` : []
  })
  const ofOthers = invoices
    .filter((row) => !isPaid(row) && row.granted > row.received)
    .map(
      ({ invoice_id, status, granted, received }) =>
        `${invoice_id} is ${status} and granted ${granted} of credit for ${received}`,
    )
  return [...ofPeriods, ...ofOthers]
}

function sum(invoices: readonly InvoiceFacts[], of: (row: InvoiceFacts) => number): number {
  return invoices.reduce((total, row) => total + of(row), 0)
}
