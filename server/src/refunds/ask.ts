import type { Services } from '../kernel/context.ts'
import type { OperationRow } from '../operations/operation.ts'
import { callbackUrl } from '../payments/authorize.ts'
import type { FollowUpOutcome } from '../providers/provider.ts'
import type { RefundRow } from './store.ts'

/** Asks the provider for the refund; again under the same operation, it still happens once. */
export function askForRefund(
  services: Pick<Services, 'provider' | 'reach'>,
  { merchant_id, refund_id }: RefundRow,
  operation: OperationRow,
  faults?: string,
): Promise<FollowUpOutcome> {
  const { operation_id, amount, currency, parent_id } = operation
  return services.provider.refund({
    operation_id,
    amount,
    currency,
    merchant_id,
    reference: refund_id,
    parent_id: parent_id ?? '',
    callback_url: callbackUrl(services, merchant_id),
    faults,
  })
}
