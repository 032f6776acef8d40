import type { Services } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import type { OperationRow } from '#core/operations/operation.ts'
import { amountObstacle, refundObstacle } from '#core/providers/capabilities.ts'
import { providerType } from '#core/providers/types.ts'
import { leasedConnectors } from '#resources/accounts/connectors/read.ts'
import type { PaymentRow } from './store.ts'

/** Everything about a payment goes to the account that authorized it. */
export function paymentAccount(
  { provider }: Pick<Services, 'provider'>,
  { connector, connector_id }: Pick<PaymentRow, 'connector' | 'connector_id'>,
): Pick<OperationRow, 'provider' | 'connector_id'> {
  return { provider: connector ?? provider.name, connector_id }
}

type Charged = Pick<
  PaymentRow,
  | 'merchant_id'
  | 'connector'
  | 'connector_id'
  | 'payment_method_type'
  | 'currency'
  | 'amount_received'
>

/** Refuses an amount that the payment's provider cannot express. */
export function checkCapturable({ connector, currency }: Charged, amount: number): void {
  const type = connector === null ? undefined : providerType(connector)
  refuseFor('amount_to_capture', type && amountObstacle(type, amount, currency))
}

/** Refuses a refund that the payment's account cannot make. */
export async function checkRefundable(
  context: Pick<Services, 'db' | 'connectors'>,
  { merchant_id, connector, connector_id, payment_method_type, currency, ...row }: Charged,
  amount: number,
): Promise<void> {
  const type = connector === null ? undefined : providerType(connector)
  if (type === undefined || connector_id === null || payment_method_type === null) return
  const accounts = await leasedConnectors(context, merchant_id)
  const settings = accounts.find((each) => each.connector_id === connector_id)?.settings ?? {}
  const size = amount === row.amount_received ? 'full' : 'partial'
  const refunded = { payment_method_type, currency, amount }
  refuseFor('amount', refundObstacle(type, settings, size, refunded))
}

function refuseFor(field: string, obstacle: string | undefined): void {
  if (obstacle !== undefined) throw new Failure('IR_29', obstacle, { field })
}
