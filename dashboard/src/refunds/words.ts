import type { Schemas } from '../api/client.ts'
import type { Words } from '../lib/status.tsx'

type Refund = Schemas['Refund']

export const refundWords: Words = {
  pending: ['info', 'On its way'],
  succeeded: ['ok', 'Sent to the customer'],
  failed: ['bad', 'Failed'],
  review: ['warn', 'Outcome not known, in review'],
}

/** As a person sees it: a refund that waits for its batch is also `pending`. */
export const shownWords: Words = {
  ...refundWords,
  scheduled: ['info', 'Waiting for the next batch'],
}

export const refundEventWords: Words = {
  refund_succeeded: ['ok', 'Sent to the customer'],
  refund_failed: ['bad', 'Refund failed'],
  refund_review: ['warn', 'No outcome from the acquirer, moved to review'],
}

export const refundTypes: Readonly<Record<string, string>> = {
  Instant: 'Sent at once',
  Scheduled: 'Sent with the next batch',
}

/** A key in `shownWords`. */
export function shownStatus({ status, refund_type, connector_refund_id }: Refund): string {
  const isWaiting = status === 'pending' && refund_type === 'Scheduled'
  return isWaiting && connector_refund_id === null ? 'scheduled' : status
}

/** The next step after a failed refund. */
export function nextStep({ error_code, unified_code }: Refund): string {
  if (error_code === 'payment_disputed') {
    return 'The payment was disputed before the refund was sent. Respond to the dispute instead: its outcome decides about the money.'
  }
  if (unified_code?.startsWith('UE_3')) {
    return 'The cause is temporary. Refund the payment again later.'
  }
  if (unified_code?.startsWith('UE_1')) {
    return 'The customer’s bank did not take the money, for example because the card was closed. Refund the payment again, or ask the customer for another way to pay it back.'
  }
  return 'Refund the payment again. If that fails too, pay the customer back in another way.'
}
