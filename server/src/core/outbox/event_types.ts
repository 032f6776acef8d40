// All event types: the type of `content`, the object's usual status in the event, and when the event is sent.

interface EventType {
  readonly content: ContentType
  readonly status: string
  readonly sent: string
}

const contentTypes = [
  'payment_details',
  'refund_details',
  'dispute_details',
  'payout_details',
  'subscription_details',
  'payment_link_details',
] as const
export type ContentType = (typeof contentTypes)[number]

export const eventTypes = {
  payment_created: {
    content: 'payment_details',
    status: 'requires_payment_method',
    sent: 'a payment was created and needs a payment method or its confirmation, or it never reached the acquirer (`error_code` is `not_sent`) and can be confirmed again; sent only if `payment_created_enabled` is on in the profile',
  },
  payment_succeeded: {
    content: 'payment_details',
    status: 'succeeded',
    sent: 'the money is captured: immediately, or by the capture of the rest',
  },
  payment_failed: {
    content: 'payment_details',
    status: 'failed',
    sent: 'the payment was declined, its authentication failed or was abandoned, or you rejected it; `unified_code` says why',
  },
  payment_processing: {
    content: 'payment_details',
    status: 'processing',
    sent: 'the outcome is not known yet; another event follows',
  },
  payment_cancelled: {
    content: 'payment_details',
    status: 'cancelled',
    sent: 'you cancelled the payment, or its hold expired before a capture; nothing was captured',
  },
  payment_authorized: {
    content: 'payment_details',
    status: 'requires_capture',
    sent: 'the money is authorized (held); capture it before `capture_before`',
  },
  payment_captured: {
    content: 'payment_details',
    status: 'partially_captured_and_capturable',
    sent: 'part of the authorized amount was captured, or the rest was released after such a capture; `status` says which',
  },
  payment_reversed: {
    content: 'payment_details',
    status: 'failed',
    sent: 'money moved after the payment had ended or continued without it; it is being returned, and `late_outcomes` shows it',
  },
  action_required: {
    content: 'payment_details',
    status: 'requires_action',
    sent: 'the customer must act (`next_action` says how), or the payment is held for your review, or it never reached the acquirer (`error_code` is `not_sent`) and must be confirmed again',
  },
  refund_succeeded: {
    content: 'refund_details',
    status: 'succeeded',
    sent: 'the money is on its way back to the customer',
  },
  refund_failed: {
    content: 'refund_details',
    status: 'failed',
    sent: 'the refund was refused, or the money was returned afterwards; create a new refund',
  },
  refund_review: {
    content: 'refund_details',
    status: 'review',
    sent: 'the acquirer reported no outcome for nine days; the operator resolves it',
  },
  dispute_opened: {
    content: 'dispute_details',
    status: 'dispute_opened',
    sent: 'a customer disputes a payment, or a dispute that you had won is escalated; respond before `challenge_required_by`',
  },
  dispute_expired: {
    content: 'dispute_details',
    status: 'dispute_expired',
    sent: 'the deadline passed without a response; the customer keeps the money',
  },
  dispute_accepted: {
    content: 'dispute_details',
    status: 'dispute_accepted',
    sent: 'you accepted the dispute; the customer keeps the money',
  },
  dispute_cancelled: {
    content: 'dispute_details',
    status: 'dispute_cancelled',
    sent: 'the customer withdrew the dispute; the money is returned to you',
  },
  dispute_challenged: {
    content: 'dispute_details',
    status: 'dispute_challenged',
    sent: 'your evidence was submitted',
  },
  dispute_won: {
    content: 'dispute_details',
    status: 'dispute_won',
    sent: 'the issuer decided for you; the money is returned to you',
  },
  dispute_lost: {
    content: 'dispute_details',
    status: 'dispute_lost',
    sent: 'the issuer decided for the customer, who keeps the money',
  },
  payout_initiated: {
    content: 'payout_details',
    status: 'initiated',
    sent: 'the payout was sent to the rail',
  },
  payout_processing: {
    content: 'payout_details',
    status: 'pending',
    sent: 'the rail accepted the payout; the outcome is not known yet',
  },
  payout_success: {
    content: 'payout_details',
    status: 'success',
    sent: 'the recipient has the money',
  },
  payout_failed: {
    content: 'payout_details',
    status: 'failed',
    sent: 'the rail refused the payout, or the recipient is not eligible (`status` is then `ineligible`)',
  },
  payout_cancelled: {
    content: 'payout_details',
    status: 'cancelled',
    sent: 'you cancelled the payout before it was sent',
  },
  payout_expired: {
    content: 'payout_details',
    status: 'expired',
    sent: 'the payout was not fulfilled in time',
  },
  payout_reversed: {
    content: 'payout_details',
    status: 'reversed',
    sent: 'the bank of the recipient returned the money',
  },
  invoice_paid: {
    content: 'subscription_details',
    status: 'active',
    sent: 'an invoice of a subscription was paid',
  },
  invoice_payment_failed: {
    content: 'subscription_details',
    status: 'unpaid',
    sent: 'the payment of an invoice was declined',
  },
  subscription_active: {
    content: 'subscription_details',
    status: 'active',
    sent: 'a subscription became active',
  },
  subscription_trial: {
    content: 'subscription_details',
    status: 'trial',
    sent: 'a subscription started with a trial',
  },
  subscription_paused: {
    content: 'subscription_details',
    status: 'paused',
    sent: 'a subscription was paused and is not billed',
  },
  subscription_resumed: {
    content: 'subscription_details',
    status: 'active',
    sent: 'a paused subscription was resumed',
  },
  subscription_cancelled: {
    content: 'subscription_details',
    status: 'cancelled',
    sent: 'a subscription was cancelled, or its last period after a cancellation ended',
  },
  subscription_inactive: {
    content: 'subscription_details',
    status: 'in_active',
    sent: 'a subscription ended without being cancelled: it was never confirmed, or its last cycle ended',
  },
  payment_link_completed: {
    content: 'payment_link_details',
    status: 'completed',
    sent: 'a payment link was paid: once if it is `one_time`, or as often as its `usage_limit` allows',
  },
  payment_link_expired: {
    content: 'payment_link_details',
    status: 'expired',
    sent: 'the `expiry` of a payment link passed',
  },
} as const satisfies Readonly<Record<string, EventType>>

export type EventName = keyof typeof eventTypes
/** The name for these values in error messages. */
export const EVENT_TYPE = 'an event type, such as payment_succeeded (all: /docs)'
export const eventNames = Object.keys(eventTypes) as readonly EventName[]
