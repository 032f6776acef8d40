import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { File } from './schema.ts'

export interface FileRow extends File {
  merchant_id: string
  /** Ids of objects that refer to this file. */
  referenced_by: readonly string[]
  stored_at: Date | null
  removed_at: Date | null
  version: number
}

export const files = table<FileRow>('files', 'merchant_id', 'file_id')

const fileColumns = columns<FileRow>()(`
  merchant_id file_id file_name file_size file_type purpose dispute_id referenced_by created
  stored_at removed_at expires_at version
`)

/** Bytes that a merchant has uploaded in one day, by the server's clock. */
export interface UploadDayRow {
  merchant_id: string
  /** For example 2026-01-31. */
  day: string
  bytes: number
  most: number
  version: number
}

export function uploadDay(moment: Date): UploadDayRow['day'] {
  return moment.toISOString().slice(0, 10)
}

export const uploadDays = table<UploadDayRow>('upload_days', 'merchant_id', 'day')

export function findUploadDay(db: Database, merchant_id: string, day: string) {
  return db.first<UploadDayRow>(sql`select merchant_id, day::text as day, bytes, most, version from upload_days
    where merchant_id = ${merchant_id} and day = ${day}`)
}

/** For all merchants: only the current day is counted. */
export async function deleteUploadDays(db: Database, before: string): Promise<void> {
  await db.rows(sql`delete from upload_days where day < ${before} and merchant_id is not null`)
}

/** A file can name its dispute before it is evidence. */
export async function hasDispute(
  db: Database,
  merchant_id: string,
  dispute_id: string,
): Promise<boolean> {
  const row = await db.first(sql`select 1 from disputes
    where merchant_id = ${merchant_id} and dispute_id = ${dispute_id}`)
  return row !== undefined
}

/** The file's name in storage: generated ids only, nothing from the caller. */
export function storageName({ merchant_id, file_id }: FileRow): string {
  return `${merchant_id}/${file_id}`
}

/** Only stored files that are neither removed nor expired. */
export function selectFiles(
  db: Database,
  merchant_id: string,
  file_ids: readonly string[],
  now: Date,
) {
  return db.rows<FileRow>(sql`select ${fileColumns} from files
    where merchant_id = ${merchant_id} and file_id = any(${file_ids})
    and stored_at is not null and removed_at is null and (expires_at is null or expires_at > ${now})`)
}

/** Stored files that were uploaded for a dispute, and are not removed. */
export function selectDisputeFiles(db: Database, merchant_id: string, dispute_id: string) {
  return db.rows<FileRow>(sql`select ${fileColumns} from files
    where merchant_id = ${merchant_id} and dispute_id = ${dispute_id}
    and stored_at is not null and removed_at is null`)
}

/** Unfinished uploads too. */
export const selectAnyFile = finder(files, fileColumns)

/**
 * Claims expired files for all merchants in one statement, so that several processes get different rows; after a
 * crash they are due again at `until`. The new version makes a concurrent reference to the file a conflict.
 */
export function claimExpiredFiles(db: Database, now: Date, until: Date, limit: number) {
  return db.rows<FileRow>(sql`with due as (
      select merchant_id, file_id from files
      where expires_at <= ${now} and merchant_id is not null
      order by expires_at limit ${limit} for update skip locked
    )
    update files f set removed_at = coalesce(f.removed_at, ${now}::timestamptz),
      expires_at = ${until}, version = f.version + 1 from due
    where f.merchant_id = due.merchant_id and f.file_id = due.file_id returning ${fileColumns.of('f')}`)
}
