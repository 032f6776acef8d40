// Writes the request log in batches.
import type { Database } from '#kernel/db.ts'
import { raw, sql } from '#kernel/sql.ts'
import type { RequestRow } from './request_row.ts'

/** The columns with their types, in their order as parameters. */
const COLUMNS = {
  merchant_id: 'text',
  request_id: 'text',
  sent_request_id: 'text',
  created: 'timestamptz',
  method: 'text',
  route: 'text',
  path: 'text',
  status: 'int',
  error_code: 'text',
  duration_ms: 'int',
  key_id: 'text',
  user_id: 'text',
  address: 'text',
  user_agent: 'text',
  profile_ids: 'text[]',
  object_ids: 'text[]',
  request_body: 'text',
  response_body: 'text',
} as const satisfies Record<keyof RequestRow, string>

const names = Object.keys(COLUMNS) as (keyof RequestRow)[]
const types = Object.values(COLUMNS)

/** Each size is one prepared statement. */
const SIZES = [64, 16, 4, 1]

/** The rows that one statement writes, from the front. */
export function batchSize(waiting: number): number {
  return SIZES.find((size) => size <= waiting) ?? 0
}

const texts = new Map<string, string>()

/**
 * Composed once for each size. Values are parameters, because PostgreSQL would parse and unescape bodies in a JSON or
 * array text.
 */
function statement(size: number, is_repeated: boolean): string {
  const known = texts.get(`${size} ${is_repeated}`)
  if (known !== undefined) return known
  const row = (n: number) => types.map((type, i) => `$${n * types.length + i + 1}::${type}`).join()
  const rows = Array.from({ length: size }, (_, n) => `(${row(n)})`).join()
  const [a, b, c, d] = [1, 2, 3, 4].map((n) => size * types.length + n)
  const otherwise = raw(is_repeated ? 'on conflict do nothing' : '')
  const { text } =
    sql`with written as (insert into requests (${raw(names.join())}) values ${raw(rows)} ${otherwise})
    insert into request_objects (merchant_id, object_id, created, request_id)
    select merchant_id, object_id, created, request_id from unnest(${raw(`$${a}::text[], $${b}::text[]`)},
      ${raw(`$${c}::timestamptz[], $${d}::text[]`)}) as t (merchant_id, object_id, created, request_id)
    ${otherwise}`.compile()
  texts.set(`${size} ${is_repeated}`, text)
  return text
}

/** `is_repeated`: the rows may have been written already. */
export function insertRequests(db: Database, rows: readonly RequestRow[], is_repeated = false) {
  const values: unknown[] = []
  const touched: [string[], string[], string[], string[]] = [[], [], [], []]
  for (const row of rows) {
    // The driver's own texts for times and arrays cost more than the insert.
    const created = row.created.toISOString()
    for (const name of names) values.push(name === 'created' ? created : toParameter(row[name]))
    for (const object_id of row.object_ids) {
      touched[0].push(row.merchant_id)
      touched[1].push(object_id)
      touched[2].push(created)
      touched[3].push(row.request_id)
    }
  }
  values.push(...touched.map(toArray))
  return db.run(statement(rows.length, is_repeated), values)
}

function toParameter(value: RequestRow[keyof RequestRow]): unknown {
  return Array.isArray(value) ? toArray(value) : value
}

/** Of ids and times, which need no quotes. */
function toArray(values: readonly string[]): string {
  return `{${values.join()}}`
}
