// The one way an outcome is committed. If somebody else was faster, a callback or the recovery, their
// truth stands.
import { change } from '../kernel/change.ts'
import { deciding } from '../kernel/commit.ts'
import type { Services } from '../kernel/context.ts'
import { findOperation } from '../operations/find.ts'
import type { OperationRow } from '../operations/operation.ts'
import type { Outcome } from '../providers/provider.ts'
import { askForRefund } from './ask.ts'
import { decideOutcome } from './outcome.ts'
import { findRefund, type RefundRow } from './store.ts'

type Parts = Pick<Services, 'db' | 'committer' | 'clock' | 'clocks' | 'provider' | 'reach'>

/**
 * The refund as it then is, or undefined when it was taken back. The rows as they were just written spare
 * the first read; after a conflict they are read again.
 */
export function settle(
  services: Pick<Services, 'db' | 'committer' | 'clock' | 'clocks'>,
  refund: RefundRow,
  operation: OperationRow,
  outcome: Outcome,
): Promise<RefundRow | undefined> {
  let rows: { refund: RefundRow; operation: OperationRow } | undefined = { refund, operation }
  return deciding(async () => {
    const current = rows ?? (await reread(services, refund, operation))
    rows = undefined
    const at = { now: await services.clocks.now(refund.merchant_id), wall: services.clock.now() }
    const decided = decideOutcome(current.refund, current.operation, outcome, at)
    if (decided === undefined) return current.refund
    await services.committer.commit(change(...decided.writes))
    return decided.row
  })
}

async function reread(
  { db }: Pick<Services, 'db'>,
  { merchant_id, refund_id }: RefundRow,
  { operation_id }: OperationRow,
) {
  const [refund, operation] = await Promise.all([
    findRefund(db, merchant_id, refund_id),
    findOperation(db, merchant_id, operation_id),
  ])
  if (!refund || !operation) throw new Error(`the operation ${operation_id} has lost its refund`)
  return { refund, operation }
}

/**
 * News of an operation, whoever brings it; the refund it is about is found. What was surely not sent is
 * sent now: the merchant asked for it, and under the same id it cannot happen twice.
 */
export async function settleOperation(
  services: Parts,
  operation: OperationRow,
  outcome: Outcome,
): Promise<void> {
  const refund = await findRefund(services.db, operation.merchant_id, operation.object_id)
  if (refund === undefined) return
  const news =
    outcome.result === 'not_sent' ? await askForRefund(services, refund, operation) : outcome
  await settlePatiently(services, refund, operation, news)
}

/** Nobody waits for the answer: what could not be sent now is sent when it is due again. */
export async function settlePatiently(
  services: Parts,
  refund: RefundRow,
  operation: OperationRow,
  outcome: Outcome,
): Promise<void> {
  const patient: Outcome = outcome.result === 'not_sent' ? { result: 'unknown' } : outcome
  await settle(services, refund, operation, patient)
}
