import { table } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import type { Database } from '#kernel/db.ts'
import { leastId } from '#kernel/ids.ts'
import { columns, listed, type Sql, sql } from '#kernel/sql.ts'
import type { OperationRow } from './operation.ts'

export const operations = table<OperationRow>('operations', 'merchant_id', 'operation_id')

export const operationColumns = columns<OperationRow>()(`
  merchant_id operation_id object_id kind status amount currency provider connector_id parent_id parent_transaction_id intent
  request continued unified_code three_ds transaction_id provider_code provider_message created sends poll_after_ms check_at checks
  finished_at started_by version
`)

export function findOperation(db: Database, merchant_id: string, operation_id: string) {
  return db.first<OperationRow>(sql`select ${operationColumns} from operations
    where merchant_id = ${merchant_id} and operation_id = ${operation_id}`)
}

/** The authorization with this transaction id at an account. */
export function findByTransaction(
  db: Database,
  merchant_id: string,
  connector_id: string,
  transaction_id: string,
) {
  return db.first<OperationRow>(sql`select ${operationColumns} from operations
    where merchant_id = ${merchant_id} and connector_id = ${connector_id}
      and transaction_id = ${transaction_id} and kind = 'authorize'`)
}

export function findObjectOperations(db: Database, merchant_id: string, object_id: string) {
  return db.rows<OperationRow>(sql`select ${operationColumns} from operations
    where merchant_id = ${merchant_id} and ${listed} and object_id = ${object_id} order by created`)
}

/** By the database's clock. */
export async function operationAge(db: Database, merchant_id: string, operation_id: string) {
  const row = await db.first<{ age_ms: number }>(sql`select
      (extract(epoch from now() - recorded_at) * 1000)::float8 as age_ms
    from operations where merchant_id = ${merchant_id} and operation_id = ${operation_id}`)
  return row?.age_ms ?? 0
}

/** With its age by the database's clock. */
export type DueOperation = OperationRow & { age_ms: number }

/** Due operations from all merchants. */
export function claimOperations(db: Database, claim_ms: number, limit: number) {
  return claim(db, sql`check_at <= now() and merchant_id is not null`, claim_ms, limit)
}

/**
 * A merchant's open operations that are due or whose call has ended without an answer. `except` were recovered just
 * now.
 */
export function claimMerchantOperations(
  db: Database,
  merchant_id: string,
  except: readonly string[],
  claim_ms: number,
  limit: number,
) {
  const isOpen = sql`merchant_id = ${merchant_id} and check_at is not null
    and operation_id <> all(${except}) and status = 'sent' and (checks > 0 or check_at <= now())`
  return claim(db, isOpen, claim_ms, limit)
}

/**
 * Claims operations and postpones them in one statement, so concurrent workers get different rows. The version does not
 * change, so a claim never conflicts with a commit.
 */
function claim(db: Database, isDue: Sql, claim_ms: number, limit: number) {
  return db.rows<DueOperation>(sql`with due as (
      select merchant_id, operation_id from operations
      where ${isDue}
      order by check_at limit ${limit} for update skip locked
    )
    update operations o set check_at = now() + ${claim_ms} * interval '1 millisecond' from due
    where o.merchant_id = due.merchant_id and o.operation_id = due.operation_id
    returning ${operationColumns.of('o')},
      (extract(epoch from now() - o.recorded_at) * 1000)::float8 as age_ms`)
}

export interface Calls {
  /** Calls that are being made. */
  in_flight: number
  /** Calls that have ended without an answer, or whose process has died. */
  unanswered: number
}

/** Selects a merchant's `Calls`. */
export function selectCalls(merchant_id: string): Sql {
  return sql`select ${merchant_id}::text as merchant_id,
      (count(*) filter (where checks = 0))::int as in_flight,
      (count(*) filter (where checks > 0 or check_at <= now()))::int as unanswered
    from (
      -- Open operations of all merchants are fewer than all operations of one.
      select merchant_id, checks, check_at from operations
      where check_at is not null and status = 'sent' offset 0) as open
    where merchant_id = ${merchant_id}`
}

const MAX_COUNT = 10_000

/** The merchant's newest operations in which `countAttempts` looks. */
export const MAX_RECENT = MAX_COUNT

export interface RecentCount {
  /** Start of five minutes. */
  from: Date
  status: OperationRow['status']
  /** An attempt at the account; otherwise the merchant's other operations. */
  is_own: boolean
  count: number
  earliest: Date
}

/** An account's attempts since then, among the merchant's newest operations, by five minutes and status. */
export function countAttempts(
  db: Database,
  merchant_id: string,
  connector_id: string,
  since: Date,
): Promise<RecentCount[]> {
  return db.rows<RecentCount>(sql`select date_bin('5 minutes', created, ${since}) as from, status, is_own,
      count(*)::int as count, min(created) as earliest
    from (select created, status, kind = 'authorize' and connector_id is not distinct from ${connector_id} as is_own
      from operations where merchant_id = ${merchant_id} and operation_id >= ${leastId('op', since)}
        and created >= ${since} order by operation_id desc limit ${MAX_RECENT}) as recent
    group by 1, 2, 3 order by 1`)
}

const MAX_APPROVED = 100_000

/** An account's authorizations and refunds that were approved since then. */
export function findApprovedSince(
  db: Database,
  merchant_id: string,
  connector_id: string,
  since: Date,
) {
  return db.rows<OperationRow>(sql`select ${operationColumns} from operations
    where merchant_id = ${merchant_id} and connector_id = ${connector_id} and created >= ${since}
      and kind in ('authorize', 'refund') and status = 'approved' and amount > 0
    order by created limit ${MAX_APPROVED}`)
}

/** A merchant's open operations that are at least this old, with their age. */
export function findOpenSince(db: Database, merchant_id: string, age_ms: number, limit: number) {
  return db.rows<DueOperation>(sql`select ${operationColumns},
      (extract(epoch from now() - recorded_at) * 1000)::float8 as age_ms
    from operations
    where check_at is not null and merchant_id = ${merchant_id}
      and recorded_at < now() - ${age_ms} * interval '1 millisecond'
    order by recorded_at limit ${limit}`)
}

export interface OpenOperations {
  kind: OperationRow['kind']
  status: OperationRow['status']
  count: number
  /** By the database's clock. */
  oldest_s: number
  /** Operations that the provider has not acknowledged within its horizon. */
  beyond_horizon: number
}

/** Operations without a final outcome, by kind and status. The index on check_at bounds the cost. */
export function countOpenOperations({ db, provider }: Pick<Services, 'db' | 'provider'>) {
  const { horizon_ms } = provider.certainty
  return db.rows<OpenOperations>(sql`select kind, status, count(*)::int as count,
      extract(epoch from now() - min(recorded_at))::float8 as oldest_s,
      (count(*) filter (where status = 'sent' and transaction_id is null
        and recorded_at < now() - ${horizon_ms} * interval '1 millisecond'))::int as beyond_horizon
    from (select kind, status, recorded_at, transaction_id from operations
      where check_at is not null and merchant_id is not null order by check_at limit ${MAX_COUNT}) as open
    group by kind, status`)
}

export interface LateOperations {
  kind: OperationRow['kind']
  status: OperationRow['status']
  count: number
}

/** Operations that were approved after they had been closed, and their reversals. */
export function countLateOperations({ db }: Pick<Services, 'db'>) {
  return db.rows<LateOperations>(sql`select kind, status, count(*)::int as count
    from (select kind, status from operations
      where (status = 'late' or kind = 'reversal') and merchant_id is not null limit ${MAX_COUNT}) as late
    group by kind, status`)
}
