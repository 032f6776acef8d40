// An operation is one call to a provider that moves or holds money. It is recorded before the call and finished
// after it. A crash in between leaves it `sent`, with the time at which recovery polls the provider.
import {
  type Insert,
  insert,
  insertPartly,
  update,
  type Update,
  type Write,
} from '#kernel/change.ts'
import { HOUR_MS, MINUTE_MS, monotonicMs } from '#kernel/clock.ts'
import type { Actor } from '#core/outbox/event.ts'
import type { OperationKind } from '#core/providers/certainty.ts'
import type { Approved, Outcome, ThreeDs } from '#core/providers/provider.ts'
import { operations } from './store.ts'

export type OperationStatus =
  | 'sent'
  | 'challenge'
  | 'pending'
  | 'approved'
  | 'declined'
  | 'refused'
  | 'not_sent'
  | 'revoked'
  /** Approved after it had been closed: booked, and reversed by another operation. */
  | 'late'

export interface OperationRow<
  Kind extends OperationKind = OperationKind,
  Intent extends object = object,
> {
  merchant_id: string
  operation_id: string
  object_id: string
  kind: Kind
  status: OperationStatus
  amount: number
  currency: string
  provider: string
  /** The account at the provider; null: the deployment's own. */
  connector_id: string | null
  parent_id: string | null
  parent_transaction_id: string | null
  /** Input for the decision about a later outcome. */
  intent: Intent
  transaction_id: string | null
  /** The body, where a repeated request must have the same bytes. */
  request: string | null
  /** The parameters with which the customer has returned from a page. */
  continued: Readonly<Record<string, string>> | null
  unified_code: string | null
  three_ds: ThreeDs | null
  provider_code: string | null
  provider_message: string | null
  created: Date
  /** Number of times a request under this id may have been sent. */
  sends: number
  /** When recovery polls the provider, by the database's clock: its default, or `poll_after_ms` from now. */
  check_at: Date | null
  poll_after_ms: number | null
  checks: number
  finished_at: Date | null
  /** The caller who started it; null for background work. */
  started_by: Actor | null
  version: number
}

/** The current time by both clocks: the merchant's for objects, the wall clock for calls to the provider. */
export interface Moment {
  now: Date
  wall: Date
}

/** When recovery polls an operation without a final outcome. */
interface PollSchedule {
  readonly first_ms: number
  /** After each poll; the last one is repeated. */
  readonly waits_ms: readonly number[]
}

// The first poll comes after the call timeout. It is the column's default in the database.
const usual: PollSchedule = {
  first_ms: 25_000,
  waits_ms: [5_000, 15_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS],
}

/** Refunds may take days. */
const slow: PollSchedule = {
  first_ms: MINUTE_MS,
  waits_ms: [
    MINUTE_MS,
    ...repeated(4, 30 * MINUTE_MS),
    ...repeated(2, 2 * HOUR_MS),
    ...repeated(3, 6 * HOUR_MS),
    ...repeated(4, 12 * HOUR_MS),
    ...repeated(4, 24 * HOUR_MS),
  ],
}

/** Recovery makes the first call, immediately. */
const atOnce: PollSchedule = { ...usual, first_ms: 0 }

const schedules: Readonly<Partial<Record<OperationKind, PollSchedule>>> = {
  refund: slow,
  reversal: atOnce,
}

function repeated(times: number, ms: number): number[] {
  return Array.from({ length: times }, () => ms)
}

function pollSchedule({ kind }: Pick<OperationRow, 'kind'>): PollSchedule {
  return schedules[kind] ?? usual
}

/** True when every planned poll has been made. */
export function isExhausted(row: Pick<OperationRow, 'kind' | 'checks'>): boolean {
  return row.checks >= pollSchedule(row).waits_ms.length
}

export type NewOperation<Kind extends OperationKind, Intent extends object> = Pick<
  OperationRow<Kind, Intent>,
  | 'merchant_id'
  | 'operation_id'
  | 'object_id'
  | 'kind'
  | 'amount'
  | 'currency'
  | 'provider'
  | 'parent_id'
  | 'intent'
> &
  Partial<Pick<OperationRow, 'connector_id' | 'parent_transaction_id' | 'request'>> & { now: Date }

export interface Intended<Op> {
  operation: Op
  write: Insert
  /** By the monotonic clock: if too much time has passed since then, the call is not made. */
  decided_ms: number
}

/** The operation, as data for the first commit. */
export function intend<Kind extends OperationKind, Intent extends object>(
  planned: NewOperation<Kind, Intent>,
): Intended<OperationRow<Kind, Intent>> {
  const { now, ...rest } = planned
  const { connector_id = null, parent_transaction_id = null, request = null } = rest
  const operation: OperationRow<Kind, Intent> = {
    ...rest,
    connector_id,
    parent_transaction_id,
    request,
    status: 'sent',
    transaction_id: null,
    continued: null,
    unified_code: null,
    three_ds: null,
    provider_code: null,
    provider_message: null,
    created: now,
    sends: 1,
    check_at: null,
    poll_after_ms: pollSchedule(rest).first_ms,
    checks: 0,
    finished_at: null,
    started_by: null,
    version: 1,
  }
  const { check_at: _, poll_after_ms, ...row } = operation
  const polled = pollSchedule(rest) === usual ? row : { ...row, poll_after_ms }
  const write = insertPartly(operations, withoutNulls(polled, LATER))
  return { operation, write, decided_ms: monotonicMs() }
}

/** Null for most operations when they begin; the database has the same default. */
const LATER = [
  'connector_id',
  'parent_transaction_id',
  'request',
  'continued',
  'unified_code',
  'three_ds',
] as const satisfies (keyof OperationRow)[]

function withoutNulls<T extends object>(row: T, names: readonly (keyof T)[]): Partial<T> {
  const rest: Partial<T> = { ...row }
  for (const name of names) if (rest[name] === null) delete rest[name]
  return rest
}

/** An operation known only to the provider, because our record was lost. */
export function recordFound<Kind extends OperationKind, Intent extends object>(
  planned: NewOperation<Kind, Intent>,
  status: 'approved' | 'late',
  { transaction_id }: Approved,
): Omit<Intended<OperationRow<Kind, Intent>>, 'decided_ms'> {
  const { operation: sent } = intend(planned)
  const done = { status, transaction_id, poll_after_ms: null, finished_at: planned.now }
  const operation = { ...sent, ...done }
  return { operation, write: insert(operations, operation) }
}

const OPEN: ReadonlySet<OperationStatus> = new Set(['sent', 'challenge', 'pending'])

/** Without a final outcome. */
export function isOpen(row: Pick<OperationRow, 'status'>): boolean {
  return OPEN.has(row.status)
}

/** A request's commit records who started its operations. */
export function startedBy(write: Write, by: Actor): Write {
  if (!isOperation(write) || write.kind !== 'insert') return write
  return { ...write, row: { ...write.row, started_by: by } }
}

/** True if the commit leaves an operation open, so that an event about its outcome follows. */
export function leavesOpen(writes: readonly Write[]): boolean {
  return writes.some((write) => isOperation(write) && OPEN.has(write.row['status'] as never))
}

function isOperation({ table: { name } }: Write): boolean {
  return name === operations.name
}

/** The provider has confirmed that it has this operation. */
export function isAcknowledged(row: Pick<OperationRow, 'status'>): boolean {
  return isOpen(row) && row.status !== 'sent'
}

/** The provider has given a transaction id, and nothing has moved yet. */
export function acknowledge(row: OperationRow, transaction_id: string): Update {
  return update(operations, row, { transaction_id })
}

/** Recorded before the provider is called again with them. */
export function continued(row: OperationRow, parameters: Readonly<Record<string, string>>): Update {
  return update(operations, row, {
    continued: parameters,
    poll_after_ms: pollSchedule(row).first_ms,
  })
}

/** Records the outcome; without a final one it schedules the next poll. */
export function finish(row: OperationRow, outcome: Outcome, wall: Date): Update {
  const status = outcome.result === 'unknown' ? row.status : outcome.result
  return closeAs(row, status, outcome, wall)
}

/** Approved after it had been closed. */
export function finishLate(row: OperationRow, outcome: Outcome, wall: Date): Update {
  return closeAs(row, 'late', outcome, wall)
}

function closeAs(row: OperationRow, status: OperationStatus, outcome: Outcome, wall: Date): Update {
  const open = OPEN.has(status)
  const { waits_ms } = pollSchedule(row)
  const wait = waits_ms[Math.min(row.checks, waits_ms.length - 1)] ?? 0
  return update(operations, row, {
    status,
    transaction_id: 'transaction_id' in outcome ? outcome.transaction_id : row.transaction_id,
    provider_code: 'provider_code' in outcome ? outcome.provider_code : row.provider_code,
    provider_message: outcomeMessage(outcome) ?? row.provider_message,
    ...outcomeDetails(outcome),
    ...(open ? { poll_after_ms: wait } : { check_at: null }),
    checks: row.checks + 1,
    finished_at: open ? null : wall,
  })
}

/** Only where the outcome has them, so that other updates are the same statement. */
function outcomeDetails(
  outcome: Outcome,
): Partial<Pick<OperationRow, 'unified_code' | 'three_ds'>> {
  const isFailed = outcome.result === 'declined' || outcome.result === 'refused'
  const three_ds = 'three_ds' in outcome ? outcome.three_ds : undefined
  if (!isFailed && three_ds === undefined) return {}
  const unified_code = outcome.result === 'declined' ? outcome.code : null
  const refused = outcome.result === 'refused' ? outcome.unified_code : unified_code
  return { unified_code: refused, three_ds: three_ds ?? null }
}

function outcomeMessage(outcome: Outcome): string | undefined {
  if (outcome.result === 'declined') return outcome.provider_message
  return outcome.result === 'refused' ? outcome.message : undefined
}

/** Recorded before a request is sent again under the same id: then "not sent" no longer counts as evidence. */
export function resending(row: OperationRow): Update {
  return update(operations, row, { sends: row.sends + 1 })
}

/** Approves an operation, with the requested amount or the amount that moved. */
export function toApproval(operation: OperationRow, amount = operation.amount): Approved {
  const { operation_id, transaction_id, currency } = operation
  const id = transaction_id ?? operation_id
  return { result: 'approved', transaction_id: id, review: false, amount, currency }
}
