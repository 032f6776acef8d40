// Payment link states. A payment that is in progress when the link ends is not cancelled: if it succeeds, the link is
// completed after all, because money was taken for it.
import { machine } from '#kernel/machine.ts'

export const paymentLink = machine({
  name: 'Payment link',
  start: ['active'],
  states: {
    active: 'Can be paid on its page.',
    completed: 'Paid: once if it is `one_time`, or as often as `usage_limit` allows.',
    expired: 'Its `expiry` has passed. A payment that was in progress can still complete it.',
    deactivated: 'You deactivated it. A payment that was in progress can still complete it.',
  },
  transitions: {
    complete: {
      from: ['active', 'expired', 'deactivated'],
      to: 'completed',
      by: 'provider',
      emits: 'payment_link_completed',
    },
    expire: { from: ['active'], to: 'expired', by: 'clock', emits: 'payment_link_expired' },
    deactivate: { from: ['active'], to: 'deactivated', by: 'merchant' },
  },
})

export type PaymentLinkStatus = keyof typeof paymentLink.states
export type PaymentLinkTransition = keyof typeof paymentLink.transitions
