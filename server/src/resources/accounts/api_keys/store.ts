import { table } from '#kernel/change.ts'
import type { AmountLimit } from '#kernel/context.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import type { PageRequest } from '#kernel/page.ts'
import { createdWithin } from '#kernel/scan.ts'
import { columns, listed, raw, sql } from '#kernel/sql.ts'
import type { KnownKey } from '#http/authenticate.ts'

export interface ApiKeyRow {
  merchant_id: string
  key_id: string
  name: string
  description: string | null
  prefix: string
  scopes: string[]
  status: 'active' | 'revoked'
  expiration: Date | null
  type: 'secret' | 'publishable'
  /** The key itself, which is public; null for a secret key. */
  publishable_key: string | null
  allowed_origins: string[]
  allowed_ips: string[]
  profile_ids: string[]
  amount_limits: readonly AmountLimit[] | null
  /** Set on a key for all merchants in the organization. */
  organization_id: string | null
  last_used_at: Date | null
  /** When users are informed that it expires; null: never, or they have been. */
  expiry_notice_at: Date | null
  created: Date
  modified_at: Date
  version: number
}

export interface DirectoryRow {
  key_hash: Buffer
  merchant_id: string
  /** Null for a publishable key: the previous release recognizes it by that. */
  key_id: string | null
  publishable_key_id: string | null
}

export const apiKeys = table<ApiKeyRow>('api_keys', 'merchant_id', 'key_id')
export const expiryNotices = table<ExpiryNotice>('api_keys', 'merchant_id', 'key_id')

const apiKeyColumns = columns<ApiKeyRow>()(`
  merchant_id key_id name description prefix scopes status expiration last_used_at created
  modified_at version type publishable_key allowed_origins allowed_ips profile_ids organization_id
  expiry_notice_at amount_limits
`)
export const directory = table<DirectoryRow>('directory.keys', 'key_hash')

/** The only lookup that starts without a merchant id. */
export function findKnownKey(db: Database, key_hashes: readonly Buffer[]) {
  return db.first<KnownKey>(sql`select d.key_hash, d.merchant_id, m.api_version, m.status as merchant_status, m.rate_limit,
      coalesce(d.key_id, d.publishable_key_id) as key_id,
      case when d.key_id is null then 'publishable' else 'secret' end as type,
      coalesce(k.scopes, '[]') as scopes, coalesce(k.status, 'active') as status,
      coalesce(k.allowed_ips, '[]') as allowed_ips, coalesce(k.allowed_origins, '[]') as allowed_origins,
      coalesce(k.profile_ids, '[]') as profile_ids, k.expiration, k.last_used_at,
      k.amount_limits,
      case when k.organization_id = m.organization_id then k.organization_id end as organization_id
    from directory.keys d
    join merchants m on m.merchant_id = d.merchant_id
    left join api_keys k on k.merchant_id = d.merchant_id
      and k.key_id = coalesce(d.key_id, d.publishable_key_id)
    where d.key_hash = any(${key_hashes}::bytea[])`)
}

/** Does nothing if another process has moved it. */
export async function moveKey(
  db: Database,
  { merchant_id, key_hash }: Pick<KnownKey, 'merchant_id' | 'key_hash'>,
  to: Buffer,
): Promise<void> {
  await db.rows(sql`update directory.keys set key_hash = ${to}
    where key_hash = ${key_hash} and merchant_id = ${merchant_id}`)
}

export const findApiKey = finder(apiKeys, apiKeyColumns)

export function findApiKeys(
  db: Database,
  merchant_id: string,
  type: ApiKeyRow['type'],
  page: PageRequest,
) {
  return db.rows<ApiKeyRow>(sql`select ${apiKeyColumns} from api_keys
    where merchant_id = ${merchant_id} and ${listed} and type = ${type}
      ${createdWithin(raw('created'), page)}
    order by created desc, key_id desc limit ${page.limit} offset ${page.offset}`)
}

/** Key columns that the worker may read. */
export type ExpiryNotice = Pick<
  ApiKeyRow,
  | 'merchant_id'
  | 'key_id'
  | 'name'
  | 'prefix'
  | 'type'
  | 'status'
  | 'expiration'
  | 'expiry_notice_at'
  | 'version'
>

export function findExpiryNotice(db: Database, merchant_id: string, key_id: string) {
  return db.first<ExpiryNotice>(sql`select merchant_id, key_id, name, prefix, type, status,
      expiration, expiry_notice_at, version
    from api_keys where merchant_id = ${merchant_id} and key_id = ${key_id}`)
}

/** Another key that can create keys, so that the merchant is not locked out. */
export function findOtherKeyMaker(db: Database, merchant_id: string, key_id: string, now: Date) {
  return db.first<ApiKeyRow>(sql`select ${apiKeyColumns} from api_keys
    where merchant_id = ${merchant_id} and key_id <> ${key_id} and status = 'active'
      and (expiration is null or expiration > ${now})
      and (scopes ? '*' or scopes ? 'api_keys:write') and profile_ids = '[]'
    order by expiration desc nulls first, created, key_id limit 1`)
}

/** A publishable key that works for a profile, the oldest first. */
export function findPublishable(
  db: Database,
  merchant_id: string,
  profile_id: string,
  now: Date,
): Promise<{ publishable_key: string } | undefined> {
  return db.first<{ publishable_key: string }>(sql`select publishable_key from api_keys
    where merchant_id = ${merchant_id} and type = 'publishable' and status = 'active'
      and publishable_key is not null and (expiration is null or expiration > ${now})
      and (profile_ids = '[]' or profile_ids @> jsonb_build_array(${profile_id}::text))
    order by created limit 1`)
}
