import type { Database } from '#kernel/db.ts'
import { type Condition, type PageSource, pageSource } from '#kernel/page.ts'
import { toConditions } from '#kernel/scan.ts'
import { columns, type Sql, sql } from '#kernel/sql.ts'
import { type RequestRow, requests } from '#http/request_row.ts'

export type ListedRequest = Omit<RequestRow, 'request_body' | 'response_body'>

const listedColumns = columns<ListedRequest>()(`
  merchant_id request_id sent_request_id created method route path status error_code duration_ms
  key_id user_id address user_agent profile_ids object_ids
`)

const requestColumns = columns<RequestRow>()(`
  merchant_id request_id sent_request_id created method route path status error_code duration_ms
  key_id user_id address user_agent profile_ids object_ids request_body response_body
`)

/** Conditions on the log, by their name. */
const conditions: Readonly<Record<string, (value: unknown) => Sql>> = {
  status_from: (value) => sql`and status >= ${value}::int and status < ${value}::int + 100`,
  sent_by: (value) => (value === 'users' ? sql`and user_id is not null` : sql`and user_id is null`),
  /** All of a request's profiles, so that a key never sees another one's ids. */
  profiles: (value) => sql`and profile_ids <> '{}' and profile_ids <@ ${value}::text[]`,
  failed: () => sql`and status >= 400`,
}

export const requestPages = pageSource(requests, listedColumns, {
  conditions,
  partial: { failed: sql`status >= 400` },
})

const touchedColumns =
  columns<Pick<ListedRequest, 'request_id' | 'created'>>()('request_id created')

/** The requests that touched an object, by that table's index; other conditions are tested on the log's rows. */
export function pagesOfObject(others: readonly Condition[]) {
  const tested = sql`and exists (select 1 from requests where requests.merchant_id = request_objects.merchant_id
    and requests.request_id = request_objects.request_id and requests.created = request_objects.created
    ${toConditions(requestPages, others)})`
  const source: PageSource<Pick<ListedRequest, 'request_id' | 'created'>> = {
    table: 'request_objects',
    id: 'request_id',
    columns: touchedColumns,
    indexed: ['object_id'],
    conditions: { request: () => tested },
    anchors: 'requests',
  }
  return source
}

export function findListed(db: Database, merchant_id: string, request_ids: readonly string[]) {
  return db.rows<ListedRequest>(sql`select ${listedColumns} from requests
    where merchant_id = ${merchant_id} and request_id = any(${request_ids})`)
}

export function findRequest(db: Database, merchant_id: string, request_id: string) {
  return db.first<RequestRow>(sql`select ${requestColumns} from requests
    where merchant_id = ${merchant_id} and request_id = ${request_id}`)
}

export function findSentRequest(db: Database, merchant_id: string, sent_request_id: string) {
  return db.first<RequestRow>(sql`select ${requestColumns} from requests
    where merchant_id = ${merchant_id} and sent_request_id = ${sent_request_id}
      and sent_request_id is not null order by created desc limit 1`)
}

/**
 * Removes an object's id with everything that may describe it, a batch at a time; returns the batch's size. Without the
 * committer: a row has no version, and nothing else changes it.
 */
export async function eraseObject(
  db: Database,
  merchant_id: string,
  object_id: string,
  limit: number,
): Promise<number> {
  const erased = await db.rows(sql`with named as materialized (
      select created, request_id from request_objects
      where merchant_id = ${merchant_id} and object_id = ${object_id} limit ${limit}
    ), emptied as (
      update requests r set path = r.route, request_body = null, response_body = null,
        object_ids = array_remove(r.object_ids, ${object_id}) from named n
      where r.merchant_id = ${merchant_id} and r.request_id = n.request_id and r.created = n.created
    )
    delete from request_objects o using named n where o.merchant_id = ${merchant_id}
      and o.object_id = ${object_id} and o.created = n.created and o.request_id = n.request_id returning 1`)
  return erased.length
}
