// The life of a payment. Each state says what the merchant may do next; each event leads to one state.
// A call to the provider is in flight while `processing` is not yet told to anybody; if no final answer
// comes, it is, and the outcome follows.
import { machine } from '../kernel/machine.ts'

export const payment = machine({
  name: 'Payment',
  start: ['requires_payment_method', 'requires_confirmation', 'processing'],
  states: {
    requires_payment_method:
      'Waits for an instrument. Update it with `payment_method_data`, or confirm with one.',
    requires_confirmation: 'Has an instrument. Confirm it to charge, or cancel it.',
    requires_action: 'The customer must act: follow `next_action` before `action_before`.',
    requires_merchant_action: 'Held for your review. Approve or reject it before `capture_before`.',
    processing:
      'The acquirer has no final answer yet. Wait for the event, or retrieve the payment.',
    requires_capture: 'The money is held. Capture or cancel it before `capture_before`.',
    partially_captured_and_capturable: 'A part is taken. Capture more, or cancel what is left.',
    partially_captured:
      'A part was taken and the rest released. Nothing more can happen but refunds.',
    succeeded: 'The money is taken. It can be refunded.',
    failed: 'No money was taken; `unified_code` says why.',
    cancelled: 'No money was taken, or the hold was released.',
  },
  events: {
    add_instrument: {
      from: ['requires_payment_method'],
      to: 'requires_confirmation',
      by: 'merchant',
    },
    confirm: {
      from: ['requires_payment_method', 'requires_confirmation', 'requires_action', 'failed'],
      to: 'processing',
      by: 'merchant',
    },
    unsend: { from: ['processing'], to: 'requires_confirmation', by: 'provider' },
    unsend_bare: { from: ['processing'], to: 'requires_payment_method', by: 'provider' },
    challenge: { from: ['processing'], to: 'requires_action', by: 'provider' },
    review: {
      from: ['processing', 'requires_action'],
      to: 'requires_merchant_action',
      by: 'provider',
    },
    authorize: { from: ['processing', 'requires_action'], to: 'requires_capture', by: 'provider' },
    charge: { from: ['processing', 'requires_action'], to: 'succeeded', by: 'provider' },
    decline: { from: ['processing', 'requires_action'], to: 'failed', by: 'provider' },
    lose_sight: {
      from: [
        'requires_action',
        'requires_capture',
        'partially_captured_and_capturable',
        'requires_merchant_action',
      ],
      to: 'processing',
      by: 'provider',
    },
    abandon: { from: ['requires_action', 'processing'], to: 'failed', by: 'clock' },
    capture: {
      from: ['requires_capture', 'partially_captured_and_capturable', 'processing'],
      to: 'succeeded',
      by: 'merchant',
    },
    capture_part: {
      from: ['requires_capture', 'partially_captured_and_capturable', 'processing'],
      to: 'partially_captured_and_capturable',
      by: 'merchant',
    },
    cancel: {
      from: [
        'requires_payment_method',
        'requires_confirmation',
        'requires_action',
        'requires_capture',
        'processing',
      ],
      to: 'cancelled',
      by: 'merchant',
    },
    cancel_rest: {
      from: ['partially_captured_and_capturable', 'processing'],
      to: 'partially_captured',
      by: 'merchant',
    },
    expire: {
      from: ['requires_capture', 'requires_merchant_action', 'processing'],
      to: 'cancelled',
      by: 'clock',
    },
    expire_rest: {
      from: ['partially_captured_and_capturable', 'processing'],
      to: 'partially_captured',
      by: 'clock',
    },
    approve: { from: ['requires_merchant_action', 'processing'], to: 'succeeded', by: 'merchant' },
    approve_hold: { from: ['requires_merchant_action'], to: 'requires_capture', by: 'merchant' },
    reject: { from: ['requires_merchant_action', 'processing'], to: 'failed', by: 'merchant' },
  },
})

export type PaymentStatus = keyof typeof payment.states
export type PaymentEvent = keyof typeof payment.events

/** What a merchant is told when a payment arrives in a state; creation is told apart. */
export const told: Readonly<Record<PaymentStatus, string>> = {
  requires_payment_method: 'payment_created',
  requires_confirmation: 'payment_created',
  requires_action: 'action_required',
  requires_merchant_action: 'action_required',
  processing: 'payment_processing',
  requires_capture: 'payment_authorized',
  partially_captured_and_capturable: 'payment_captured',
  partially_captured: 'payment_captured',
  succeeded: 'payment_succeeded',
  failed: 'payment_failed',
  cancelled: 'payment_cancelled',
}

const OVER: ReadonlySet<PaymentStatus> = new Set([
  'succeeded',
  'partially_captured',
  'failed',
  'cancelled',
])

/** Nothing more will happen to it but refunds and disputes; a failed one may be tried again by hand. */
export function isOver(status: PaymentStatus): boolean {
  return OVER.has(status)
}

const TAKEN: ReadonlySet<PaymentStatus> = new Set([
  'succeeded',
  'partially_captured',
  'partially_captured_and_capturable',
])

/** Money was taken, all of it or a part: it can be refunded, and disputed. */
export function isTaken(status: PaymentStatus): boolean {
  return TAKEN.has(status)
}
