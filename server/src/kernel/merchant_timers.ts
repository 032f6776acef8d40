// One merchant's timers, for its clock: due now, and due next. Each timer is read by the merchant's rows or by the
// index on merchant and column, and all timers in one statement. Those indexes are for statements that say
// `merchant_id <> ''`, so that no sweep over all merchants can choose one.
import { raw, type Sql, sql } from './sql.ts'
import type { Timer } from './sweeps.ts'

export interface TimerRow {
  /** Its timer's position in the list. */
  readonly nth: number
  readonly id: string
  /** Rounded up to milliseconds, so that a row is due at this time. */
  readonly due: Date
}

/** Two times on a stopped clock. */
export interface Range {
  readonly now: Date
  /** End of the movement. */
  readonly until: Date
}

/** Per timer: the maximum number of due rows, oldest first, and of rows that are due next. */
export interface Limits {
  readonly due: number
  readonly next: number
}

/** Selects `TimerRow`s. A row that was modified just now is included. */
export function timerRows(
  timers: readonly Timer[],
  merchant_id: string,
  { now, until }: Range,
  limits: Limits,
): Sql {
  const parts = timers.flatMap(({ table, id, column }, nth) => {
    const [name, key, due, place] = [raw(table), raw(id), raw(column), raw(String(nth))]
    const select = sql`select merchant_id, ${place} as nth, ${key} as id,
      date_trunc('milliseconds', ${due} + interval '999 microseconds') as due
      from ${name} where merchant_id = ${merchant_id} and merchant_id <> ''`
    return [
      sql`(${select} and ${due} <= ${now} order by ${due} limit ${limits.due})`,
      sql`(${select} and ${due} > ${now} and ${due} <= ${until} order by ${due} limit ${limits.next})`,
    ]
  })
  return parts.reduce((all, part) => sql`${all} union all ${part}`)
}
