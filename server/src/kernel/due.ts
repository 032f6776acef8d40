// A timer is a column of the row it belongs to. Due rows are found by an index on that column, oldest first, by
// the clock of their merchant. Rows that are not due cost nothing, even a million of them.
import type { Database } from './db.ts'
import { raw, sql } from './sql.ts'

export interface Timer {
  readonly table: string
  /** The column of the id, which is unique with merchant_id. */
  readonly id: string
  /** The column with the due time; null when nothing is scheduled. */
  readonly column: string
}

export interface Due {
  readonly merchant_id: string
  readonly id: string
  readonly due: Date
}

/** Rows of all merchants. Nothing is claimed: if another worker acts first, the commit is refused. */
export function findDue(db: Database, timer: Timer, now: Date, limit: number): Promise<Due[]> {
  const [name, id, column] = [raw(timer.table), raw(timer.id), raw(timer.column)]
  return db.rows<Due>(sql`select merchant_id, id, due from (
      (select merchant_id, ${id} as id, ${column} as due from ${name}
        where ${column} <= ${now} order by ${column} limit ${limit})
      union
      (select t.merchant_id, t.${id}, t.${column} from merchant_clocks c
        join ${name} t on t.merchant_id = c.merchant_id
        where t.${column} <= ${now}::timestamptz + c.ahead_ms * interval '1 millisecond'
        order by t.${column} limit ${limit})
    ) as found order by due limit ${limit}`)
}
