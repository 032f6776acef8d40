import type { Context, Services } from '#kernel/context.ts'
import type { Database } from '#kernel/db.ts'
import { notFound } from '#errors.ts'
import { mayUse } from '#http/authenticate.ts'
import { project } from '#http/fields.ts'
import { cutWhole } from '#http/lists.ts'
import { callbackUrl } from '#core/operations/perform.ts'
import { providerType } from '#core/providers/types.ts'
import type { Secrets } from './open.ts'
import { Connector, type ListConnectors } from './schema.ts'
import { type ConnectorRow, findConnector, findConnectors } from './store.ts'

export { claimFeeds, feeds, type FeedRow } from './feeds_store.ts'
export { leasedConnectors, serves, usesOwnProvider } from './open.ts'
export { type ConnectorRow, everyConnector } from './store.ts'

/** A key that is bound to profiles sees their accounts, and those for all profiles. */
export async function readConnector(context: Context, connector_id: string): Promise<ConnectorRow> {
  const row = await findConnector(context.db, context.merchant_id, connector_id)
  if (row === undefined || row.deleted_at !== null || !isVisible(context, row)) {
    throw notFound('provider account', connector_id)
  }
  return row
}

/** A deleted one too. */
export async function exists(
  db: Database,
  merchant_id: string,
  connector_id: string,
): Promise<boolean> {
  return (await findConnector(db, merchant_id, connector_id)) !== undefined
}

function isVisible(context: Context, { profile_id }: ConnectorRow): boolean {
  return profile_id === null || mayUse(context, profile_id)
}

export async function readSecrets(
  { vault }: Pick<Services, 'vault'>,
  { merchant_id, vault_id, connector_id }: ConnectorRow,
): Promise<Secrets> {
  const secrets = await vault.get<Secrets>(merchant_id, vault_id)
  if (secrets === undefined) throw new Error(`the credentials of ${connector_id} are gone`)
  return secrets
}

export function toApi(
  context: Pick<Services, 'public_url'>,
  row: ConnectorRow,
  has_webhook_secret: boolean,
): Connector {
  const { connector_name: provider, merchant_id, connector_id } = row
  const webhook_url = callbackUrl(context, { provider, merchant_id, connector_id }) ?? null
  const credentials = row.public_credentials
  return project(Connector, { ...row, credentials, webhook_url, has_webhook_secret })
}

/** The bank signs with the deployment's secret. */
export function hasWebhookSecret({ connector_name }: ConnectorRow, secrets: Secrets): boolean {
  return connector_name === 'bank' || secrets.webhook_secrets.length > 0
}

async function show(context: Context, row: ConnectorRow): Promise<Connector> {
  return toApi(context, row, hasWebhookSecret(row, await readSecrets(context, row)))
}

export async function getConnector(context: Context, connector_id: string): Promise<Connector> {
  return show(context, await readConnector(context, connector_id))
}

/** In the order in which they are tried without rules. */
export async function listConnectors(
  context: Context,
  input: ListConnectors,
): Promise<Connector[]> {
  const rows = await findConnectors(context.db, context.merchant_id)
  const visible = rows.filter((row) => isVisible(context, row))
  const page = cutWhole(visible, input, ({ created }) => created)
  return Promise.all(page.map((row) => show(context, row)))
}

/** For people: `Stripe (Shop Berlin)`. */
export function accountTitle({ connector_name, connector_label }: ConnectorRow): string {
  return `${providerType(connector_name)?.title ?? connector_name} (${connector_label})`
}
