// Every event a merchant can be told of, by the object it is about.

const eventTypes = {
  payment_details: [
    'payment_created',
    'payment_succeeded',
    'payment_failed',
    'payment_processing',
    'payment_cancelled',
    'payment_authorized',
    'payment_captured',
    'action_required',
  ],
  refund_details: ['refund_succeeded', 'refund_failed', 'refund_review'],
  dispute_details: [
    'dispute_opened',
    'dispute_expired',
    'dispute_accepted',
    'dispute_cancelled',
    'dispute_challenged',
    'dispute_won',
    'dispute_lost',
  ],
  payout_details: [
    'payout_initiated',
    'payout_processing',
    'payout_success',
    'payout_failed',
    'payout_cancelled',
    'payout_expired',
    'payout_reversed',
  ],
  subscription_details: [
    'invoice_paid',
    'invoice_payment_failed',
    'subscription_active',
    'subscription_trial',
    'subscription_paused',
    'subscription_resumed',
    'subscription_cancelled',
    'subscription_inactive',
  ],
} as const

export const eventNames: readonly string[] = Object.values(eventTypes).flat()
