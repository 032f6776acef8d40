// Settles payouts: the decisions are in outcome.ts, the protocol in operations/.
import type { OperationRow } from '#core/operations/operation.ts'
import type { Settler } from '#core/operations/settler.ts'
import { decide, decideLate } from './outcome.ts'
import { findPayout, type PayoutRow } from './store.ts'

export interface PayoutIntent {
  /** The saved method's id, if the method is saved. */
  payout_method_id: string
}

export type PayoutOperation = OperationRow<'payout', PayoutIntent>

export const payoutSettler: Settler<PayoutRow, PayoutOperation> = {
  find: findPayout,
  decide,
  late: decideLate,
  inFlight: (row) => ({ ...row, status: 'initiated' }),
}
