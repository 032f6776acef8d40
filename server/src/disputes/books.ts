// What a dispute does to the merchant's balance. The provider says how the money stands, not how it moved:
// what is booked is the difference to what is booked already, so it is right after any news, in any order.
import type { Insert } from '../kernel/change.ts'
import { type Cause, transfer } from '../ledger/transfer.ts'
import { type DisputeStatus, isLost } from './state.ts'
import type { DisputeRow } from './store.ts'

/** What stands on the accounts because of a dispute. */
export type Position = Pick<DisputeRow, 'amount_reserved' | 'amount_lost' | 'fee'>

/** A fee is charged while the disputed money is away, and given back with it. */
export function positionOf(status: DisputeStatus, debited: number, fee: number): Position {
  const lost = isLost(status)
  return {
    amount_reserved: lost ? 0 : debited,
    amount_lost: lost ? debited : 0,
    fee: debited > 0 ? fee : 0,
  }
}

/** The transfers from one position to the next, under the provider's change that caused them. */
export function booked(current: DisputeRow, next: DisputeRow, created: Date): Insert[] {
  const { merchant_id, dispute_id: object_id, currency } = next
  const operation_id = `${object_id}_${next.revision}`
  const what = { merchant_id, object_id, operation_id, currency, created }
  return Object.entries(movesOf(current, next)).flatMap(([cause, amount]) =>
    transfer(cause as Cause, { ...what, amount: Math.max(0, amount) }),
  )
}

/** What is lost was reserved first, if only in passing. */
function movesOf(from: Position, to: Position): Partial<Record<Cause, number>> {
  const taken = to.amount_reserved + to.amount_lost - from.amount_reserved - from.amount_lost
  return {
    dispute: taken,
    dispute_return: -taken,
    dispute_loss: to.amount_lost - from.amount_lost,
    dispute_fee: to.fee - from.fee,
    dispute_fee_return: from.fee - to.fee,
  }
}
