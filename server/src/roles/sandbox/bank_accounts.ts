// Two accounts at the sandbox bank, so that routing and fallback can be tried in the first hour.
import type { Services } from '#kernel/context.ts'
import { systemContext } from '#kernel/context.ts'
import { derivedId } from '#kernel/ids.ts'
import { createConnector } from '#resources/accounts/connectors/create.ts'
import { exists } from '#resources/accounts/connectors/read.ts'

const ACCOUNTS = [
  { connector_label: 'Bank', priority: 10 },
  { connector_label: 'Second bank', priority: 20 },
]

/** An account that exists, or was deleted, is left as it is. */
export async function createBankAccounts(
  services: Services,
  merchant_id: string,
  key: string | undefined,
): Promise<void> {
  if (key === undefined) return
  const context = await systemContext(services, merchant_id)
  for (const account of ACCOUNTS) {
    const connector_id = derivedId('con', `${merchant_id} ${account.connector_label}`, new Date(0))
    if (await exists(services.db, merchant_id, connector_id)) continue
    const sent = { connector_name: 'bank', credentials: { key }, ...account }
    await createConnector(context, sent, connector_id)
  }
}
