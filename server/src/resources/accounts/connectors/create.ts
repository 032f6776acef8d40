import { insert } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import type { ProviderType } from '#core/providers/provider_type.ts'
import { providerType } from '#core/providers/types.ts'
import { profileInForce } from '#resources/accounts/profiles/read.ts'
import {
  changeSecrets,
  checkCredentials,
  checkWebhookSecret,
  storeSecrets,
  verifyCredentials,
} from './credentials.ts'
import { openFeed } from './feeds_store.ts'
import { getConnector, hasWebhookSecret, toApi } from './read.ts'
import type { Connector, CreateConnector, UpdateConnector } from './schema.ts'
import { type ConnectorRow, connectors, findConnectors, MAX_CONNECTORS } from './store.ts'

/** The provider must accept the credentials before the account exists. */
export async function createConnector(
  context: Context,
  input: CreateConnector,
  connector_id = context.id('con'),
): Promise<Connector> {
  const type = offeredType(context, input.connector_name)
  checkMode(context, input.test_mode)
  checkCredentials(context, type, input.credentials)
  checkSettings(type, input)
  checkWebhookSecret(type, input.webhook_secret)
  if (input.profile_id) await profileInForce(context, input.profile_id)
  const { merchant_id, now } = context
  const secrets = changeSecrets(undefined, input, now)
  const { set, write } = await storeSecrets(context, type, secrets)
  const row: ConnectorRow = {
    merchant_id,
    connector_id,
    connector_name: type.name,
    connector_label: input.connector_label ?? type.title,
    profile_id: input.profile_id ?? null,
    ...set,
    settings: input.settings ?? {},
    payment_methods_enabled: input.payment_methods_enabled ?? [],
    card_entry: input.card_entry ?? type.card_entry[0] ?? 'raw',
    priority: input.priority ?? 100,
    status: input.status ?? 'active',
    test_mode: context.environment === 'sandbox',
    verified_at: now,
    created: now,
    modified_at: now,
    deleted_at: null,
    version: 1,
  }
  await verifyCredentials(context, row, secrets)
  await checkRoom(context, row)
  const isNew = await context.tryCommit(insert(connectors, row), write, ...openFeed(row, type))
  context.connectors.evict(merchant_id)
  if (isNew) return toApi(context, row, hasWebhookSecret(row, secrets))
  await checkRoom(context, row)
  // The label is free, so an earlier attempt at this request created the account.
  return getConnector(context, row.connector_id)
}

function offeredType({ environment }: Context, name: string): ProviderType {
  const type = providerType(name)
  if (type?.environments.includes(environment)) return type
  const message = `${type?.title ?? name} is not offered in ${environment}.`
  throw new Failure('IR_04', message, { field: 'connector_name' })
}

function checkMode({ environment }: Context, test_mode: boolean | undefined): void {
  const isTest = environment === 'sandbox'
  if (test_mode === undefined || test_mode === isTest) return
  const message = isTest
    ? 'The sandbox takes test accounts only. Leave out `test_mode`, or send true.'
    : 'Production takes live accounts only. Leave out `test_mode`, or send false.'
  throw new Failure('IR_04', message, { field: 'test_mode' })
}

/** Refuses what the provider type does not offer. */
export function checkSettings(
  type: ProviderType,
  { settings = {}, card_entry, payment_methods_enabled = [] }: UpdateConnector,
): void {
  const unknown = Object.keys(settings).find(
    (name) => !type.settings.some((setting) => setting.name === name),
  )
  if (unknown !== undefined) {
    const names = type.settings.map(({ name }) => name).join(', ') || 'none'
    const message = `${type.title} has no setting \`${unknown}\`. Its settings: ${names}.`
    throw new Failure('IR_04', message, { field: `settings.${unknown}` })
  }
  if (card_entry !== undefined && !type.card_entry.includes(card_entry)) {
    const message = `${type.title} takes \`card_entry\`: ${type.card_entry.join(', ')}.`
    throw new Failure('IR_04', message, { field: 'card_entry' })
  }
  for (const name of payment_methods_enabled) {
    const support = type.methods[name as keyof typeof type.methods]
    if (!('not' in support)) continue
    const message = `${type.title} does not offer ${name}: ${support.not}`
    throw new Failure('IR_29', message, { field: 'payment_methods_enabled' })
  }
}

/** Labels are unique per merchant; a unique index decides races. */
export async function checkRoom(
  { db, merchant_id }: Context,
  wanted: Pick<ConnectorRow, 'connector_id' | 'connector_label'>,
): Promise<void> {
  const all = await findConnectors(db, merchant_id)
  const others = all.filter(({ connector_id }) => connector_id !== wanted.connector_id)
  const holder = others.find(({ connector_label }) => connector_label === wanted.connector_label)
  if (holder) {
    const message = `An account with the label ${wanted.connector_label} exists already. Choose another label.`
    throw new Failure('HE_01', message, {
      field: 'connector_label',
      details: { existing_id: holder.connector_id },
    })
  }
  if (others.length < MAX_CONNECTORS) return
  throw new Failure('IR_16', `A merchant can have ${MAX_CONNECTORS} provider accounts.`)
}
