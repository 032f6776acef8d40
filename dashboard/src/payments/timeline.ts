// Steps without an event: creation, refunds and disputes.
import type { Schemas } from '../api/client.ts'
import { disputeWords } from '../disputes/words.ts'
import { money } from '../lib/money.ts'
import type { Words } from '../lib/status.tsx'
import type { Step } from '../lib/timeline.tsx'
import { shownWords, shownStatus } from '../refunds/words.ts'

type Payment = Schemas['Payment']

const MAX_IDS = 100

export const paymentEventWords: Words = {
  payment_created: ['mute', 'Waiting to be confirmed'],
  action_required: ['info', 'The customer or you must act'],
  payment_processing: ['info', 'Sent to the acquirer, outcome not known yet'],
  payment_authorized: ['info', 'Payment authorized'],
  payment_captured: ['ok', 'Part of the payment captured'],
  payment_succeeded: ['ok', 'Paid'],
  payment_failed: ['bad', 'Attempt failed'],
  payment_cancelled: ['mute', 'Cancelled'],
  payment_reversed: ['warn', 'Late money was returned'],
}

export function listSteps(payment: Payment): Step[] {
  const { created, refunds, disputes, currency, payment_id } = payment
  return [
    { key: payment_id, tone: 'mute', title: 'Payment created', at: created },
    ...(refunds ?? []).map((refund) => ({
      key: refund.refund_id,
      tone: refund.status === 'failed' ? ('bad' as const) : ('warn' as const),
      target: { to: '/refunds/$id' as const, params: { id: refund.refund_id } },
      title: `Refund of ${money(refund.amount, currency)}`,
      about: [shownWords[shownStatus(refund)]?.[1], refund.reason].filter(Boolean).join(' · '),
      at: refund.created,
    })),
    ...(disputes ?? []).map(({ dispute_id, amount, created: at, dispute_status }) => ({
      key: dispute_id,
      tone: 'bad' as const,
      target: { to: '/disputes/$id' as const, params: { id: dispute_id } },
      title: `Dispute over ${money(amount, currency)}`,
      about: disputeWords[dispute_status]?.[1] ?? dispute_status,
      at,
    })),
  ]
}

/** The payment and its refunds and disputes: all move money. */
export function listObjectIds({ payment_id, refunds, disputes }: Payment): string {
  const ids = [
    ...(refunds ?? []).map(({ refund_id }) => refund_id),
    ...(disputes ?? []).map(({ dispute_id }) => dispute_id),
  ]
  return [payment_id, ...ids].slice(0, MAX_IDS).join(',')
}
