// Payment states. Each state determines what the merchant may do next; each transition leads to one state. While a
// provider call is in flight, `processing` has emitted no event yet; if no final outcome comes, `outcome_unknown`
// emits it, and the outcome follows.
import { machine } from '#kernel/machine.ts'

// A call is in flight, or the customer has not acted yet. A capture or a void whose outcome is unknown is
// `processing` too, so what follows from one may start there.
const SENT = ['processing'] as const
const AWAITED = ['processing', 'requires_action'] as const
const HELD = [
  'requires_capture',
  'partially_captured_and_capturable',
  'requires_merchant_action',
] as const
const CAPTURABLE = ['requires_capture', 'partially_captured_and_capturable', 'processing'] as const
const PARTLY_CAPTURED = ['partially_captured_and_capturable', 'processing'] as const
const IN_REVIEW = ['requires_merchant_action', 'processing'] as const
const CANCELLABLE = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
  'processing',
] as const

export const payment = machine({
  name: 'Payment',
  start: ['requires_payment_method', 'requires_confirmation', 'processing'],
  states: {
    requires_payment_method:
      'Needs a payment method. Update the payment with `payment_method_data`, or confirm it with one.',
    requires_confirmation: 'Has a payment method. Confirm it to charge, or cancel it.',
    requires_action:
      'The customer must act: follow `next_action`. The payment fails if they do not act in time.',
    requires_merchant_action: 'Held for your review. Approve or reject it before `capture_before`.',
    processing: 'The outcome is not known yet. Wait for the event, or retrieve the payment.',
    requires_capture:
      'The money is authorized (held). Capture or cancel it before `capture_before`.',
    partially_captured_and_capturable:
      'Part of the amount is captured. Capture more, or cancel the rest.',
    partially_captured:
      'Part of the amount was captured and the rest released. It can still be refunded or disputed.',
    succeeded: 'The money is captured. It can be refunded.',
    failed: 'No money was captured; `unified_code` says why.',
    cancelled: 'No money was captured; any hold was released.',
  },
  transitions: {
    add_instrument: {
      from: ['requires_payment_method', 'requires_confirmation'],
      to: 'requires_confirmation',
      by: 'merchant',
    },
    confirm: {
      from: ['requires_payment_method', 'requires_confirmation', 'failed'],
      to: 'processing',
      by: 'merchant',
    },
    void_previous: {
      from: ['requires_action', 'processing'],
      to: 'requires_payment_method',
      by: 'merchant',
      emits: 'payment_created',
    },
    block: { from: SENT, to: 'failed', by: 'merchant', emits: 'payment_failed' },
    not_sent: {
      from: SENT,
      to: 'requires_payment_method',
      by: 'provider',
      emits: 'action_required',
    },
    not_sent_vaulted: {
      from: SENT,
      to: 'requires_confirmation',
      by: 'provider',
      emits: 'payment_created',
    },
    not_sent_retry: { from: SENT, to: 'failed', by: 'provider', emits: 'payment_failed' },
    challenge: { from: SENT, to: 'requires_action', by: 'provider', emits: 'action_required' },
    review: {
      from: AWAITED,
      to: 'requires_merchant_action',
      by: 'provider',
      emits: 'action_required',
    },
    authorize: {
      from: AWAITED,
      to: 'requires_capture',
      by: 'provider',
      emits: 'payment_authorized',
    },
    charge: { from: AWAITED, to: 'succeeded', by: 'provider', emits: 'payment_succeeded' },
    charge_part: {
      from: AWAITED,
      to: 'partially_captured',
      by: 'provider',
      emits: 'payment_captured',
    },
    decline: { from: AWAITED, to: 'failed', by: 'provider', emits: 'payment_failed' },
    outcome_unknown: {
      from: [...AWAITED, ...HELD],
      to: 'processing',
      by: 'provider',
      emits: 'payment_processing',
    },
    keep_page: { from: SENT, to: 'requires_action', by: 'provider', emits: 'action_required' },
    keep_hold: { from: SENT, to: 'requires_capture', by: 'provider', emits: 'payment_authorized' },
    keep_rest: {
      from: SENT,
      to: 'partially_captured_and_capturable',
      by: 'provider',
      emits: 'payment_captured',
    },
    keep_review: {
      from: SENT,
      to: 'requires_merchant_action',
      by: 'provider',
      emits: 'action_required',
    },
    abandon: { from: AWAITED, to: 'failed', by: 'clock', emits: 'payment_failed' },
    capture: { from: CAPTURABLE, to: 'succeeded', by: 'merchant', emits: 'payment_succeeded' },
    capture_part: {
      from: CAPTURABLE,
      to: 'partially_captured_and_capturable',
      by: 'merchant',
      emits: 'payment_captured',
    },
    cancel: { from: CANCELLABLE, to: 'cancelled', by: 'merchant', emits: 'payment_cancelled' },
    release_rest: {
      from: PARTLY_CAPTURED,
      to: 'partially_captured',
      by: 'merchant',
      emits: 'payment_captured',
    },
    expire: {
      from: ['requires_capture', 'requires_merchant_action', 'processing'],
      to: 'cancelled',
      by: 'clock',
      emits: 'payment_cancelled',
    },
    expire_rest: {
      from: PARTLY_CAPTURED,
      to: 'partially_captured',
      by: 'clock',
      emits: 'payment_captured',
    },
    approve: { from: IN_REVIEW, to: 'succeeded', by: 'merchant', emits: 'payment_succeeded' },
    approve_hold: {
      from: ['requires_merchant_action'],
      to: 'requires_capture',
      by: 'merchant',
      emits: 'payment_authorized',
    },
    reject: { from: IN_REVIEW, to: 'failed', by: 'merchant', emits: 'payment_failed' },
    capture_taken_back: {
      from: ['succeeded', 'partially_captured'],
      to: 'failed',
      by: 'provider',
      emits: 'payment_failed',
    },
  },
})

export type PaymentStatus = keyof typeof payment.states
export type PaymentTransition = keyof typeof payment.transitions

const TERMINAL: ReadonlySet<PaymentStatus> = new Set([
  'succeeded',
  'partially_captured',
  'failed',
  'cancelled',
])

/** Only refunds and disputes follow; a failed payment can be confirmed again if its profile allows it. */
export function isTerminal(status: PaymentStatus): boolean {
  return TERMINAL.has(status)
}

const UNTIL_CUSTOMER_ACTS: ReadonlySet<PaymentStatus> = new Set([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
])

/** Nothing happens to the payment unless the customer acts. */
export function waitsForCustomer(status: PaymentStatus): boolean {
  return UNTIL_CUSTOMER_ACTS.has(status)
}

export const CAPTURED: ReadonlySet<PaymentStatus> = new Set([
  'succeeded',
  'partially_captured',
  'partially_captured_and_capturable',
])

/** All or part of the amount was captured: it can be refunded and disputed. */
export function isCaptured(status: PaymentStatus): boolean {
  return CAPTURED.has(status)
}

/** Aliases for statuses that other APIs use. */
export const aliases: ReadonlyMap<string, string> = new Map([
  ['requires_customer_action', 'requires_action'],
  ['requires_redirection', 'requires_action'],
  ['pending', 'processing'],
])
