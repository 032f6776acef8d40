// Reads the bank's answers as outcomes. Only answers in the documented format count; any other, such as a proxy's
// error page or a truncated body, is `unknown`.
import type { Reply } from '../line.ts'
import type {
  Instructions,
  Network,
  NotSent,
  Refused,
  Revoked,
  ReportedOutcome,
  Unknown,
} from '../provider.ts'
import { toRefusalCode } from '../refusal_code.ts'
import { isWorthElsewhere, toDeclineCode, toObstacle } from './codes.ts'

/** The bank's object, before validation. */
interface BankOperation {
  readonly operation_id: string
  readonly kind: string
  readonly transaction_id: string | null
  readonly outcome: 'approved' | 'declined' | 'returned' | 'challenge' | 'pending' | 'revoked'
  readonly review: boolean
  readonly held?: unknown
  readonly code: string | null
  readonly message: string | null
  readonly network: Network | null
  readonly page_url: string | null
  readonly page_opened: boolean
  readonly instructions: Instructions | null
  /** The amount that moved, after approval. */
  readonly amount: number
  readonly currency: string
}

export const unknown: Unknown = { result: 'unknown' }
export const revoked: Revoked = { result: 'revoked' }
const unreachable: NotSent = { result: 'not_sent', reason: 'unreachable' }
const inMaintenance: NotSent = { result: 'not_sent', reason: 'maintenance' }

type Answer = Readonly<Record<string, unknown>>

/** Undefined for anything but an object. */
export function parseAnswer(text: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** A request's certain result. A refusal is returned as it is: its meaning depends on the operation kind. */
export function certainAfter<T extends object>(
  reply: Reply,
  read: (answer: Answer) => T | undefined,
): T | Refusal | Unknown | NotSent {
  if (reply.sent === 'no') return unreachable
  if (reply.sent === 'maybe') return unknown
  const answer = parseAnswer(reply.text)
  if (reply.status === 200) return (answer && read(answer)) ?? unknown
  if (reply.status === 503 && answer?.['error'] === 'maintenance') return inMaintenance
  // The bank checks the key first, so nothing was done.
  if (reply.status === 401 && answer?.['error'] === 'unauthorized') return unreachable
  return refusalIn(reply.status, answer) ?? unknown
}

/** The operation arrived after its id was revoked, and was not carried out. */
export function isRevoked(reply: Reply): boolean {
  if (reply.sent !== 'answered' || reply.status !== 409) return false
  return parseAnswer(reply.text)?.['error'] === 'revoked'
}

/** A query's result. */
export function reportedBy<T extends object>(
  reply: Reply,
  read: (answer: Answer) => T | undefined,
  missing: 'unknown_operation' | 'unknown_dispute',
): T | Unknown | 'never_seen' {
  if (reply.sent !== 'answered') return unknown
  const answer = parseAnswer(reply.text)
  if (reply.status === 200) return (answer && read(answer)) ?? unknown
  return reply.status === 404 && answer?.['error'] === missing ? 'never_seen' : unknown
}

/** Undefined unless the answer is about this operation. */
export function parseOutcome(answer: unknown, operation_id: string): ReportedOutcome | undefined {
  const operation = answer as Partial<BankOperation> | null | undefined
  if (operation?.operation_id !== operation_id) return undefined
  const { transaction_id, page_url } = operation
  if (operation.outcome === 'revoked') return revoked
  if (operation.outcome === 'declined') return declined(operation)
  if (typeof transaction_id !== 'string') return undefined
  switch (operation.outcome) {
    case 'approved':
      return approved(operation, transaction_id)
    case 'returned':
      return returned(operation)
    case 'challenge':
      if (typeof page_url !== 'string') return undefined
      return {
        result: 'challenge',
        transaction_id,
        page_url,
        opened: operation.page_opened === true,
      }
    case 'pending':
      return { result: 'pending', transaction_id, instructions: operation.instructions ?? null }
    case undefined:
    default:
      return undefined
  }
}

/** An approval without a valid amount is not accepted. */
function approved(operation: Partial<BankOperation>, transaction_id: string) {
  const moved = movedBy(operation)
  const review = operation.review === true
  const { held } = operation
  const known = typeof held === 'number' ? { held } : {}
  return moved && ({ result: 'approved', transaction_id, review, ...moved, ...known } as const)
}

function returned(operation: Partial<BankOperation>) {
  const moved = movedBy(operation)
  return moved && ({ ...declined(operation), returned: true, ...moved } as const)
}

function movedBy({ amount, currency }: Partial<BankOperation>) {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 0) return undefined
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return undefined
  return { amount, currency }
}

function declined(operation: Partial<BankOperation>) {
  const { kind, transaction_id = null, network = null } = operation
  const code = operation.code ?? ''
  const message = operation.message ?? ''
  if (kind === 'capture' || kind === 'void' || kind === 'refund') return refused(code, message)
  const said = { provider_code: code, provider_message: message, transaction_id, network }
  return {
    result: 'declined',
    code: toDeclineCode(code),
    ...said,
    reason: toObstacle(code),
    ...(isWorthElsewhere(code) ? { elsewhere: true as const } : {}),
  } as const
}

export function refused(provider_code: string, message: string): Refused {
  const unified_code = toDeclineCode(provider_code)
  return {
    result: 'refused',
    code: toRefusalCode(unified_code),
    unified_code,
    provider_code,
    message,
  }
}

/** The bank's refusals, after which nothing was done. */
const refusals: ReadonlySet<string> = new Set([
  'invalid_request',
  'unknown_parent',
  'unknown_dispute',
  'amount_exceeds_hold',
  'amount_exceeds_captured',
  'wrong_state',
  'too_late',
  'duplicate',
])

export interface Refusal {
  readonly error: string
  readonly message: string
}

function refusalIn(status: number, answer: Answer | undefined): Refusal | undefined {
  const error = answer?.['error']
  if (status < 400 || status > 499 || typeof error !== 'string') return undefined
  if (!refusals.has(error)) return undefined
  const message = answer?.['message']
  return { error, message: typeof message === 'string' ? message : error }
}
