// The words of a dispute: what the bank remembers of it, and what it tells.
import type { Owed } from './operation.ts'

export const stages = ['pre_dispute', 'dispute', 'pre_arbitration'] as const
export type Stage = (typeof stages)[number]

export type Status = 'opened' | 'challenged' | 'accepted' | 'expired' | 'cancelled' | 'won' | 'lost'

/** Why cardholders dispute, with the card network's code for it. */
export const reasons = {
  fraudulent: '10.4',
  duplicate: '12.6',
  product_not_received: '13.1',
  subscription_canceled: '13.2',
  product_unacceptable: '13.3',
  credit_not_processed: '13.6',
} as const

export type Reason = keyof typeof reasons

/** A dispute as the bank remembers it. */
export interface Dispute {
  dispute_id: string
  /** The authorization whose money is disputed. */
  operation_id: string
  merchant_id: string | null
  reference: string
  transaction_id: string
  callback_url: string | null
  /** Counts the changes, the opening being the first. */
  revision: number
  stage: Stage
  status: Status
  reason: Reason
  amount: number
  currency: string
  /** What the merchant is without because of it: nothing or the amount. */
  debited: number
  fees: number
  opened_at: number
  challenge_by: number
  /** From the id of each submission to a digest of what was in it; the evidence itself is not kept. */
  submissions: Record<string, string>
  /** What the issuer has made up its mind to, when that is only a matter of time. */
  verdict: 'win' | 'lose' | null
  due_at: number | null
  callback_twice: boolean
  callback_late_ms: number
  owed: Owed | null
}

/** A dispute as the caller sees it at this moment. */
export function shownDispute(dispute: Dispute) {
  const { dispute_id, operation_id, merchant_id, reference, revision, stage, status } = dispute
  const { reason, amount, currency, debited, fees, opened_at, challenge_by } = dispute
  return {
    dispute_id,
    operation_id,
    merchant_id,
    reference,
    revision,
    stage,
    status,
    reason,
    reason_code: reasons[reason],
    amount,
    currency,
    debited,
    fees,
    opened_at: new Date(opened_at).toISOString(),
    challenge_required_by: new Date(challenge_by).toISOString(),
  }
}
