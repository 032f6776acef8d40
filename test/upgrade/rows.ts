// Rows for tables that migrations touch: as many as asked for, with a value in every column that needs one.
import type { Client } from 'pg'

interface Column {
  readonly name: string
  readonly type: string
  readonly is_key: boolean
}

/** A row is as wide as Florin's, about half a kilobyte. */
const PADDING = 'x'.repeat(300)

const VALUES: Readonly<Record<string, string>> = {
  text: `''`,
  jsonb: `jsonb_build_object('padding', '${PADDING}')`,
  'timestamp with time zone': 'now()',
  boolean: 'false',
  bytea: `'\\x00'`,
  integer: '0',
  bigint: '0',
  'text[]': `'{}'`,
  date: 'current_date',
  uuid: 'gen_random_uuid()',
}

/** Checks are dropped: the values have no meaning. */
export async function fillTable(client: Client, table: string, rows: number): Promise<void> {
  const checks = await client.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
    [table],
  )
  for (const { name } of checks.rows) {
    await client.query(`alter table ${table} drop constraint "${name}"`)
  }
  const columns = (await columnsOf(client, table)).map(({ name, type, is_key }) => {
    const value = is_key && type === 'text' ? `'${name}-' || n` : VALUES[type]
    if (value === undefined) throw new Error(`${table}.${name}: no value for ${type}`)
    return { name, value: is_key && /int/.test(type) ? 'n' : value }
  })
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const values = columns.map(({ value }) => value).join(', ')
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into ${table} (${names}) overriding system value
       select ${values} from generate_series(1, ${rows}) as n`,
  )
  await client.query(`analyze ${table}`)
}

/** Columns in unique indexes, and columns without a default that must have a value. */
async function columnsOf(client: Client, table: string): Promise<Column[]> {
  const found = await client.query<Column>(
    `select attname as name, format_type(atttypid, null) as type, is_key
       from pg_attribute join lateral (select exists (select from pg_index
         where indrelid = attrelid and indisunique and attnum = any(indkey)) as is_key) as keys on true
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
         and (is_key or (attnotnull and not atthasdef))`,
    [table],
  )
  return found.rows
}
