// Operation and transfer invariants for any object.
import { HOUR_MS, MINUTE_MS } from '#kernel/clock.ts'
import type { Moment, OperationRow } from '#core/operations/operation.ts'
import type { ObjectRecord } from './record.ts'

/** A poll may be late by this much: no worker runs, or the provider cannot be reached. */
const OVERDUE_MS = 2 * MINUTE_MS
/** No call stays without an answer for longer. */
const SENT_MS = HOUR_MS

/** An open operation that is never polled. */
export function unpolled(row: OperationRow, { wall }: Moment): string[] {
  if (row.check_at === null) return [`${row.operation_id} is ${row.status} and is not polled`]
  const late = wall.getTime() - row.check_at.getTime()
  if (late > OVERDUE_MS) return [`${row.operation_id} is due for ${Math.round(late / 1000)} s`]
  const sent = wall.getTime() - row.created.getTime()
  // A refund is polled for days before a person must look.
  const isStuck = row.status === 'sent' && row.kind !== 'refund' && sent > SENT_MS
  return isStuck ? [`${row.operation_id} is sent for ${Math.round(sent / 1000)} s`] : []
}

export function wrongCurrency({ transfers }: ObjectRecord, expected: string): string[] {
  return transfers
    .filter(({ currency }) => currency !== expected)
    .map(({ transfer_id, currency }) => `${transfer_id} is in ${currency}, not in ${expected}`)
}
