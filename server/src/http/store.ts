import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { columns, sql } from '#kernel/sql.ts'

export interface IdempotencyRow {
  merchant_id: string
  key_hash: Buffer
  fingerprint: Buffer
  token: string
  created: Date
  locked_until: Date
  answer: Buffer | null
  version: number
}

export const idempotency = table<IdempotencyRow>('idempotency', 'merchant_id', 'key_hash')

const idempotencyColumns = columns<IdempotencyRow>()(`
  merchant_id key_hash fingerprint token created locked_until answer version
`)

export function findIdempotency(db: Database, merchant_id: string, key_hash: Buffer) {
  return db.first<IdempotencyRow>(
    sql`select ${idempotencyColumns} from idempotency where merchant_id = ${merchant_id} and key_hash = ${key_hash}`,
  )
}

/** Deletes one batch of expired rows from all merchants; returns its size. */
export async function deleteOldIdempotency(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  const deleted = await db.rows(sql`delete from idempotency where (merchant_id, key_hash) in (
    select merchant_id, key_hash from idempotency where created < ${before} order by created limit ${limit}
  ) returning 1`)
  return deleted.length
}
