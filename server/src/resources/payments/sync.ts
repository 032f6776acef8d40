import type { Services, Context } from '#kernel/context.ts'
import { isOpen } from '#core/operations/operation.ts'
import { findOperation } from '#core/operations/read.ts'
import { queryOperation } from '#core/operations/recover.ts'
import { settle } from '#core/operations/settle.ts'
import type { PaymentOperation } from './intent.ts'
import { paymentSettler } from './settler.ts'
import { findPayment, type PaymentRow } from './store.ts'
import { notFound } from '#errors.ts'
import { Redirect } from '#http/download.ts'

/** Queries the operation that a payment waits for and commits the outcome. */
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
  // A callback has finished the operation since the payment was read.
  return (await findPayment(services.db, payment.merchant_id, payment.payment_id)) ?? payment
}

interface Returned {
  merchant_id: string
  payment_id: string
  operation_id: string | undefined
}

/** Syncs the payment, then redirects the browser to the merchant's page. */
export async function returnBrowser(context: Context, returned: Returned) {
  const { merchant_id, payment_id } = returned
  const current = await findPayment(context.db, merchant_id, payment_id)
  // The id of the operation cannot be guessed: it proves that the browser comes from the page.
  if (
    !current ||
    current.authorization_id === null ||
    current.authorization_id !== returned.operation_id
  ) {
    throw notFound('payment', payment_id)
  }
  const { return_url, status } = await syncPayment(context, current)
  if (return_url === null) return { payment_id, status }
  const url = new URL(return_url)
  url.searchParams.set('payment_id', payment_id)
  url.searchParams.set('status', status)
  return new Redirect(url.href)
}
