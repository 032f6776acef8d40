import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { File } from './schema.ts'

export interface FileRow extends File {
  merchant_id: string
  /** The ids of the objects that name this file. */
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

/** What the storage calls the bytes of a file: ids of ours, and nothing of the caller's. */
export function nameOf({ merchant_id, file_id }: FileRow): string {
  return `${merchant_id}/${file_id}`
}

/** Only what is whole and has neither been removed nor reached its end. */
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

/** Also what is not whole yet. */
export function selectAnyFile(db: Database, merchant_id: string, file_id: string) {
  return db.first<FileRow>(
    sql`select ${fileColumns} from files where merchant_id = ${merchant_id} and file_id = ${file_id}`,
  )
}

/**
 * Of all merchants: takes what has reached its end from everybody's sight, in one statement, so that of
 * several processes each gets other rows. Whoever dies while erasing delays it to `until`. The version
 * grows: a change that would refer to the file was decided upon a file that is no more.
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
