// Timers are columns of the rows they belong to. What is due is found by an index on that column, oldest
// first, by the clock of the merchant it belongs to; a million rows whose time has not come cost nothing.
import type { Database } from './db.ts'
import { raw, sql } from './sql.ts'

export interface Timer {
  readonly table: string
  /** The column of the id, beside merchant_id. */
  readonly id: string
  /** The column that says when; null when there is nothing to wait for. */
  readonly column: string
}

export interface Due {
  readonly merchant_id: string
  readonly id: string
  readonly due: Date
}

/** Of all merchants. Nothing is claimed: who acts finds out by its commit whether another was faster. */
export function findDue(db: Database, timer: Timer, now: Date, most: number): Promise<Due[]> {
  const [name, id, column] = [raw(timer.table), raw(timer.id), raw(timer.column)]
  return db.rows<Due>(sql`select merchant_id, id, due from (
      (select merchant_id, ${id} as id, ${column} as due from ${name}
        where ${column} <= ${now} order by ${column} limit ${most})
      union
      (select t.merchant_id, t.${id}, t.${column} from merchant_clocks c
        join ${name} t on t.merchant_id = c.merchant_id
        where t.${column} <= ${now}::timestamptz + c.ahead_ms * interval '1 millisecond'
        order by t.${column} limit ${most})
    ) as found order by due limit ${most}`)
}
