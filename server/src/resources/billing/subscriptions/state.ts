// Subscription states. `onetime` and `in_active` are the contract's words for "paid to the end of the period and not
// renewed" and "ended without being cancelled".
import { machine } from '#kernel/machine.ts'

// The confirmation leads from created to pending, before the bank is called.
const UNCONFIRMED = ['pending'] as const
const BILLED = ['active', 'trial', 'pending', 'unpaid'] as const

export const subscription = machine({
  name: 'Subscription',
  start: ['created'],
  states: {
    created: 'Not confirmed yet. Confirm it within 24 hours, or it becomes `in_active`.',
    active: 'Paid for the present period. It renews at `next_billing_at`.',
    pending: 'The outcome of a payment is not known yet, or the customer must act.',
    trial:
      'In its trial: the payment method is saved, and the first charge is at `next_billing_at`.',
    paused: 'Paused: nothing is billed until it is resumed.',
    unpaid:
      'The open invoice could not be collected. A renewal is retried on the schedule of the profile; a plan change waits until `pending_update.expires_at`.',
    cancelled: 'Cancelled: it has ended.',
    failed: 'It could not be started, or a plan change was blocked: it has ended.',
    in_active: 'Ended without being cancelled: it was never confirmed, or its last cycle ended.',
    onetime: 'Paid until `period_end`, and not renewed after that.',
  },
  transitions: {
    start_trial: { from: UNCONFIRMED, to: 'trial', by: 'merchant', emits: 'subscription_trial' },
    pay_first: { from: UNCONFIRMED, to: 'active', by: 'merchant', emits: 'invoice_paid' },
    start: { from: ['active'], to: 'active', by: 'merchant', emits: 'subscription_active' },
    decline_first: {
      from: UNCONFIRMED,
      to: 'failed',
      by: 'provider',
      emits: 'invoice_payment_failed',
    },
    wait: { from: ['created', 'active', 'trial', 'unpaid'], to: 'pending', by: 'provider' },
    // The first payment never reached the acquirer: the subscription waits for another confirmation.
    reopen: { from: ['pending'], to: 'created', by: 'provider' },
    pay: { from: BILLED, to: 'active', by: 'clock', emits: 'invoice_paid' },
    // The open invoice is voided and the subscription goes on, as when a plan change is not paid.
    keep: { from: ['pending', 'unpaid'], to: 'active', by: 'clock', emits: 'subscription_active' },
    decline: { from: BILLED, to: 'unpaid', by: 'provider', emits: 'invoice_payment_failed' },
    block: {
      from: ['active', 'pending'],
      to: 'failed',
      by: 'provider',
      emits: 'invoice_payment_failed',
    },
    pause: {
      from: ['active', 'trial', 'unpaid'],
      to: 'paused',
      by: 'merchant',
      emits: 'subscription_paused',
    },
    resume: { from: ['paused'], to: 'active', by: 'merchant', emits: 'subscription_resumed' },
    resume_trial: { from: ['paused'], to: 'trial', by: 'merchant', emits: 'subscription_resumed' },
    stop_renewing: { from: ['active', 'trial'], to: 'onetime', by: 'merchant' },
    cancel: {
      from: ['created', 'active', 'trial', 'paused', 'unpaid', 'pending', 'onetime'],
      to: 'cancelled',
      by: 'merchant',
      emits: 'subscription_cancelled',
    },
    end: { from: ['onetime'], to: 'in_active', by: 'clock', emits: 'subscription_inactive' },
    expire: { from: ['created'], to: 'in_active', by: 'clock', emits: 'subscription_inactive' },
  },
})

export type SubscriptionStatus = keyof typeof subscription.states
export type SubscriptionTransition = keyof typeof subscription.transitions

const ENDED: ReadonlySet<SubscriptionStatus> = new Set(['cancelled', 'failed', 'in_active'])

export function hasEnded(status: SubscriptionStatus): boolean {
  return ENDED.has(status)
}

/** An older release recorded a confirmation without leaving `created`. */
export function fromCreated(
  status: SubscriptionStatus,
  path: SubscriptionTransition[],
): SubscriptionTransition[] {
  return status === 'created' ? ['wait', ...path] : path
}
