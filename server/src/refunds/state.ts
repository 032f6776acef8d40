// The life of a refund. It is made pending, whether it is sent at once or waits for its batch; nobody is
// told of that. What was given back can still return: then the money is the merchant's again.
import { machine } from '../kernel/machine.ts'

export const refund = machine({
  name: 'Refund',
  start: ['pending'],
  states: {
    pending: 'On its way, or waiting for its batch at `scheduled_at`. Nothing to do.',
    succeeded: 'The money went back to the customer.',
    failed: 'No money went back, or it returned; `unified_code` says why. Make another refund.',
    review: 'The acquirer does not tell what became of it. Ask them, then resolve it.',
  },
  events: {
    succeed: { from: ['pending', 'review'], to: 'succeeded', by: 'provider' },
    fail: { from: ['pending', 'review'], to: 'failed', by: 'provider' },
    give_up: { from: ['pending'], to: 'review', by: 'clock' },
    return: { from: ['succeeded'], to: 'failed', by: 'provider' },
  },
})

export type RefundEvent = keyof typeof refund.events

/** What a merchant is told of each move. */
export const told: Readonly<Record<RefundEvent, string>> = {
  succeed: 'refund_succeeded',
  fail: 'refund_failed',
  give_up: 'refund_review',
  return: 'refund_failed',
}
