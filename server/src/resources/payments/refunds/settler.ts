// Requests and settles refunds: the decisions are in outcome.ts, the protocol in operations/.
import type { Services } from '#kernel/context.ts'
import { intend, type OperationRow } from '#core/operations/operation.ts'
import { callbackUrl } from '#core/operations/perform.ts'
import type { Settler } from '#core/operations/settler.ts'
import { findProvider } from '#core/providers/accounts.ts'
import { paymentAccount } from '#resources/payments/payments/account.ts'
import type { PaymentRow } from '#resources/payments/payments/read.ts'
import type { ModificationOutcome, Provider } from '#core/providers/provider.ts'
import { decide, decideLate } from './outcome.ts'
import { findRefund, type RefundRow } from './store.ts'

export type RefundOperation = OperationRow<'refund'>

export const refundSettler: Settler<RefundRow, RefundOperation> = {
  find: findRefund,
  decide,
  late: decideLate,
  resend: requestRefund,
  inFlight: (row) => row,
}

/** Requests the refund; a repeated request with the same id has no further effect. */
export function requestRefund(
  services: Pick<Services, 'public_url'>,
  provider: Provider,
  { merchant_id, refund_id }: RefundRow,
  operation: RefundOperation,
): Promise<ModificationOutcome> {
  const { operation_id, amount, currency, parent_id, parent_transaction_id } = operation
  return provider.refund({
    operation_id,
    amount,
    currency,
    merchant_id,
    reference: refund_id,
    parent_id: parent_id ?? '',
    parent_transaction_id,
    body: operation.request ?? undefined,
    callback_url: callbackUrl(services, operation),
  })
}

/** The intent, as data; the refund names its operation from now on. */
export async function intendRefund(
  services: Pick<Services, 'provider' | 'accounts' | 'clock'>,
  refund: RefundRow,
  operation_id: string,
  payment: PaymentRow,
) {
  const { merchant_id, refund_id: object_id, amount, currency } = refund
  const account = paymentAccount(services, payment)
  const provider = await findProvider(services, { merchant_id, ...account })
  const { authorization_id: parent_id, connector_transaction_id: parent_transaction_id } = payment
  const request = provider.compose?.('refund', {
    operation_id,
    amount,
    currency,
    merchant_id,
    reference: object_id,
    parent_id: parent_id ?? '',
    parent_transaction_id,
  })
  const intended = intend({
    merchant_id,
    operation_id,
    object_id,
    kind: 'refund',
    amount,
    currency,
    ...account,
    parent_id,
    parent_transaction_id,
    request: request ?? null,
    intent: {},
    now: services.clock.now(),
  })
  return { row: { ...refund, operation_id, send_at: null }, ...intended }
}
