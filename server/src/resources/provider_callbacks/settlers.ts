// Whose operation it is: each kind is settled by the resource whose money it moves.
import { disputeSettler } from '#resources/disputes/settler.ts'
import type { Settlers } from '#core/operations/recover.ts'
import { paymentSettler } from '#resources/payments/settler.ts'
import { payoutSettler } from '#resources/payouts/settler.ts'
import { refundSettler } from '#resources/refunds/settler.ts'

export const settlers: Settlers = {
  authorize: paymentSettler,
  capture: paymentSettler,
  void: paymentSettler,
  reversal: paymentSettler,
  refund: refundSettler,
  payout: payoutSettler,
  answer: disputeSettler,
}
