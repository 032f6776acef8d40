// Refund states. A refund starts as pending, without an event. Refunded money can be returned: then the refund fails
// and the merchant has the money again.
import { machine } from '#kernel/machine.ts'

export const refund = machine({
  name: 'Refund',
  start: ['pending'],
  states: {
    pending: 'In progress, or waiting for its batch at `scheduled_at`. Nothing to do.',
    succeeded: 'The money was sent to the customer.',
    failed:
      'No money was refunded, or it was returned; `unified_code` says why. Create another refund.',
    review:
      'The acquirer reports no outcome. The operator queries the acquirer and resolves the refund.',
  },
  transitions: {
    succeed: {
      from: ['pending', 'review'],
      to: 'succeeded',
      by: 'provider',
      emits: 'refund_succeeded',
    },
    fail: { from: ['pending', 'review'], to: 'failed', by: 'provider', emits: 'refund_failed' },
    move_to_review: { from: ['pending'], to: 'review', by: 'clock', emits: 'refund_review' },
    return: { from: ['succeeded'], to: 'failed', by: 'provider', emits: 'refund_failed' },
    succeed_late: {
      from: ['failed'],
      to: 'succeeded',
      by: 'provider',
      emits: 'refund_succeeded',
    },
  },
})

export type RefundStatus = keyof typeof refund.states
export type RefundTransition = keyof typeof refund.transitions
