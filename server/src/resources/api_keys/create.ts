import { insert, type Insert } from '#kernel/change.ts'
import { parseMoment } from '#kernel/clock.ts'
import type { Context, Services } from '#kernel/context.ts'
import type { IdSource } from '#kernel/ids.ts'
import { isNetwork } from '#kernel/networks.ts'
import { checkAll, Failure } from '#errors.ts'
import type { Sent } from '#http/route.ts'
import { hashKey, publishablePrefix, secretPrefix } from '#http/authenticate.ts'
import { covers } from '#http/authenticate.ts'
import { profileInForce } from '#resources/profiles/read.ts'
import { noticeAt } from './expiry_notice.ts'
import { type Limits, limitsWithin, type SentLimits } from './limits.ts'
import { getApiKey } from './get.ts'
import type { CreateApiKey, NewApiKey, UpdateApiKey } from './schema.ts'
import { toApi } from './read.ts'
import { type ApiKeyRow, apiKeys, directory } from './store.ts'

const RANDOM_LENGTH = 60
const PREFIX_LENGTH = 12

/** The caller must have every scope that the new key gets. A publishable key has none. */
export async function createApiKey(context: Context, input: CreateApiKey): Promise<NewApiKey> {
  const { type = 'secret', organization = false } = input
  if (organization) checkOrganization(context)
  checkApiKey(input, context.now)
  if (organization) checkWhole({ type, profile_ids: input.profile_ids ?? [] })
  const scopes = type === 'publishable' ? [] : (input.scopes ?? ['*'])
  const sent = { ...sentLimits(input, context.now), scopes }
  const limits = await limitsWithin(context, type, sent)
  await checkProfiles(context, input.profile_ids)
  const { row, key, writes } = newApiKey(context, {
    ...limits,
    name: input.name,
    organization_id: organization ? context.caller.organization_id : null,
    merchant_id: context.merchant_id,
    key_id: context.id('key'),
    type,
    description: input.description ?? null,
    now: context.now,
  })
  // If the id exists, an earlier attempt of this request created it, with the same key.
  const isNew = await context.tryCommit(...writes)
  const created = isNew ? toApi(row, context.now) : await getApiKey(context, row.key_id)
  return { ...created, api_key: key }
}

/** The limits that a request names. */
export function sentLimits(input: UpdateApiKey, now: Date): SentLimits {
  const { scopes, allowed_ips, allowed_origins, profile_ids, expiration: until } = input
  const expiration = until === undefined ? undefined : readExpiration(until, now)
  return { scopes, allowed_ips, allowed_origins, profile_ids, expiration }
}

/** Scopes and addresses limit servers, origins limit browsers. */
const LIMITS = {
  secret: ['allowed_origins'],
  publishable: ['scopes', 'allowed_ips'],
} as const

export function checkLimits(type: ApiKeyRow['type'], input: Sent<UpdateApiKey>): void {
  const others = LIMITS[type].filter((name) => input[name] !== undefined)
  checkAll(
    ...others.map((field) => () => {
      throw new Failure('IR_04', `A ${type} key has no \`${field}\`.`, { field })
    }),
    ...(input.allowed_ips ?? []).map((text, nth) => () => {
      if (isNetwork(text)) return
      const field = `allowed_ips.${nth}`
      const message = `\`${field}\` must be an address or a network such as 203.0.113.0/24.`
      throw new Failure('IR_04', message, { field })
    }),
  )
}

/** Everything that can be wrong with the body of a new key, and needs no lookup. */
export function checkApiKey(input: Sent<CreateApiKey>, now: Date): void {
  checkAll(
    () => checkLimits(input.type ?? 'secret', input),
    () => readExpiration(input.expiration ?? 'never', now),
  )
}

/** The caller may act for an organization; `of` is the one of a key that is changed. */
export function checkOrganization(
  { caller: { organization_id } }: Context,
  of: string | null = organization_id,
): void {
  if (organization_id !== null && organization_id === of) return
  const message =
    'Only an admin of the organization, or a key of it, can create or change a key of the organization.'
  throw new Failure('AU_03', message, { field: 'organization' })
}

/** A key of an organization is for servers, and for all profiles. */
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

function readExpiration(sent: string, now: Date): Date | null {
  if (sent === 'never') return null
  const moment = parseMoment(sent) ?? now
  if (!(moment > now)) {
    throw new Failure('IR_04', '`expiration` must be `never` or a moment in the future.', {
      field: 'expiration',
    })
  }
  return moment
}

interface Wanted
  extends Limits,
    Pick<
      ApiKeyRow,
      'merchant_id' | 'key_id' | 'type' | 'name' | 'description' | 'organization_id'
    > {
  now: Date
}

export function newApiKey(services: Services & IdSource, wanted: Wanted) {
  const { now, ...chosen } = wanted
  const isPublishable = chosen.type === 'publishable'
  const prefix = isPublishable ? publishablePrefix : secretPrefix
  const key = randomKey(services, prefix(services.environment))
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

/** Random characters, then the code of the cell, so that an edge can route without a lookup. */
function randomKey(services: Services & IdSource, prefix: string): string {
  return `${prefix}${services.secret(RANDOM_LENGTH)}${services.cell}`
}
