// The request log's table, and the statement that writes a batch.
import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { raw, Sql, sql } from '#kernel/sql.ts'

export interface RequestRow {
  merchant_id: string
  request_id: string
  /** The `X-Request-Id` that the caller sent: not unique. */
  sent_request_id: string | null
  created: Date
  method: string
  route: string
  path: string
  status: number
  error_code: string | null
  duration_ms: number
  key_id: string | null
  user_id: string | null
  address: string | null
  user_agent: string | null
  profile_ids: readonly string[]
  object_ids: readonly string[]
  request_body: string | null
  response_body: string | null
}

export const requests = table<RequestRow>('requests', 'merchant_id', 'request_id')

const names = `merchant_id, request_id, sent_request_id, created, method, route, path, status,
  error_code, duration_ms, key_id, user_id, address, user_agent, profile_ids, object_ids, request_body, response_body`

/** Each size is one prepared statement. */
const SIZES = [64, 16, 4, 1]

/** The rows that one statement writes, from the front. */
export function batchSize(waiting: number): number {
  return SIZES.find((size) => size <= waiting) ?? 0
}

/**
 * Idempotent, so a batch without an answer is sent again. Values as parameters, because PostgreSQL would parse and
 * unescape the bodies in a JSON or array text.
 */
export function insertRequests(db: Database, rows: readonly RequestRow[]) {
  const values = rows.map(
    (
      row,
      n,
    ) => sql`${raw(n === 0 ? '' : ',')} (${row.merchant_id}, ${row.request_id}, ${row.sent_request_id},
      ${row.created}::timestamptz, ${row.method}, ${row.route}, ${row.path}, ${row.status}::int, ${row.error_code},
      ${row.duration_ms}::int, ${row.key_id}, ${row.user_id}, ${row.address}, ${row.user_agent},
      ${row.profile_ids}::text[], ${row.object_ids}::text[], ${row.request_body}, ${row.response_body})`,
  )
  const touched = rows.flatMap(({ object_ids, ...row }) =>
    object_ids.map((object_id) => ({ ...row, object_id })),
  )
  return db.rows(sql`with written as (
      insert into requests (${raw(names)}) values ${new Sql(['', ...values.map(() => '')], values)}
      on conflict do nothing
    )
    insert into request_objects (merchant_id, object_id, created, request_id)
    select * from unnest(${touched.map(({ merchant_id }) => merchant_id)}::text[],
      ${touched.map(({ object_id }) => object_id)}::text[],
      ${touched.map(({ created }) => created)}::timestamptz[],
      ${touched.map(({ request_id }) => request_id)}::text[])
    on conflict do nothing`)
}
