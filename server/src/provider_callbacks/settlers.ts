// Whose news it is: every kind of operation is settled by the folder whose money it moves.
import type { Services } from '../kernel/context.ts'
import type { OperationKind, OperationRow } from '../operations/operation.ts'
import { settleOperation as settlePayment } from '../payments/settle.ts'
import { settleOperation as settlePayout } from '../payouts/settle.ts'
import type { Outcome } from '../providers/provider.ts'
import { settleOperation as settleRefund } from '../refunds/settle.ts'

type Settler = (services: Services, operation: OperationRow, outcome: Outcome) => Promise<void>

const settlers: Partial<Record<OperationKind, Settler>> = {
  authorize: settlePayment,
  capture: settlePayment,
  void: settlePayment,
  refund: settleRefund,
  payout: settlePayout,
}

export async function settleNews(
  services: Services,
  operation: OperationRow,
  outcome: Outcome,
): Promise<void> {
  await settlers[operation.kind]?.(services, operation, outcome)
}
