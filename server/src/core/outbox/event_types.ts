// Every event a merchant can be told of: what its `content` holds, the status of the object as the event
// shows it, and when it is sent.

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
] as const
export type ContentType = (typeof contentTypes)[number]

export const eventTypes = {
  payment_created: {
    content: 'payment_details',
    status: 'requires_payment_method',
    sent: 'a payment was created and waits for an instrument or for its confirmation; sent only if the profile turns `payment_created_enabled` on',
  },
  payment_succeeded: {
    content: 'payment_details',
    status: 'succeeded',
    sent: 'the money is taken: at once, or by the capture that takes the rest',
  },
  payment_failed: {
    content: 'payment_details',
    status: 'failed',
    sent: 'the payment was declined, its authentication failed or was abandoned, or you rejected it; `unified_code` says why',
  },
  payment_processing: {
    content: 'payment_details',
    status: 'processing',
    sent: 'the acquirer has no final answer yet; another event follows',
  },
  payment_cancelled: {
    content: 'payment_details',
    status: 'cancelled',
    sent: 'you cancelled the payment, or its hold ran out before a capture; nothing was taken',
  },
  payment_authorized: {
    content: 'payment_details',
    status: 'requires_capture',
    sent: 'the money is held and waits for your capture until `capture_before`',
  },
  payment_captured: {
    content: 'payment_details',
    status: 'partially_captured_and_capturable',
    sent: 'a part of the held money was taken, or the rest after such a part was released; `status` tells which',
  },
  payment_reversed: {
    content: 'payment_details',
    status: 'failed',
    sent: 'money moved although the payment had ended or gone on without it; it is given back, and `late_outcomes` shows it',
  },
  action_required: {
    content: 'payment_details',
    status: 'requires_action',
    sent: 'the customer must act (`next_action` says how), or the payment is held for your review',
  },
  refund_succeeded: {
    content: 'refund_details',
    status: 'succeeded',
    sent: 'the money is on its way back to the customer',
  },
  refund_failed: {
    content: 'refund_details',
    status: 'failed',
    sent: 'the refund was refused, or the money came back after it; try again with a new refund',
  },
  refund_review: {
    content: 'refund_details',
    status: 'review',
    sent: 'the acquirer gave no answer for days; people look into it',
  },
  dispute_opened: {
    content: 'dispute_details',
    status: 'dispute_opened',
    sent: 'a customer disputes a payment, or a dispute you had won goes to its next stage; answer before `challenge_required_by`',
  },
  dispute_expired: {
    content: 'dispute_details',
    status: 'dispute_expired',
    sent: 'the time to answer ran out; the money stays with the customer',
  },
  dispute_accepted: {
    content: 'dispute_details',
    status: 'dispute_accepted',
    sent: 'you accepted the dispute; the money stays with the customer',
  },
  dispute_cancelled: {
    content: 'dispute_details',
    status: 'dispute_cancelled',
    sent: 'the customer withdrew the dispute; the money is yours again',
  },
  dispute_challenged: {
    content: 'dispute_details',
    status: 'dispute_challenged',
    sent: 'your evidence was submitted',
  },
  dispute_won: {
    content: 'dispute_details',
    status: 'dispute_won',
    sent: 'the issuer decided for you; the money is yours again',
  },
  dispute_lost: {
    content: 'dispute_details',
    status: 'dispute_lost',
    sent: 'the issuer decided for the customer',
  },
  payout_initiated: {
    content: 'payout_details',
    status: 'initiated',
    sent: 'the payout was handed to the rail',
  },
  payout_processing: {
    content: 'payout_details',
    status: 'pending',
    sent: 'the rail accepted the payout and has no final answer yet',
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
    sent: 'you cancelled the payout before it was handed over',
  },
  payout_expired: {
    content: 'payout_details',
    status: 'expired',
    sent: 'the payout was not fulfilled in time',
  },
  payout_reversed: {
    content: 'payout_details',
    status: 'reversed',
    sent: 'the bank of the recipient sent the money back',
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
    sent: 'a subscription began with a trial',
  },
  subscription_paused: {
    content: 'subscription_details',
    status: 'paused',
    sent: 'a subscription was paused; it is not billed meanwhile',
  },
  subscription_resumed: {
    content: 'subscription_details',
    status: 'active',
    sent: 'a paused subscription goes on',
  },
  subscription_cancelled: {
    content: 'subscription_details',
    status: 'cancelled',
    sent: 'a subscription was cancelled, or its time after a cancellation is over',
  },
  subscription_inactive: {
    content: 'subscription_details',
    status: 'in_active',
    sent: 'a subscription ended without being cancelled: it was never confirmed, or its last cycle is over',
  },
} as const satisfies Readonly<Record<string, EventType>>

export type EventName = keyof typeof eventTypes
export const eventNames = Object.keys(eventTypes) as readonly EventName[]
