// Finding out the truth: what became of an operation that has no final answer.
import { addMs } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import { isOpen } from '../operations/operation.ts'
import { findDueOperations, findOperation } from '../operations/find.ts'
import type { OperationRow } from '../operations/operation.ts'
import type { Outcome, QueryOutcome } from '../providers/provider.ts'
import { settle } from './settle.ts'
import { findPayment, type PaymentRow } from './store.ts'

// A first request may still be on its way; later than this it cannot be.
const GIVEN_UP_MS = 60_000

type Parts = Pick<Services, 'db' | 'committer' | 'clock' | 'provider' | 'log'>

/** Asks the provider about the operation a payment waits for, and commits what it says. */
export async function syncPayment(services: Parts, payment: PaymentRow): Promise<PaymentRow> {
  const operation_id = payment.operation_id ?? payment.authorization_id
  if (operation_id === null) return payment
  const operation = await findOperation(services.db, payment.merchant_id, operation_id)
  if (operation === undefined) return payment
  if (isOpen(operation)) return syncOperation(services, payment, operation)
  // Finished since the payment was read, by a callback that was faster: that truth is read again.
  return (await findPayment(services.db, payment.merchant_id, payment.payment_id)) ?? payment
}

async function syncOperation(
  services: Parts,
  payment: PaymentRow,
  operation: OperationRow,
): Promise<PaymentRow> {
  const answer = await services.provider.query(operation.operation_id)
  return settle(services, payment, operation, readAnswer(answer, operation, services.clock.now()))
}

function readAnswer(answer: QueryOutcome, operation: OperationRow, now: Date): Outcome {
  if (answer !== 'never_seen') return answer
  const late = operation.created <= addMs(now, -GIVEN_UP_MS)
  return late ? { result: 'not_sent', reason: 'unreachable' } : { result: 'unknown' }
}

/** One round of recovery: asks about what is due, oldest first. */
export async function recoverPayments(services: Parts, most: number): Promise<number> {
  const due = await findDueOperations(services.db, services.clock.now(), most)
  await Promise.all(
    due.map(async (operation) => {
      const payment = await findPayment(services.db, operation.merchant_id, operation.object_id)
      // One that cannot be settled must not keep the others from it.
      if (payment)
        await syncOperation(services, payment, operation).catch(complain(services, operation))
    }),
  )
  return due.length
}

function complain({ log }: Parts, { operation_id }: OperationRow) {
  return (err: unknown) => log.error({ err, operation_id }, 'an operation could not be settled')
}
