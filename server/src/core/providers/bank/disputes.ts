// Reads the bank's disputes. Every field must be valid.
import type { ProviderDispute, DisputeOutcome, DisputeStage, DisputeStatus } from '../dispute.ts'
import type { Reply } from '../line.ts'
import { certainAfter, refused, reportedBy } from './answers.ts'

const stages: readonly DisputeStage[] = ['pre_dispute', 'dispute', 'pre_arbitration']
const statuses: readonly DisputeStatus[] = [
  'opened',
  'challenged',
  'accepted',
  'expired',
  'cancelled',
  'won',
  'lost',
]
const texts = ['dispute_id', 'operation_id', 'reason', 'reason_code', 'currency'] as const
const numbers = ['revision', 'amount', 'debited', 'fees'] as const
const moments = ['opened_at', 'challenge_required_by'] as const

/** Undefined unless every field is valid. */
export function parseDispute(value: unknown): ProviderDispute | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const dispute = value as ProviderDispute
  const isWhole =
    texts.every((name) => typeof dispute[name] === 'string' && dispute[name] !== '') &&
    numbers.every((name) => Number.isSafeInteger(dispute[name]) && dispute[name] >= 0) &&
    moments.every((name) => !Number.isNaN(Date.parse(dispute[name]))) &&
    stages.includes(dispute.stage) &&
    statuses.includes(dispute.status)
  if (!isWhole) return undefined
  const { stage, status } = dispute
  const transaction_id = null
  const fields = [...texts, ...numbers, ...moments].map((name) => [name, dispute[name]])
  return { ...(Object.fromEntries(fields) as ProviderDispute), transaction_id, stage, status }
}

/** An answer about another dispute is ignored. */
function named(dispute_id: string) {
  return (answer: unknown) => {
    const dispute = parseDispute(answer)
    return dispute?.dispute_id === dispute_id ? dispute : undefined
  }
}

export function answered(reply: Reply, dispute_id: string): DisputeOutcome {
  const certain = certainAfter(reply, named(dispute_id))
  if ('error' in certain) return refused(certain.error, certain.message)
  return 'result' in certain ? certain : { result: 'taken', dispute: certain }
}

export function reportedDispute(reply: Reply, dispute_id: string) {
  return reportedBy(reply, named(dispute_id), 'unknown_dispute')
}
