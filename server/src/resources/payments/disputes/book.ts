// Dispute transfers. The provider reports positions, not movements: the difference to the booked position is booked,
// so the balance is correct after any events, in any order.
import type { Insert } from '#kernel/change.ts'
import { book, type Cause } from '#core/ledger/transfer.ts'
import type { ProviderDispute } from '#core/providers/dispute.ts'
import { type DisputeStatus, isLost, isOpen } from './state.ts'
import type { DisputeRow } from './store.ts'

/** A dispute's booked amounts, and its share in the payment. */
export type Position = Pick<
  DisputeRow,
  'amount_reserved' | 'amount_lost' | 'fee' | 'amount_claimed' | 'provider_fees'
>

/**
 * `debited` decides about the money, whatever `status` is. The merchant's fee is charged while the disputed money is
 * debited, and returned with it.
 */
export function computePosition(
  status: DisputeStatus,
  { amount, debited, fees }: Pick<ProviderDispute, 'amount' | 'debited' | 'fees'>,
  fee: number,
): Position {
  const isClaimed = isOpen(status) || isLost(status) || debited > 0
  return {
    amount_reserved: isLost(status) ? 0 : debited,
    amount_lost: isLost(status) ? debited : 0,
    fee: debited > 0 ? fee : 0,
    amount_claimed: isClaimed ? amount : 0,
    provider_fees: fees,
  }
}

/** The transfers from one position to the next, named after the provider's revision. */
export function bookDifference(current: DisputeRow, next: DisputeRow, created: Date): Insert[] {
  const { merchant_id, dispute_id: object_id, currency } = next
  const operation_id = `${object_id}_${next.revision}`
  const what = { merchant_id, object_id, operation_id, currency }
  return book(what, diffPositions(current, next), created)
}

/** Lost money is reserved first; money returned after a loss passes through the reserve again. */
function diffPositions(from: Position, to: Position): Partial<Record<Cause, number>> {
  const debited = to.amount_reserved + to.amount_lost - from.amount_reserved - from.amount_lost
  const lost = to.amount_lost - from.amount_lost
  const charged = to.provider_fees - from.provider_fees
  return {
    dispute_loss_return: rise(-lost),
    dispute: rise(debited),
    dispute_return: rise(-debited),
    dispute_loss: rise(lost),
    dispute_fee: rise(to.fee - from.fee),
    dispute_fee_return: rise(from.fee - to.fee),
    acquirer_fee: rise(charged),
    acquirer_fee_return: rise(-charged),
  }
}

function rise(difference: number): number {
  return Math.max(0, difference)
}
