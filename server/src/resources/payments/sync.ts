import type { Services } from '#kernel/context.ts'
import { isOpen } from '#core/operations/operation.ts'
import { findOperation } from '#core/operations/read.ts'
import { queryOperation } from '#core/operations/recover.ts'
import { settle } from '#core/operations/settle.ts'
import type { PaymentOperation } from './intent.ts'
import { paymentSettler } from './settler.ts'
import { findPayment, type PaymentRow } from './store.ts'

/** Asks the provider about the operation a payment waits for, and commits what it says. */
export async function syncPayment(services: Services, payment: PaymentRow): Promise<PaymentRow> {
  const operation_id = payment.operation_id ?? payment.authorization_id
  if (operation_id === null) return payment
  const operation = await findOperation(services.db, payment.merchant_id, operation_id)
  if (operation === undefined) return payment
  if (isOpen(operation)) {
    const outcome = await queryOperation(services, operation)
    const started = { row: payment, operation: operation as PaymentOperation }
    return (await settle(services, paymentSettler, started, outcome)) ?? payment
  }
  // Finished since the payment was read, by a callback that was faster: that truth is read again.
  return (await findPayment(services.db, payment.merchant_id, payment.payment_id)) ?? payment
}
