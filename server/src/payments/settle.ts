// The one way an outcome is committed. If somebody else was faster, a callback or the recovery, their
// truth stands: an operation is finished once.
import { change } from '../kernel/change.ts'
import { deciding } from '../kernel/commit.ts'
import type { Services } from '../kernel/context.ts'
import { askAbout } from '../operations/ask.ts'
import { findOperation } from '../operations/find.ts'
import { isOpen, type OperationRow } from '../operations/operation.ts'
import type { Outcome } from '../providers/provider.ts'
import { decideOutcome, type Kept } from './outcome.ts'
import { findPayment, type PaymentRow } from './store.ts'

type Parts = Pick<Services, 'db' | 'committer' | 'clock' | 'clocks' | 'provider'>

/** The rows as they were just written spare the first read; after a conflict they are read again. */
export function settle(
  services: Parts,
  payment: PaymentRow,
  operation: OperationRow,
  outcome: Outcome,
  kept?: Kept,
): Promise<PaymentRow> {
  let rows: { payment: PaymentRow; operation: OperationRow } | undefined = { payment, operation }
  return deciding(async () => {
    const current = rows ?? (await reread(services, payment, operation))
    rows = undefined
    if (!isOpen(current.operation)) return current.payment
    const at = { now: await services.clocks.now(payment.merchant_id), wall: services.clock.now() }
    const decided = decideOutcome(current.payment, current.operation, outcome, at, kept)
    await services.committer.commit(change(...decided.writes))
    if (operation.kind === 'void' && outcome.result === 'approved') {
      await closeCalledOff(services, decided.row, operation.parent_id)
    }
    return decided.row
  })
}

/** Whether it was called off before it held anything, only the provider knows. */
async function closeCalledOff(
  services: Parts,
  payment: PaymentRow,
  operation_id: string | null,
): Promise<void> {
  const parent =
    operation_id && (await findOperation(services.db, payment.merchant_id, operation_id))
  if (!parent || !isOpen(parent)) return
  await settle(services, payment, parent, await askAbout(services, parent))
}

async function reread(
  { db }: Pick<Services, 'db'>,
  { merchant_id, payment_id }: PaymentRow,
  { operation_id }: OperationRow,
) {
  const [payment, operation] = await Promise.all([
    findPayment(db, merchant_id, payment_id),
    findOperation(db, merchant_id, operation_id),
  ])
  if (!payment || !operation) throw new Error(`the operation ${operation_id} has lost its payment`)
  return { payment, operation }
}

/** News of an operation, whoever brings it; the payment it is about is found. */
export async function settleOperation(
  services: Parts,
  operation: OperationRow,
  outcome: Outcome,
): Promise<void> {
  const payment = await findPayment(services.db, operation.merchant_id, operation.object_id)
  if (payment) await settle(services, payment, operation, outcome)
}
