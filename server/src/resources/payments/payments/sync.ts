import type { Services, Context } from '#kernel/context.ts'
import { continued, isOpen } from '#core/operations/operation.ts'
import { findProvider } from '#core/providers/accounts.ts'
import { findOperation } from '#core/operations/read.ts'
import { continueOperation, queryOperation } from '#core/operations/recover.ts'
import { settle } from '#core/operations/settle.ts'
import type { PaymentOperation } from './intent.ts'
import { paymentSettler } from './settler.ts'
import { findPayment, type PaymentRow } from './store.ts'
import { notFound } from '#errors.ts'
import { Redirect, wantsHtml } from '#http/download.ts'
import { showReturn } from './return_page.ts'

/** The open operation that a payment waits for. */
export async function openOperation(
  { db }: Pick<Services, 'db'>,
  { merchant_id, operation_id, authorization_id }: PaymentRow,
): Promise<PaymentOperation | undefined> {
  const id = operation_id ?? authorization_id
  const operation = id === null ? undefined : await findOperation(db, merchant_id, id)
  return operation && isOpen(operation) ? (operation as PaymentOperation) : undefined
}

/** Queries the operation that a payment waits for and commits the outcome. */
export async function syncPayment(services: Services, payment: PaymentRow): Promise<PaymentRow> {
  const operation = await openOperation(services, payment)
  const settled = operation
    ? await settle(
        services,
        paymentSettler,
        { row: payment, operation },
        await queryOperation(services, operation),
      )
    : // A callback may have finished the operation since the payment was read.
      await findPayment(services.db, payment.merchant_id, payment.payment_id)
  return settled ?? payment
}

/** The customer has returned: the provider needs what the page has given to the browser. Recorded before the call. */
async function continuePayment(
  services: Services,
  payment: PaymentRow,
  parameters: Readonly<Record<string, string>>,
): Promise<PaymentRow> {
  const operation = await openOperation(services, payment)
  const provider = operation && (await findProvider(services, operation))
  if (!operation || !provider?.continue || Object.keys(parameters).length === 0) {
    return syncPayment(services, payment)
  }
  // Refused if the outcome is known already, or if the browser has returned twice at once.
  if (!(await services.tryCommit(continued(operation, parameters)))) {
    return syncPayment(services, payment)
  }
  const sent = { ...operation, continued: parameters, version: operation.version + 1 }
  const outcome = await continueOperation(services, provider, sent)
  const started = { row: payment, operation: sent }
  return (await settle(services, paymentSettler, started, outcome)) ?? payment
}

interface Returned {
  merchant_id: string
  payment_id: string
  operation_id: string | undefined
  /** The parameters that the provider's page has added to the URL. */
  parameters: Readonly<Record<string, string>>
}

/** Syncs the payment, then redirects the browser to the merchant's page, or shows ours if there is none. */
export async function returnBrowser(context: Context, returned: Returned) {
  const { merchant_id, payment_id } = returned
  const current = await findPayment(context.db, merchant_id, payment_id)
  // The operation id cannot be guessed: it proves that the browser comes from the page.
  if (
    !current ||
    current.authorization_id === null ||
    current.authorization_id !== returned.operation_id
  ) {
    throw notFound('payment', payment_id)
  }
  const payment = await continuePayment(context, current, returned.parameters)
  const { return_url, status } = payment
  if (return_url === null) {
    const isBrowser = wantsHtml(context.request?.headers)
    return isBrowser ? showReturn(context, payment) : { payment_id, status }
  }
  const url = new URL(return_url)
  url.searchParams.set('payment_id', payment_id)
  url.searchParams.set('status', status)
  return new Redirect(url.href)
}
