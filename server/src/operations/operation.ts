// An operation is one call to a provider that moves or holds money: written before the call, finished
// after it. A crash in between leaves it `sent` with a time at which to ask what became of it.
import { type Insert, insert, type Update, update } from '../kernel/change.ts'
import { addMs } from '../kernel/clock.ts'
import type { Outcome } from '../providers/provider.ts'
import { operations } from './store.ts'

export type OperationKind = 'authorize' | 'capture' | 'void' | 'refund' | 'payout'
export type OperationStatus =
  | 'sent'
  | 'approved'
  | 'declined'
  | 'challenge'
  | 'pending'
  | 'refused'
  | 'not_sent'

export interface OperationRow {
  merchant_id: string
  operation_id: string
  object_id: string
  kind: OperationKind
  status: OperationStatus
  amount: number
  currency: string
  provider: string
  parent_id: string | null
  intent: Record<string, unknown>
  transaction_id: string | null
  provider_code: string | null
  provider_message: string | null
  created: Date
  check_at: Date | null
  checks: number
  finished_at: Date | null
  version: number
}

/** When to ask what became of a call without a final answer. */
interface Patience {
  readonly first_ms: number
  /** After each question; the last one is repeated. */
  readonly waits_ms: readonly number[]
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

// The first question waits longer than the provider may take to answer; the third, after 45 s, comes
// when what was never sent can be given up.
const usual: Patience = {
  first_ms: 25_000,
  waits_ms: [5_000, 15_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS],
}

/** Refunds may take days, and nobody stands at a till waiting for them. */
const patient: Patience = {
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

function repeated(times: number, ms: number): number[] {
  return Array.from({ length: times }, () => ms)
}

const patience: Readonly<Partial<Record<OperationKind, Patience>>> = { refund: patient }

function patienceOf({ kind }: Pick<OperationRow, 'kind'>): Patience {
  return patience[kind] ?? usual
}

/** Whether every question that was planned has been asked. */
export function isExhausted(row: Pick<OperationRow, 'kind' | 'checks'>): boolean {
  return row.checks >= patienceOf(row).waits_ms.length
}

export interface Asking {
  merchant_id: string
  operation_id: string
  object_id: string
  kind: OperationKind
  amount: number
  currency: string
  provider: string
  parent_id: string | null
  intent: Record<string, unknown>
  now: Date
}

export function begin(asking: Asking): { row: OperationRow; write: Insert } {
  const { now, ...rest } = asking
  const row: OperationRow = {
    ...rest,
    status: 'sent',
    transaction_id: null,
    provider_code: null,
    provider_message: null,
    created: now,
    check_at: addMs(now, patienceOf(rest).first_ms),
    checks: 0,
    finished_at: null,
    version: 1,
  }
  return { row, write: insert(operations, row) }
}

const statuses: Readonly<Record<Exclude<Outcome['result'], 'unknown'>, OperationStatus>> = {
  approved: 'approved',
  declined: 'declined',
  refused: 'refused',
  challenge: 'challenge',
  pending: 'pending',
  not_sent: 'not_sent',
  revoked: 'not_sent',
}

const OPEN: ReadonlySet<OperationStatus> = new Set(['sent', 'challenge', 'pending'])

export function isOpen(row: Pick<OperationRow, 'status'>): boolean {
  return OPEN.has(row.status)
}

/** What came of it; without a final answer, when to ask again. */
export function finish(row: OperationRow, outcome: Outcome, now: Date): Update {
  const status = outcome.result === 'unknown' ? row.status : statuses[outcome.result]
  const open = OPEN.has(status)
  const { waits_ms } = patienceOf(row)
  const wait = waits_ms[Math.min(row.checks, waits_ms.length - 1)] ?? 0
  return update(operations, row, {
    status,
    transaction_id: 'transaction_id' in outcome ? outcome.transaction_id : row.transaction_id,
    provider_code: 'provider_code' in outcome ? outcome.provider_code : row.provider_code,
    provider_message: messageOf(outcome) ?? row.provider_message,
    check_at: open ? addMs(now, wait) : null,
    checks: row.checks + 1,
    finished_at: open ? null : now,
  })
}

function messageOf(outcome: Outcome): string | undefined {
  if (outcome.result === 'declined') return outcome.provider_message
  return outcome.result === 'refused' ? outcome.message : undefined
}
