// The timers of one merchant, for its clock: what is due, and what is due next. Each timer is read by the merchant's rows
// or by the index on merchant and column, and all timers in one statement. Those indexes are for statements that say
// `merchant_id <> ''`, so that no sweep over all merchants can choose one.
import { raw, type Sql, sql } from './sql.ts'
import type { Timer } from './sweeps.ts'

export interface TimerRow {
  /** The place of its timer in the list. */
  readonly nth: number
  readonly id: string
  /** Rounded up to milliseconds, so that a row is due at this time. */
  readonly due: Date
}

/**
 * Selects `TimerRow`s: of each timer at most `limit` rows that are due by `until`, earliest first. A row that was
 * modified just now is included.
 */
export function timerRows(
  timers: readonly Timer[],
  merchant_id: string,
  until: Date,
  limit: number,
): Sql {
  const parts = timers.map(({ table, id, column }, nth) => {
    const [name, key, due, place] = [raw(table), raw(id), raw(column), raw(String(nth))]
    return sql`(select merchant_id, ${place} as nth, ${key} as id,
      date_trunc('milliseconds', ${due} + interval '999 microseconds') as due
      from ${name} where merchant_id = ${merchant_id} and merchant_id <> '' and ${due} <= ${until}
      order by ${due} limit ${limit})`
  })
  return parts.reduce((all, part) => sql`${all} union all ${part}`)
}
