import type { Services } from '../kernel/context.ts'
import { askAbout } from '../operations/ask.ts'
import { findOperation } from '../operations/find.ts'
import { isOpen } from '../operations/operation.ts'
import { settle } from './settle.ts'
import { findPayment, type PaymentRow } from './store.ts'

/** Asks the provider about the operation a payment waits for, and commits what it says. */
export async function syncPayment(
  services: Pick<Services, 'db' | 'committer' | 'clock' | 'clocks' | 'provider'>,
  payment: PaymentRow,
): Promise<PaymentRow> {
  const operation_id = payment.operation_id ?? payment.authorization_id
  if (operation_id === null) return payment
  const operation = await findOperation(services.db, payment.merchant_id, operation_id)
  if (operation === undefined) return payment
  if (isOpen(operation)) {
    return settle(services, payment, operation, await askAbout(services, operation))
  }
  // Finished since the payment was read, by a callback that was faster: that truth is read again.
  return (await findPayment(services.db, payment.merchant_id, payment.payment_id)) ?? payment
}
