import { insert, type Insert } from '#kernel/change.ts'
import type { Context, IdSource, Services } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { hashKey, publishablePrefix, secretPrefix } from '#http/authenticate.ts'
import { covers } from '#http/scopes.ts'
import { getApiKey } from './get.ts'
import type { CreateApiKey, NewApiKey } from './schema.ts'
import { toApi } from './to_api.ts'
import { type ApiKeyRow, apiKeys, directory } from './store.ts'

const RANDOM_LENGTH = 60
const PREFIX_LENGTH = 12

/** Makes a key with the scopes asked for, which the caller must hold itself. */
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
  // Only an earlier attempt of this very request can have made it: same id, same key.
  const isNew = await context.tryCommit(...writes)
  const made = isNew ? toApi(row, context.now) : await getApiKey(context, row.key_id)
  return { ...made, api_key: key }
}

export function checkHeld(context: Context, scopes: readonly string[]): void {
  if (covers(context.caller.scopes, scopes)) return
  throw new Failure('AU_03', 'A key cannot give a key more scopes than it has itself.', {
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

/** Sixty random characters, then the cell's code, by which an edge can route without a look-up. */
function randomKey(services: Services & IdSource, prefix: string): string {
  return `${prefix}${services.secret(RANDOM_LENGTH)}${services.cell}`
}
