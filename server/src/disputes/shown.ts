import type { Dispute } from './schema.ts'
import type { DisputeRow } from './store.ts'

/** The dispute as the outside knows it. */
export function shown(row: DisputeRow): Dispute {
  const {
    evidence: _evidence,
    answer: _answer,
    answer_at: _answer_at,
    expire_at: _expire_at,
    revision: _revision,
    amount_reserved: _amount_reserved,
    amount_lost: _amount_lost,
    fee: _fee,
    transitions: _transitions,
    version: _version,
    ...rest
  } = row
  return { ...rest, dispute_status: row.status }
}
