// What each status of an invoice means. An invoice follows the payments that are made for it.

export const invoiceStatuses = {
  invoice_created: 'It is due, and no payment has been made for it yet.',
  payment_pending: 'A payment was made for it, and its outcome is not known yet.',
  payment_pending_timeout:
    'The customer had to act, and did not act in time. The next retry follows the schedule of the profile.',
  payment_succeeded:
    'It was paid after its subscription had ended. The amount is on the credit balance of the customer.',
  payment_failed:
    'The payment was declined; `unified_code` says why, `next_attempt_at` when it is retried.',
  payment_canceled: 'You cancelled the payment. `next_attempt_at` says when the next one is made.',
  invoice_paid: 'It is paid, or there was nothing to pay.',
  manual_review: 'The payment is held for your review. Approve or reject it.',
  voided: 'It will not be paid; a credit that was applied to it was returned.',
} as const

export type InvoiceStatus = keyof typeof invoiceStatuses

const SETTLED: ReadonlySet<InvoiceStatus> = new Set(['invoice_paid', 'payment_succeeded', 'voided'])

/** Nothing is to be paid any more. */
export function isSettled(status: InvoiceStatus): boolean {
  return SETTLED.has(status)
}
