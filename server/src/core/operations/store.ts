import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { sql } from '#kernel/sql.ts'
import { operationColumns } from './columns.ts'
import type { OperationRow } from './operation.ts'

export const operations = table<OperationRow>('operations', 'merchant_id', 'operation_id')

export function selectOperation(db: Database, merchant_id: string, operation_id: string) {
  return db.first<OperationRow>(sql`select ${operationColumns} from operations
    where merchant_id = ${merchant_id} and operation_id = ${operation_id}`)
}

/** With its age by the database's clock. */
export type DueOperation = OperationRow & { age_ms: number }

/**
 * Takes what is due and puts it off in one statement: of several processes that look at the same moment each
 * gets other rows. The version stays, so a claim never refuses anybody's commit.
 */
export function claimOperations(db: Database, claim_ms: number, limit: number) {
  return db.rows<DueOperation>(sql`with due as (
      select merchant_id, operation_id from operations
      where check_at <= now() and merchant_id is not null
      order by check_at limit ${limit} for update skip locked
    )
    update operations o set check_at = now() + ${claim_ms} * interval '1 millisecond' from due
    where o.merchant_id = due.merchant_id and o.operation_id = due.operation_id
    returning ${operationColumns.of('o')},
      (extract(epoch from now() - o.recorded_at) * 1000)::float8 as age_ms`)
}

const COUNTED = 10_000

export interface OpenOperations {
  kind: OperationRow['kind']
  status: OperationRow['status']
  count: number
  /** By the database's clock. */
  oldest_s: number
  /** Those of which the provider has acknowledged nothing within its horizon. */
  beyond_horizon: number
}

/** Of those that are polled next, so that the index on check_at bounds what is read. */
export function countOpen(db: Database, horizon_ms: number) {
  return db.rows<OpenOperations>(sql`select kind, status, count(*)::int as count,
      extract(epoch from now() - min(recorded_at))::float8 as oldest_s,
      (count(*) filter (where status = 'sent' and transaction_id is null
        and recorded_at < now() - ${horizon_ms} * interval '1 millisecond'))::int as beyond_horizon
    from (select kind, status, recorded_at, transaction_id from operations
      where check_at is not null and merchant_id is not null order by check_at limit ${COUNTED}) as open
    group by kind, status`)
}

export interface LateOperations {
  kind: OperationRow['kind']
  status: OperationRow['status']
  count: number
}

export function countLate(db: Database) {
  return db.rows<LateOperations>(sql`select kind, status, count(*)::int as count
    from (select kind, status from operations
      where (status = 'late' or kind = 'reversal') and merchant_id is not null limit ${COUNTED}) as late
    group by kind, status`)
}
