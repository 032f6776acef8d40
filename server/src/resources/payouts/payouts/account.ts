import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import type { OperationRow } from '#core/operations/operation.ts'
import { providerType } from '#core/providers/types.ts'
import { leasedConnectors, serves, usesOwnProvider } from '#resources/accounts/connectors/read.ts'
import type { PayoutRow } from './store.ts'

/** The first active account that pays recipients. */
export async function payoutAccount(
  context: Context,
  { merchant_id, profile_id }: PayoutRow,
): Promise<Pick<OperationRow, 'provider' | 'connector_id'>> {
  const all = await leasedConnectors(context, merchant_id)
  if (usesOwnProvider(context, all)) return { provider: context.provider.name, connector_id: null }
  const own = all.filter((each) => serves(each, profile_id))
  const found = own.find(({ connector_name }) => providerType(connector_name)?.payouts === true)
  if (found) return { provider: found.connector_name, connector_id: found.connector_id }
  const reasons = own.flatMap(({ connector_name }) => {
    const type = providerType(connector_name)
    return type && type.payouts !== true && 'not' in type.payouts
      ? `${type.title}: ${type.payouts.not}`
      : []
  })
  const message = ['None of your provider accounts pays recipients.', ...new Set(reasons)].join(' ')
  throw new Failure('IR_29', message)
}
