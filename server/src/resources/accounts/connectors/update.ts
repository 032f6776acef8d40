import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { evictSecret } from '#core/vault/vault.ts'
import { providerType } from '#core/providers/types.ts'
import { profileInForce } from '#resources/accounts/profiles/read.ts'
import { checkRoom, checkSettings } from './create.ts'
import {
  changeSecrets,
  checkCredentials,
  checkWebhookSecret,
  storeSecrets,
  verifyCredentials,
} from './credentials.ts'
import { hasWebhookSecret, readConnector, readSecrets, toApi } from './read.ts'
import type { Connector, UpdateConnector } from './schema.ts'
import { type ConnectorRow, connectors } from './store.ts'

/** Absent leaves a field as it is. New credentials, and an activation, are checked with the provider first. */
export function updateConnector(
  context: Context,
  connector_id: string,
  input: UpdateConnector,
): Promise<Connector> {
  return retryOnConflict(async () => {
    const { merchant_id, now } = context
    const current = await readConnector(context, connector_id)
    const type = providerType(current.connector_name)
    if (type === undefined) throw new Error(`unknown provider ${current.connector_name}`)
    if (input.credentials) checkCredentials(context, type, input.credentials)
    checkSettings(type, input)
    checkWebhookSecret(type, input.webhook_secret)
    if (input.profile_id) await profileInForce(context, input.profile_id)
    const before = await readSecrets(context, current)
    const secrets = changeSecrets(before, input, now)
    const isChanged = input.credentials !== undefined || input.webhook_secret !== undefined
    const stored = isChanged ? await storeSecrets(context, type, secrets) : undefined
    const { credentials: _, webhook_secret: __, ...sent } = input
    const next: ConnectorRow = { ...current, ...sent, ...stored?.set, modified_at: now }
    if (needsCheck(current, next, input)) {
      await verifyCredentials(context, next, secrets)
      next.verified_at = now
    }
    if (input.connector_label !== undefined) await checkRoom(context, next)
    const { merchant_id: ___, connector_id: ____, version: _____, ...set } = next
    const swap = stored ? [stored.write, evictSecret(merchant_id, current.vault_id)] : []
    await context.commit(update(connectors, current, set), ...swap)
    context.connectors.evict(merchant_id)
    return toApi(context, next, hasWebhookSecret(next, secrets))
  })
}

function needsCheck(current: ConnectorRow, next: ConnectorRow, input: UpdateConnector): boolean {
  const isActivated = next.status === 'active' && current.status !== 'active'
  return input.credentials !== undefined || isActivated || next.card_entry !== current.card_entry
}
