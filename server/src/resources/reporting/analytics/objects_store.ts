// Defines how an object counts, once for the rollups and for queries that read the objects themselves.
import { type Sql, sql, when } from '#kernel/sql.ts'
import type { Kind } from './dimensions.ts'

/** Columns in a contribution; `o` is the object. */
interface Contribution {
  readonly table: string
  readonly id: string
  readonly dims: Sql
  readonly amount: Sql
  readonly retries: Sql
  /** True if it counts at all. */
  readonly isCounted: Sql
}

export const contributions: Readonly<Record<Kind, Contribution>> = {
  payment: {
    table: 'payments',
    id: 'payment_id',
    dims: sql`array[o.currency, o.status, o.payment_method, o.payment_method_type, o.authentication_type,
      o.payment_method_data #>> '{card,brand}', o.profile_id, o.unified_code, o.connector_id] collate "C"`,
    amount: sql`case when o.status in ('succeeded', 'partially_captured',
      'partially_captured_and_capturable') then o.amount_received else 0 end`,
    retries: sql`greatest(o.attempt_count - 1, 0)`,
    // A plan change with nothing to pay has a 0 payment without an attempt or an event.
    isCounted: sql`(o.amount > 0 or o.attempt_count > 0 or o.status <> 'succeeded')`,
  },
  refund: {
    table: 'refunds',
    id: 'refund_id',
    dims: sql`array[o.currency, o.status, o.refund_type, o.profile_id] collate "C"`,
    amount: sql`case when o.status = 'succeeded' then o.amount else 0 end`,
    retries: sql`0`,
    isCounted: sql`true`,
  },
  dispute: {
    table: 'disputes',
    id: 'dispute_id',
    // A reason comes from the provider and has no bound; the rollup key has one.
    dims: sql`array[o.currency, o.status, o.dispute_stage, left(o.reason, 200), o.profile_id] collate "C"`,
    amount: sql`o.amount`,
    retries: sql`0`,
    isCounted: sql`true`,
  },
}

/** For optional parts between others. */
export function joined(parts: readonly Sql[], between: Sql): Sql {
  return parts.reduce((all, part, i) => sql`${all}${when(i > 0, between)}${part}`, sql``)
}
