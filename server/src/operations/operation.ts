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

// The first question waits longer than the provider may take to answer; the third, after 45 s, comes
// when what was never sent can be given up.
const FIRST_CHECK_MS = 25_000
const WAITS_MS = [5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000] as const

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
    check_at: addMs(now, FIRST_CHECK_MS),
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
}

const OPEN: ReadonlySet<OperationStatus> = new Set(['sent', 'challenge', 'pending'])

export function isOpen(row: Pick<OperationRow, 'status'>): boolean {
  return OPEN.has(row.status)
}

/** What came of it; without a final answer, when to ask again. */
export function finish(row: OperationRow, outcome: Outcome, now: Date): Update {
  const status = outcome.result === 'unknown' ? row.status : statuses[outcome.result]
  const open = OPEN.has(status)
  const wait = WAITS_MS[Math.min(row.checks, WAITS_MS.length - 1)] ?? 0
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
