// Invoice states. An invoice follows its payments and has no events: its subscription's events show it.
import { machine } from '#kernel/machine.ts'

const FAILED = ['payment_pending_timeout', 'payment_failed', 'payment_canceled'] as const
const OPEN = ['invoice_created', 'payment_pending', 'manual_review', ...FAILED] as const

export const invoice = machine({
  name: 'Invoice',
  start: ['invoice_created', 'payment_pending', 'invoice_paid'],
  states: {
    invoice_created: 'It is due, and no payment is in progress.',
    payment_pending: 'A payment was made for it, and its outcome is not known yet.',
    payment_pending_timeout:
      'The customer had to act, and did not act in time. `next_attempt_at` says when the next payment is made.',
    payment_succeeded:
      'It was paid when nothing waited for it any more. The money is on the credit balance of the customer.',
    payment_failed:
      'The payment was declined; `unified_code` says why, `next_attempt_at` when it is retried.',
    payment_canceled:
      'You cancelled the payment. `next_attempt_at` says when the next one is made.',
    invoice_paid: 'The money received for it covers it, or there was nothing to pay.',
    manual_review:
      'The payment is held for your review: approve or reject it. Or less was received than the invoice asks for: resolve the invoice.',
    voided: 'It will not be paid; a credit that was applied to it was returned.',
  },
  transitions: {
    attempt: { from: ['invoice_created', ...FAILED], to: 'payment_pending', by: 'merchant' },
    review: { from: ['payment_pending'], to: 'manual_review', by: 'provider' },
    approve: { from: ['manual_review'], to: 'payment_pending', by: 'merchant' },
    pay: { from: OPEN, to: 'invoice_paid', by: 'provider' },
    // The payment never reached the acquirer, or the next one asks for authentication.
    reopen: { from: ['payment_pending'], to: 'invoice_created', by: 'provider' },
    decline: { from: OPEN, to: 'payment_failed', by: 'provider' },
    cancel_payment: { from: OPEN, to: 'payment_canceled', by: 'merchant' },
    time_out: { from: OPEN, to: 'payment_pending_timeout', by: 'clock' },
    void: { from: OPEN, to: 'voided', by: 'merchant' },
    // A payment that could not be cancelled any more succeeds.
    pay_late: { from: [...OPEN, 'voided'], to: 'payment_succeeded', by: 'provider' },
  },
})

export type InvoiceStatus = keyof typeof invoice.states
export type InvoiceTransition = keyof typeof invoice.transitions

export const invoiceStatuses = invoice.states

const SETTLED: ReadonlySet<InvoiceStatus> = new Set(['invoice_paid', 'payment_succeeded', 'voided'])

/** Nothing is to be paid any more. */
export function isSettled(status: InvoiceStatus): boolean {
  return SETTLED.has(status)
}
