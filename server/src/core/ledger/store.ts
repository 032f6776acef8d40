import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { pageSource } from '#kernel/page.ts'
import { columns, type Sql, sql } from '#kernel/sql.ts'
import type { Account } from './transfer.ts'

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

/** Sums over all transfers in transactions below the watermark; as text, because a number may be too small. */
export interface SnapshotRow extends SnapshotKey {
  accounts: Account[]
  currencies: string[]
  balances: string[]
}

export interface SnapshotKey {
  merchant_id: string
  watermark: string
  version: number
}

export const transfers = table<TransferRow>('transfers', 'merchant_id', 'transfer_id')
export const snapshots = table<SnapshotKey>('ledger_snapshots', 'merchant_id', 'watermark')

const transferColumns = columns<TransferRow>()(`
  merchant_id transfer_id debit credit amount currency object_id operation_id cause created
`)

export interface Balance {
  account: Account
  currency: string
  balance: bigint
}

/** Every transaction below it has ended, so no new transfer can appear below it. */
const watermark = sql`pg_snapshot_xmin(pg_current_snapshot())`

// A snapshot that was copied from another cluster is ignored, because transactions have other numbers there. The
// system column xmin is the transaction that wrote the row here; it matches only in the original.
const isOriginal = sql`xmin = taken_by::xid`

export interface KnownSnapshot extends SnapshotKey {
  is_original: boolean
}

export function findSnapshots(db: Database, merchant_id: string) {
  return db.rows<KnownSnapshot>(sql`select merchant_id, watermark::text, version,
    ${isOriginal} as is_original from ledger_snapshots where merchant_id = ${merchant_id}`)
}

/** The newest snapshot plus every visible transfer above its watermark. */
export async function findBalances(db: Database, merchant_id: string): Promise<Balance[]> {
  return (await db.rows<SumRow>(sums(merchant_id, sql``))).map(toBalance)
}

export interface SettledBalances {
  /** '0' when there is nothing to sum. */
  watermark: string
  balances: Balance[]
}

/** The same sums without the transfers above the watermark; they never change. */
export async function findSettledBalances(
  db: Database,
  merchant_id: string,
): Promise<SettledBalances> {
  const rows = await db.rows<SumRow>(sums(merchant_id, sql`and t.written_by < ${watermark}`))
  return { watermark: rows[0]?.watermark ?? '0', balances: rows.map(toBalance) }
}

interface SumRow extends Omit<Balance, 'balance'> {
  balance: string
  watermark: string
}

function toBalance({ account, currency, balance }: SumRow): Balance {
  return { account, currency, balance: BigInt(balance) }
}

function sums(merchant_id: string, below: Sql): Sql {
  return sql`with ${basis(merchant_id)}
    select account, currency, sum(amount)::text as balance, ${watermark}::text as watermark from (
      select s.account, s.currency, s.balance
      from basis b, unnest(b.accounts, b.currencies, b.balances) as s (account, currency, balance)
      union all
      select side.account, t.currency, side.amount
      from transfers t, lateral (values (t.credit, t.amount), (t.debit, -t.amount)) as side (account, amount)
      where t.merchant_id = ${merchant_id} and ${aboveBasis} ${below}
    ) as parts (account, currency, amount)
    group by account, currency order by currency, account`
}

/** Counts the transfers that the next snapshot would cover, up to a limit. */
export async function countSettledTail(db: Database, merchant_id: string, limit: number) {
  const counted = await db.first<{ n: number }>(sql`with ${basis(merchant_id)}
    select count(*)::int as n from (select 1 from transfers t where t.merchant_id = ${merchant_id}
      and ${aboveBasis} and t.written_by < ${watermark} limit ${limit}) as bounded`)
  return counted?.n ?? 0
}

function basis(merchant_id: string): Sql {
  return sql`basis as materialized (select watermark, accounts, currencies, balances
    from ledger_snapshots where merchant_id = ${merchant_id} and ${isOriginal}
    order by watermark desc limit 1)`
}

/** The first condition is always true. It selects the partial index on written_by. */
const aboveBasis = sql`t.written_by >= '0'
  and t.written_by >= coalesce((select watermark from basis), '0')`

/**
 * The oldest open transaction's age, which holds the watermark back; 0 if there is none. All databases on the server
 * count. Only members of pg_read_all_stats see other roles' transactions.
 */
export async function watermarkAge(db: Database): Promise<number> {
  const row = await db.first<{ seconds: number }>(sql`select
      coalesce(extract(epoch from clock_timestamp() - min(began)), 0)::float8 as seconds
    from (select xact_start from pg_stat_activity where backend_xid is not null
      union all select prepared from pg_prepared_xacts) as open (began)`)
  return row?.seconds ?? 0
}

export async function merchantsAfter(db: Database, after: string, limit: number) {
  const rows = await db.rows<{ merchant_id: string }>(sql`select merchant_id from merchants
    where merchant_id > ${after} order by merchant_id limit ${limit}`)
  return rows.map((row) => row.merchant_id)
}

export const transferPages = pageSource(transfers, transferColumns, {
  indexed: ['object_id'],
  conditions: {
    account: (values) => sql`and (debit = any(${values}) or credit = any(${values}))`,
  },
})
