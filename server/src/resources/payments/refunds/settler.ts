// Requests and settles refunds: the decisions are in outcome.ts, the protocol in operations/.
import type { Services } from '#kernel/context.ts'
import { intend, type OperationRow } from '#core/operations/operation.ts'
import { callbackUrl } from '#core/operations/perform.ts'
import type { Settler } from '#core/operations/settler.ts'
import type { ModificationOutcome } from '#core/providers/provider.ts'
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
  services: Pick<Services, 'provider' | 'public_url'>,
  { merchant_id, refund_id }: RefundRow,
  { operation_id, amount, currency, parent_id }: RefundOperation,
): Promise<ModificationOutcome> {
  return services.provider.refund({
    operation_id,
    amount,
    currency,
    merchant_id,
    reference: refund_id,
    parent_id: parent_id ?? '',
    callback_url: callbackUrl(services, merchant_id),
  })
}

/** The intent, as data; the refund names its operation from now on. */
export function intendRefund(
  { provider, clock }: Pick<Services, 'provider' | 'clock'>,
  refund: RefundRow,
  operation_id: string,
  authorization_id: string | null,
) {
  const { merchant_id, refund_id: object_id, amount, currency } = refund
  const intended = intend({
    merchant_id,
    operation_id,
    object_id,
    kind: 'refund',
    amount,
    currency,
    provider: provider.name,
    parent_id: authorization_id,
    intent: {},
    now: clock.now(),
  })
  return { row: { ...refund, operation_id, send_at: null }, ...intended }
}
