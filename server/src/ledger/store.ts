import { table } from '../kernel/change.ts'
import type { Database } from '../kernel/db.ts'
import { type PageRequest, readPage } from '../kernel/page.ts'
import { columns, listed, type Sql, sql, when } from '../kernel/sql.ts'
import type { Account } from './accounts.ts'

export interface TransferRow {
  merchant_id: string
  transfer_id: string
  debit: Account
  credit: Account
  amount: number
  currency: string
  object_id: string
  operation_id: string
  cause: string
  created: Date
}

/** All snapshots of a merchant are taken together and end at the same moment. */
export interface SnapshotRow {
  merchant_id: string
  account: Account
  currency: string
  balance: number
  up_to: Date
  version: number
}

export const transfers = table<TransferRow>('transfers', 'merchant_id', 'transfer_id')

const transferColumns = columns<TransferRow>({
  merchant_id: true,
  transfer_id: true,
  debit: true,
  credit: true,
  amount: true,
  currency: true,
  object_id: true,
  operation_id: true,
  cause: true,
  created: true,
})
export const snapshots = table<SnapshotRow>(
  'balance_snapshots',
  'merchant_id',
  'account',
  'currency',
)

const snapshotColumns = columns<SnapshotRow>({
  merchant_id: true,
  account: true,
  currency: true,
  balance: true,
  up_to: true,
  version: true,
})

export interface Balance {
  account: Account
  currency: string
  balance: number
}

export function findSnapshots(db: Database, merchant_id: string) {
  return db.rows<SnapshotRow>(
    sql`select ${snapshotColumns} from balance_snapshots where merchant_id = ${merchant_id}`,
  )
}

/** The snapshot plus what has come since, up to a moment: credits less debits. */
export function findBalances(db: Database, merchant_id: string, until: Date | 'infinity') {
  return db.rows<Balance>(sql`with parts as (
      select account, currency, balance from balance_snapshots where merchant_id = ${merchant_id}
      union all
      select credit, currency, amount from transfers where ${since(merchant_id, until)}
      union all
      select debit, currency, -amount from transfers where ${since(merchant_id, until)}
    )
    select account, currency, sum(balance)::bigint as balance from parts
    group by account, currency order by currency, account`)
}

function since(merchant_id: string, until: Date | 'infinity'): Sql {
  return sql`merchant_id = ${merchant_id} and ${listed} and created <= ${until} and created > coalesce(
    (select max(up_to) from balance_snapshots where merchant_id = ${merchant_id}), '-infinity')`
}

/** How many transfers a balance adds to its snapshot, counted no further than asked. */
export async function tailLength(db: Database, merchant_id: string, until: Date, most: number) {
  const counted = await db.first<{ n: number }>(sql`select count(*)::int as n from (
    select merchant_id from transfers where ${since(merchant_id, until)} limit ${most}) as bounded`)
  return counted?.n ?? 0
}

export async function merchantsAfter(db: Database, after: string, most: number): Promise<string[]> {
  const rows = await db.rows<{ merchant_id: string }>(sql`select merchant_id from merchants
    where merchant_id > ${after} order by merchant_id limit ${most}`)
  return rows.map((row) => row.merchant_id)
}

export interface TransferFilter {
  object_id?: string[] | undefined
  currency?: string[] | undefined
  cause?: string[] | undefined
  account?: string[] | undefined
}

export function pageOfTransfers(
  db: Database,
  merchant_id: string,
  { object_id, currency, cause, account }: TransferFilter,
  request: PageRequest,
) {
  const where = sql`${when(object_id !== undefined, sql`and object_id = any(${object_id})`)}
    ${when(currency !== undefined, sql`and currency = any(${currency})`)}
    ${when(cause !== undefined, sql`and cause = any(${cause})`)}
    ${when(account !== undefined, sql`and (debit = any(${account}) or credit = any(${account}))`)}`
  const source = {
    merchant_id,
    table: 'transfers',
    columns: transferColumns,
    id: 'transfer_id',
    where,
  }
  return readPage<TransferRow>(db, source, request)
}
