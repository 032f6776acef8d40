import type { Schemas } from '../api/client.ts'
import { machines } from '../api/generated/tables.ts'
import type { Words } from '../lib/status.tsx'
import { inWords } from '../lib/words.ts'

export type Dispute = Schemas['Dispute']

export const disputeWords: Words = {
  dispute_opened: ['warn', 'Needs your response'],
  dispute_challenged: ['info', 'The issuer has your evidence'],
  dispute_accepted: ['mute', 'You accepted it'],
  dispute_expired: ['bad', 'Expired without a response'],
  dispute_cancelled: ['ok', 'The cardholder withdrew it'],
  dispute_won: ['ok', 'Won'],
  dispute_lost: ['bad', 'Lost'],
}

/** True while evidence can be submitted. */
export function isAnswerable(status: string): boolean {
  return (machines.Dispute.transitions.challenge.from as readonly string[]).includes(status)
}

export const stageNames: Readonly<Record<string, string>> = {
  pre_dispute: 'Inquiry',
  dispute: 'Dispute',
  pre_arbitration: 'Escalated dispute',
}

export const reasonNames: Readonly<Record<string, string>> = {
  fraudulent: 'The cardholder says they did not pay',
  duplicate: 'Charged twice',
  product_not_received: 'Goods or service not received',
  subscription_canceled: 'Charged after cancelling a subscription',
  product_unacceptable: 'Not as described, or damaged',
  credit_not_processed: 'A promised refund did not arrive',
}

/** Acquirers can report reasons that this table does not have. */
export function formatReason({ reason }: Pick<Dispute, 'reason'>): string {
  return reasonNames[reason] ?? inWords(reason)
}

export function formatStage({ dispute_stage }: Pick<Dispute, 'dispute_stage'>): string {
  return stageNames[dispute_stage] ?? inWords(dispute_stage)
}
