// The one way an outcome is committed. If somebody else was faster, a callback or the recovery, their
// truth stands: a payout is settled once, and comes back once.
import { change } from '../kernel/change.ts'
import { deciding } from '../kernel/commit.ts'
import type { Services } from '../kernel/context.ts'
import { newId } from '../kernel/ids.ts'
import { findOperation } from '../operations/find.ts'
import type { OperationRow } from '../operations/operation.ts'
import type { Outcome } from '../providers/provider.ts'
import { decideOutcome } from './outcome.ts'
import { findPayout, type PayoutRow } from './store.ts'

type Parts = Pick<Services, 'db' | 'committer' | 'clock' | 'clocks'>

/** The rows as they were just written spare the first read; after a conflict they are read again. */
export function settle(
  services: Parts,
  payout: PayoutRow,
  operation: OperationRow,
  outcome: Outcome,
  { isAnswer = false }: { isAnswer?: boolean } = {},
): Promise<PayoutRow> {
  const asked = { isAnswer, payout_method_id: newId('pom') }
  let rows: { payout: PayoutRow; operation: OperationRow } | undefined = { payout, operation }
  return deciding(async () => {
    const current = rows ?? (await reread(services, payout, operation))
    rows = undefined
    const at = { now: await services.clocks.now(payout.merchant_id), wall: services.clock.now() }
    const decided = decideOutcome(current.payout, current.operation, outcome, at, asked)
    if (decided === undefined) return current.payout
    await services.committer.commit(change(...decided.writes))
    return decided.row
  })
}

async function reread(
  { db }: Pick<Services, 'db'>,
  { merchant_id, payout_id }: PayoutRow,
  { operation_id }: OperationRow,
) {
  const [payout, operation] = await Promise.all([
    findPayout(db, merchant_id, payout_id),
    findOperation(db, merchant_id, operation_id),
  ])
  if (!payout || !operation) throw new Error(`the operation ${operation_id} has lost its payout`)
  return { payout, operation }
}

/** News of an operation, whoever brings it; the payout it is about is found. */
export async function settleOperation(
  services: Parts,
  operation: OperationRow,
  outcome: Outcome,
): Promise<void> {
  const payout = await findPayout(services.db, operation.merchant_id, operation.object_id)
  if (payout) await settle(services, payout, operation, outcome)
}
