// Reads Template's answers. Only the documented format counts: an error page or a truncated body is `unknown`.
import { fromProviderAmount } from '../minor_units.ts'
import type { Reply } from '../line.ts'
import type {
  Challenge,
  Declined,
  Instructions,
  NotSent,
  Refused,
  ReportedOutcome,
  Unknown,
} from '../provider.ts'
import { declineRow } from './declines.ts'

/** Decimal digits where they differ from ISO 4217. */
export const exponents = {} as const

export const unknown: Unknown = { result: 'unknown' }

type Reported = Exclude<ReportedOutcome, Challenge>
export type Certain = Reported | Unknown | NotSent

/** `not_sent` only if no byte was sent, or if the answer proves that nothing was done. */
export function certainAfter(reply: Reply, operation_id: string): Certain {
  if (reply.sent === 'no') return { result: 'not_sent', reason: 'unreachable' }
  if (reply.sent === 'maybe') return unknown
  if (reply.status === 401) return { result: 'not_sent', reason: 'unauthorized' }
  const answer = parseAnswer(reply.text)
  if (reply.status === 503 && answer?.['error'] === 'maintenance') {
    return { result: 'not_sent', reason: 'maintenance' }
  }
  if (reply.status !== 200 || answer?.['id'] !== operation_id) return unknown
  return parseCharge(answer) ?? unknown
}

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

export function parseCharge(charge: Answer): Reported | undefined {
  const { status, transaction, currency, code, message } = charge
  if (status === 'revoked') return { result: 'revoked' }
  if (status === 'declined' || status === 'refused') {
    if (typeof code !== 'string' || typeof message !== 'string') return undefined
    return status === 'declined' ? declinedFor(code, message) : refused(code, message)
  }
  if (typeof transaction !== 'string' || typeof currency !== 'string') return undefined
  if (status === 'pending') {
    const instructions = (charge['instructions'] ?? null) as Instructions | null
    return { result: 'pending', transaction_id: transaction, instructions }
  }
  const amount = fromProviderAmount(exponents, Number(charge['amount']), currency)
  if (status !== 'approved' || amount === undefined) return undefined
  return { result: 'approved', transaction_id: transaction, review: false, amount, currency }
}

export function declinedFor(provider_code: string, provider_message: string): Declined {
  const rest = { transaction_id: null, network: null, reason: null }
  return {
    result: 'declined',
    ...declineRow(provider_code),
    provider_code,
    provider_message,
    ...rest,
  }
}

/** Nothing was done. */
export function refused(provider_code: string, message: string): Refused {
  const { code: unified_code } = declineRow(provider_code)
  return { result: 'refused', code: 'PE_01', unified_code, provider_code, message }
}
