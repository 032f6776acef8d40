import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { sql } from '#kernel/sql.ts'

export interface KeyDayRow {
  merchant_id: string
  key_id: string
  currency: string
  day: string
  amount: number
  per_day: number
  version: number
}

export const keyDays = table<KeyDayRow>('api_key_days', 'merchant_id', 'key_id', 'currency', 'day')

export interface KeyAmountRow {
  merchant_id: string
  key_id: string
  object_id: string
  currency: string
  amount: number
  version: number
}

export const keyAmounts = table<KeyAmountRow>(
  'api_key_amounts',
  'merchant_id',
  'key_id',
  'object_id',
  'currency',
)

/** The day in UTC by the database's clock, with the key's row of it; without one its amount is null. */
export async function findKeyDay(
  db: Database,
  merchant_id: string,
  key_id: string,
  currency: string,
): Promise<{ day: string; row: KeyDayRow | undefined }> {
  const found = await db.first<{ today: string } & KeyDayRow>(sql`select t.day::text as today,
      d.merchant_id, d.key_id, d.currency, d.day::text as day, d.amount, d.per_day, d.version
    from (select (now() at time zone 'utc')::date as day) t
    left join api_key_days d on d.merchant_id = ${merchant_id} and d.key_id = ${key_id}
      and d.currency = ${currency} and d.day = t.day`)
  if (found === undefined) throw new Error('amount limits: the database did not answer with a day')
  const { today, ...row } = found
  return { day: today, row: row.version === null ? undefined : row }
}

export function findKeyAmount(
  db: Database,
  merchant_id: string,
  key_id: string,
  object_id: string,
  currency: string,
) {
  return db.first<KeyAmountRow>(sql`select merchant_id, key_id, object_id, currency, amount, version
    from api_key_amounts where merchant_id = ${merchant_id} and key_id = ${key_id}
      and object_id = ${object_id} and currency = ${currency}`)
}
