import { insert, type Insert } from '#kernel/change.ts'
import type { Context, Services } from '#kernel/context.ts'
import type { IdSource } from '#kernel/ids.ts'
import { Failure } from '#errors.ts'
import { hashKey, publishablePrefix, secretPrefix } from '#http/authenticate.ts'
import { covers } from '#http/authenticate.ts'
import { profileInForce } from '#resources/accounts/profiles/read.ts'
import { noticeAt } from './expiry_notice.ts'
import { type Limits, limitsWithin } from './limits.ts'
import { getApiKey, toApi } from './read.ts'
import type { KeyOrder } from './order.ts'
import type { NewApiKey } from './schema.ts'
import { type ApiKeyRow, apiKeys, directory } from './store.ts'

const RANDOM_LENGTH = 60
const PREFIX_LENGTH = 12

/** The caller must have every scope that the new key gets. A publishable key has none. */
export async function createApiKey(context: Context, order: KeyOrder): Promise<NewApiKey> {
  const { type = 'secret', organization = false, sent } = order
  if (organization) checkOrganization(context)
  if (organization) checkWhole({ type, profile_ids: sent.profile_ids ?? [] })
  const scopes = type === 'publishable' ? [] : (sent.scopes ?? ['*'])
  const limits = await limitsWithin(context, type, { ...sent, scopes })
  await checkProfiles(context, sent.profile_ids)
  const { row, key, writes } = newApiKey(context, {
    ...limits,
    name: order.name,
    organization_id: organization ? context.caller.organization_id : null,
    merchant_id: context.merchant_id,
    key_id: context.id('key'),
    type,
    description: order.description ?? null,
    now: context.now,
  })
  // If the id exists, an earlier attempt at this request created it, with the same key.
  const isNew = await context.tryCommit(...writes)
  const created = isNew ? toApi(row, context.now) : await getApiKey(context, row.key_id)
  return { ...created, api_key: key }
}

/** The caller may act for an organization; `of` is the organization on the key being changed. */
export function checkOrganization(
  { caller: { organization_id } }: Context,
  of: string | null = organization_id,
): void {
  if (organization_id !== null && organization_id === of) return
  const message =
    'Only an admin of the organization, or a key of it, can create or change a key of the organization.'
  throw new Failure('AU_03', message, { field: 'organization' })
}

/** An organization's keys are for servers and cover all profiles. */
export function checkWhole({ type, profile_ids }: Pick<ApiKeyRow, 'type' | 'profile_ids'>): void {
  if (type === 'publishable') {
    const message = 'A publishable key cannot be a key of the organization.'
    throw new Failure('IR_04', message, { field: 'organization' })
  }
  if (profile_ids.length === 0) return
  const message = 'A key of the organization cannot be bound to profiles. Leave out `profile_ids`.'
  throw new Failure('IR_04', message, { field: 'profile_ids' })
}

export async function checkProfiles(context: Context, ids: readonly string[] = []): Promise<void> {
  for (const profile_id of ids) await profileInForce(context, profile_id)
}

export function checkHeld(context: Context, scopes: readonly string[]): void {
  if (covers(context.caller.scopes, scopes)) return
  throw new Failure('AU_03', 'A key cannot grant or change scopes that it does not have itself.', {
    field: 'scopes',
  })
}

interface Wanted
  extends Limits,
    Pick<
      ApiKeyRow,
      'merchant_id' | 'key_id' | 'type' | 'name' | 'description' | 'organization_id'
    > {
  now: Date
}

export function newApiKey(
  services: Services & IdSource,
  wanted: Wanted,
  key = newKeyText(services, wanted.type),
) {
  const { now, ...chosen } = wanted
  const isPublishable = chosen.type === 'publishable'
  const row: ApiKeyRow = {
    ...chosen,
    prefix: key.slice(0, PREFIX_LENGTH),
    publishable_key: isPublishable ? key : null,
    status: 'active',
    last_used_at: null,
    expiry_notice_at: noticeAt(chosen.expiration, now),
    created: now,
    modified_at: now,
    version: 1,
  }
  const found = {
    key_hash: hashKey(services.keyring, key),
    merchant_id: row.merchant_id,
    key_id: isPublishable ? null : row.key_id,
    publishable_key_id: isPublishable ? row.key_id : null,
  }
  const writes: [Insert, Insert] = [insert(apiKeys, row), insert(directory, found)]
  return { row, key, writes }
}

/** Random characters followed by the cell code, so that an edge can route without a lookup. */
export function newKeyText(services: Services & IdSource, type: ApiKeyRow['type']): string {
  const prefix = type === 'publishable' ? publishablePrefix : secretPrefix
  return `${prefix(services.environment)}${services.secret(RANDOM_LENGTH)}${services.cell}`
}
