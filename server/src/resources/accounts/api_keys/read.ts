import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { hashKey, type KnownKey } from '#http/authenticate.ts'
import { project } from '#http/fields.ts'
import { pageRequest } from '#http/lists.ts'
import { ApiKey, type CurrentKey, type ListApiKeys } from './schema.ts'
import { keyStatus } from './state.ts'
import { type ApiKeyRow, findApiKey, findApiKeys, findKnownKey, findPublishable } from './store.ts'

export function toApi(row: ApiKeyRow, now: Date): ApiKey {
  const expiration = row.expiration?.toISOString() ?? 'never'
  return project(ApiKey, { ...row, status: keyStatus(row, now), expiration })
}

export async function readApiKey(context: Context, key_id: string): Promise<ApiKeyRow> {
  const row = await findApiKey(context.db, context.merchant_id, key_id)
  if (row === undefined) throw notFound('API key', key_id)
  return row
}

/** For a page without a request header: a publishable key in force whose merchant is active. */
export async function findPublishableKey(
  { db, keyring, now }: Context,
  key: string,
): Promise<KnownKey | undefined> {
  const hashes = keyring.all.map((each) => hashKey(each, key))
  const found = await findKnownKey(db, hashes)
  if (found === undefined) return undefined
  const { type, status, expiration, merchant_status } = found
  const isInForce = status === 'active' && (expiration === null || expiration > now)
  return type === 'publishable' && isInForce && merchant_status === 'active' ? found : undefined
}

/** The key that a page on this server uses to act for a merchant. */
export async function readPublishableKey(
  { db, now }: Pick<Context, 'db' | 'now'>,
  merchant_id: string,
  profile_id: string,
): Promise<string | undefined> {
  return (await findPublishable(db, merchant_id, profile_id, now))?.publishable_key
}

export async function getApiKey(context: Context, key_id: string): Promise<ApiKey> {
  return toApi(await readApiKey(context, key_id), context.now)
}

/** Newest first. */
export async function listApiKeys(context: Context, input: ListApiKeys): Promise<ApiKey[]> {
  const { type = 'secret' } = input
  const rows = await findApiKeys(context.db, context.merchant_id, type, pageRequest(input))
  return rows.map((row) => toApi(row, context.now))
}

const PAGE = 100

/** All keys that the merchant has not revoked, secret and publishable. */
export async function allApiKeys(context: Context): Promise<ApiKey[]> {
  const all: ApiKey[] = []
  for (const type of ['secret', 'publishable'] as const) {
    for (let page: ApiKey[] | undefined; page === undefined || page.length === PAGE; ) {
      const offset = page === undefined ? 0 : all.filter((key) => key.type === type).length
      page = await listApiKeys(context, { type, limit: PAGE, offset })
      all.push(...page)
    }
  }
  return all.filter((key) => key.status !== 'revoked')
}

/** Nothing that the caller could not find out by trying. */
export function describeCaller({ merchant_id, environment, caller }: Context): CurrentKey {
  const { key_id, scopes, profile_ids } = caller
  return { merchant_id, key_id, environment, scopes: [...scopes], profile_ids: [...profile_ids] }
}
