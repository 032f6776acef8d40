import type { Dispute } from './schema.ts'
import type { DisputeRow } from './store.ts'

/** The dispute as the outside knows it. */
export function shown(row: DisputeRow): Dispute {
  const {
    evidence: _evidence,
    answer: _answer,
    expire_at: _expire_at,
    revision: _revision,
    amount_reserved: _amount_reserved,
    amount_lost: _amount_lost,
    fee: _fee,
    amount_claimed: _amount_claimed,
    provider_fees: _provider_fees,
    transitions: _transitions,
    version: _version,
    ...rest
  } = row
  return { ...rest, dispute_status: row.status }
}
