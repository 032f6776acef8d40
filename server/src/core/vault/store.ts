import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { columns, sql } from '#kernel/sql.ts'

export interface DataKeyRow {
  merchant_id: string
  data_key_id: string
  wrapping_key_id: string
  wrapped: Buffer
  created: Date
  retired_at: Date | null
  version: number
}

export interface VaultRow {
  merchant_id: string
  vault_id: string
  data_key_id: string
  box: Buffer
  created: Date
  expires_at: Date | null
  version: number
}

export const dataKeys = table<DataKeyRow>('data_keys', 'merchant_id', 'data_key_id')

const dataKeyColumns = columns<DataKeyRow>()(`
  merchant_id data_key_id wrapping_key_id wrapped created retired_at version
`)
export const vault = table<VaultRow>('vault', 'merchant_id', 'vault_id')

const vaultColumns = columns<VaultRow>()(`
  merchant_id vault_id data_key_id box created expires_at version
`)

export function findCurrentDataKey(db: Database, merchant_id: string) {
  return db.first<DataKeyRow>(
    sql`select ${dataKeyColumns} from data_keys where merchant_id = ${merchant_id} and retired_at is null`,
  )
}

export function findDataKey(db: Database, merchant_id: string, data_key_id: string) {
  return db.first<DataKeyRow>(sql`select ${dataKeyColumns} from data_keys
    where merchant_id = ${merchant_id} and data_key_id = ${data_key_id}`)
}

export function findVaultRow(db: Database, merchant_id: string, vault_id: string) {
  return db.first<VaultRow>(
    sql`select ${vaultColumns} from vault where merchant_id = ${merchant_id} and vault_id = ${vault_id}`,
  )
}

/** One page of the data keys of all merchants, in the order of their ids. */
export function findDataKeysNotUnder(
  db: Database,
  wrapping_key_id: string,
  after: { merchant_id: string; data_key_id: string },
  limit: number,
) {
  return db.rows<DataKeyRow>(sql`select ${dataKeyColumns} from data_keys where wrapping_key_id <> ${wrapping_key_id}
    and (merchant_id, data_key_id) > (${after.merchant_id}, ${after.data_key_id})
    order by merchant_id, data_key_id limit ${limit}`)
}

/** Never deletes a secret without an expiry. */
export async function deleteSecrets(
  db: Database,
  expired: readonly { merchant_id: string; id: string }[],
): Promise<void> {
  const merchants = expired.map((each) => each.merchant_id)
  const ids = expired.map((each) => each.id)
  await db.rows(sql`delete from vault v
    using unnest(${merchants}::text[], ${ids}::text[]) as k(merchant_id, vault_id)
    where v.merchant_id = k.merchant_id and v.vault_id = k.vault_id and v.expires_at is not null`)
}

/** Of all merchants. */
export function findExpired(db: Database, before: Date, limit: number) {
  return db.rows<Pick<VaultRow, 'merchant_id' | 'vault_id'> & { expires_at: Date }>(
    sql`select merchant_id, vault_id, expires_at from vault
      where expires_at <= ${before} order by expires_at limit ${limit}`,
  )
}
