// Whose operation it is: each kind is settled by the resource whose money it moves.
import { disputeSettler } from '../disputes/settler.ts'
import type { Settlers } from '../operations/recover.ts'
import { paymentSettler } from '../payments/settler.ts'
import { payoutSettler } from '../payouts/settler.ts'
import { refundSettler } from '../refunds/settler.ts'

export const settlers: Settlers = {
  authorize: paymentSettler,
  capture: paymentSettler,
  void: paymentSettler,
  reversal: paymentSettler,
  refund: refundSettler,
  payout: payoutSettler,
  answer: disputeSettler,
}
