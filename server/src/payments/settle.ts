// The one way an outcome is committed. If somebody else was faster, a callback or the recovery, their
// truth stands: an operation is finished once.
import { change } from '../kernel/change.ts'
import { deciding } from '../kernel/commit.ts'
import type { Services } from '../kernel/context.ts'
import { isOpen } from '../operations/operation.ts'
import { findOperation } from '../operations/find.ts'
import type { OperationRow } from '../operations/operation.ts'
import type { Declined, Outcome, Provider } from '../providers/provider.ts'
import { decideOutcome, type Kept } from './outcome.ts'
import { findPayment, type PaymentRow } from './store.ts'

declare module '../kernel/context.ts' {
  interface Services {
    readonly provider: Provider
    /** Where the world reaches this deployment, for callbacks and returning browsers. */
    readonly reach: { url: string }
  }
}

/** The rows as they were just written spare the first read; after a conflict they are read again. */
export function settle(
  services: Pick<Services, 'db' | 'committer' | 'clock'>,
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
    const now = services.clock.now()
    const decided = decideOutcome(current.payment, current.operation, outcome, now, kept)
    await services.committer.commit(change(...decided.writes))
    if (operation.kind === 'void' && outcome.result === 'approved') {
      await closeVoided(services, decided.row, operation.parent_id)
    }
    return decided.row
  })
}

/** What was called off can have no other outcome any more. */
async function closeVoided(
  services: Pick<Services, 'db' | 'committer' | 'clock'>,
  payment: PaymentRow,
  operation_id: string | null,
): Promise<void> {
  const parent =
    operation_id && (await findOperation(services.db, payment.merchant_id, operation_id))
  if (parent && isOpen(parent)) await settle(services, payment, parent, VOIDED)
}

const VOIDED: Declined = {
  result: 'declined',
  code: 'UE_4003',
  provider_code: 'voided',
  provider_message: 'Called off',
  transaction_id: null,
  network: null,
  reason: null,
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
