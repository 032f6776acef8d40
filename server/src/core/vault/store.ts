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

export interface DeploymentRow {
  environment: string
  cell: string
  secret_fingerprint: Buffer
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

/** One page of data keys from all merchants, in id order. */
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

/** All merchants' current data keys, one page. */
export function findCurrentDataKeys(db: Database, after: string, limit: number) {
  return db.rows<DataKeyRow>(sql`select ${dataKeyColumns} from data_keys
    where retired_at is null and merchant_id > ${after} order by merchant_id limit ${limit}`)
}

/** One page of secrets, from all merchants, that are under a retired data key. */
export function findUnderRetired(
  db: Database,
  after: Pick<VaultRow, 'merchant_id' | 'vault_id'>,
  limit: number,
) {
  return db.rows<VaultRow>(sql`select ${vaultColumns} from vault v
    where (merchant_id, vault_id) > (${after.merchant_id}, ${after.vault_id})
      and exists (select 1 from data_keys d where d.merchant_id = v.merchant_id
        and d.data_key_id = v.data_key_id and d.retired_at is not null)
    order by merchant_id, vault_id limit ${limit}`)
}

/** The version stays: the secret is the same, and a request that has read it may delete it. */
export async function replaceBox(
  db: Database,
  { merchant_id, vault_id, data_key_id: from }: VaultRow,
  { data_key_id, box }: Pick<VaultRow, 'data_key_id' | 'box'>,
): Promise<void> {
  await db.rows(sql`update vault set data_key_id = ${data_key_id}, box = ${box}
    where merchant_id = ${merchant_id} and vault_id = ${vault_id} and data_key_id = ${from}`)
}

/** Deletes the data keys that were retired before this time and that no secret needs; returns their number. */
export async function deleteRetiredDataKeys(db: Database, before: Date): Promise<number> {
  const deleted = await db.rows(sql`delete from data_keys d where retired_at < ${before}
    and not exists (select 1 from vault v
      where v.merchant_id = d.merchant_id and v.data_key_id = d.data_key_id)
    returning merchant_id`)
  return deleted.length
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

/** From all merchants. */
export function findExpired(db: Database, before: Date, limit: number) {
  return db.rows<Pick<VaultRow, 'merchant_id' | 'vault_id'> & { expires_at: Date }>(
    sql`select merchant_id, vault_id, expires_at from vault
      where expires_at <= ${before} order by expires_at limit ${limit}`,
  )
}

export function findDeployment(db: Database) {
  return db.first<DeploymentRow>(
    sql`select environment, cell, secret_fingerprint from directory.deployment`,
  )
}

/** If two processes write at once, the first wins; returns the recorded value. */
export async function claimDeployment(
  db: Database,
  { environment, cell, secret_fingerprint }: DeploymentRow,
): Promise<DeploymentRow> {
  await db.rows(sql`insert into directory.deployment (environment, cell, secret_fingerprint)
    values (${environment}, ${cell}, ${secret_fingerprint}) on conflict do nothing`)
  const recorded = await findDeployment(db)
  if (recorded === undefined) throw new Error('vault: the deployment could not be recorded')
  return recorded
}

export async function replaceFingerprint(db: Database, from: Buffer, to: Buffer): Promise<void> {
  await db.rows(sql`update directory.deployment set secret_fingerprint = ${to}
    where secret_fingerprint = ${from}`)
}
