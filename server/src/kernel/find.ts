// Reads rows by their key, or by the object that they belong to. A key is the merchant and one id.
import type { Table } from './change.ts'
import type { Database } from './db.ts'
import { type Columns, raw, sql } from './sql.ts'

type Find<Found> = (db: Database, merchant_id: string, id: string) => Promise<Found>

export function finder<Row extends object>(
  table: Table<Row>,
  columns: Columns<Row>,
): Find<Row | undefined> {
  const id_column = raw(table.key.at(-1) ?? '')
  return (db, merchant_id, id) =>
    db.first<Row>(sql`select ${columns} from ${raw(table.name)}
      where merchant_id = ${merchant_id} and ${id_column} = ${id}`)
}

// Limit for an expanded list; the resource's own list has all rows.
const MAX_ROWS = 100

/** One payment's rows, newest first. */
export function finderOfPayment<Row extends { payment_id: string }>(
  table: Table<Row>,
  columns: Columns<Row>,
): Find<Row[]> {
  const id_column = raw(table.key.at(-1) ?? '')
  return (db, merchant_id, payment_id) =>
    db.rows<Row>(sql`select ${columns} from ${raw(table.name)}
      where merchant_id = ${merchant_id} and payment_id = ${payment_id}
      order by created desc, ${id_column} desc limit ${MAX_ROWS}`)
}
