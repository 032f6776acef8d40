import { insert, type Insert } from '#kernel/change.ts'
import type { Context, Services } from '#kernel/context.ts'
import type { IdSource } from '#kernel/ids.ts'
import { Failure } from '#errors.ts'
import { hashKey, publishablePrefix, secretPrefix } from '#http/authenticate.ts'
import { covers } from '#http/authenticate.ts'
import { getApiKey } from './get.ts'
import type { CreateApiKey, NewApiKey } from './schema.ts'
import { toApi } from './read.ts'
import { type ApiKeyRow, apiKeys, directory } from './store.ts'

const RANDOM_LENGTH = 60
const PREFIX_LENGTH = 12

/** The caller must have every scope that the new key gets. */
export async function createApiKey(context: Context, input: CreateApiKey): Promise<NewApiKey> {
  const scopes = input.scopes ?? ['*']
  checkHeld(context, scopes)
  const expiration = readExpiration(input.expiration ?? 'never', context.now)
  const { row, key, writes } = newApiKey(context, {
    merchant_id: context.merchant_id,
    key_id: context.id('key'),
    name: input.name,
    description: input.description ?? null,
    scopes,
    expiration,
    now: context.now,
  })
  // If the id exists, an earlier attempt of this request created it, with the same key.
  const isNew = await context.tryCommit(...writes)
  const created = isNew ? toApi(row, context.now) : await getApiKey(context, row.key_id)
  return { ...created, api_key: key }
}

export function checkHeld(context: Context, scopes: readonly string[]): void {
  if (covers(context.caller.scopes, scopes)) return
  throw new Failure('AU_03', 'A key cannot grant scopes that it does not have itself.', {
    field: 'scopes',
  })
}

export function readExpiration(sent: string, now: Date): Date | null {
  if (sent === 'never') return null
  const moment = new Date(sent)
  if (!(moment > now)) {
    throw new Failure('IR_04', '`expiration` must be `never` or a moment in the future.', {
      field: 'expiration',
    })
  }
  return moment
}

interface Wanted
  extends Pick<
    ApiKeyRow,
    'merchant_id' | 'key_id' | 'name' | 'description' | 'scopes' | 'expiration'
  > {
  now: Date
}

export function newApiKey(services: Services & IdSource, wanted: Wanted) {
  const key = randomKey(services, secretPrefix(services.environment))
  const { now, ...chosen } = wanted
  const row: ApiKeyRow = {
    ...chosen,
    prefix: key.slice(0, PREFIX_LENGTH),
    status: 'active',
    last_used_at: null,
    created: now,
    modified_at: now,
    version: 1,
  }
  const found = {
    key_hash: hashKey(services.keyring, key),
    merchant_id: row.merchant_id,
    key_id: row.key_id,
  }
  const writes: [Insert, Insert] = [insert(apiKeys, row), insert(directory, found)]
  return { row, key, writes }
}

export function newPublishableKey(services: Services & IdSource, merchant_id: string) {
  const key = randomKey(services, publishablePrefix(services.environment))
  const found = { key_hash: hashKey(services.keyring, key), merchant_id, key_id: null }
  return { key, write: insert(directory, found) }
}

/** Random characters, then the code of the cell, so that an edge can route without a lookup. */
function randomKey(services: Services & IdSource, prefix: string): string {
  return `${prefix}${services.secret(RANDOM_LENGTH)}${services.cell}`
}
