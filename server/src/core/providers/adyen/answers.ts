// Reads Adyen's answers as outcomes. Only answers in the documented format count; any other, such as a proxy's error
// page or a truncated body, is `unknown`.
import { addMs, DAY_MS, parseMoment, systemClock } from '#kernel/clock.ts'
import type { DeclineCode } from '#core/declines.ts'
import type { Reply } from '../line.ts'
import { fromProviderAmount } from '../minor_units.ts'
import type {
  Approved,
  AuthorizeOutcome,
  Declined,
  Instructions,
  ModificationOutcome,
  Network,
  NotSent,
  Refused,
  ThreeDs,
  Unknown,
} from '../provider.ts'
import { declineRow } from './declines.ts'
import { exponents } from './requests.ts'
import { NOT_CONFIGURED } from './wire.ts'

export const unknown: Unknown = { result: 'unknown' }

export type Answer = Readonly<Record<string, unknown>>

/** Undefined for anything but an object. */
export function asObject(value: unknown): Answer | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...value }
    : undefined
}

export function parseAnswer(text: string): Answer | undefined {
  try {
    return asObject(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Adyen refused the request before it did anything. */
export interface Refusal {
  readonly error: string
  readonly message: string
}

/** A request's certain result. A refusal's meaning depends on the request. */
export function certainAfter<T>(
  reply: Reply,
  read: (answer: Answer) => T | undefined,
): T | Refusal | Unknown | NotSent {
  if (reply.sent === 'maybe') return unknown
  if (reply.sent === 'no') {
    const reason = reply.cause === NOT_CONFIGURED ? 'not_configured' : 'unreachable'
    return { result: 'not_sent', reason }
  }
  const answer = parseAnswer(reply.text)
  if (answer === undefined) return unknown
  if (reply.status === 200 || reply.status === 201) return read(answer) ?? unknown
  return refusalIn(reply.status, answer) ?? unknown
}

/** The same Idempotency-Key is being processed, or was: the first request decides. */
const IN_PROGRESS = '704'

function refusalIn(status: number, answer: Answer): Refusal | NotSent | undefined {
  const { errorType, errorCode, message } = answer
  if (typeof message !== 'string') return undefined
  if ((status === 401 || status === 403) && errorType === 'security') {
    return { result: 'not_sent', reason: 'unauthorized' }
  }
  if (status !== 400 && status !== 422) return undefined
  if (typeof errorCode !== 'string' && typeof errorCode !== 'number') return undefined
  const error = String(errorCode)
  return errorType === 'validation' && error !== IN_PROGRESS ? { error, message } : undefined
}

export interface Requested {
  readonly operation_id: string
  readonly amount: number
  readonly currency: string
}

/** `named`: the answer must name the payment, because the customer's browser brought what was asked about. */
export function readPayment(
  answer: Answer,
  request: Requested,
  named: boolean,
): AuthorizeOutcome | undefined {
  const { merchantReference, resultCode, pspReference } = answer
  const isAbout = merchantReference === request.operation_id
  if (!isAbout && (named || merchantReference !== undefined)) return undefined
  switch (resultCode) {
    case 'Authorised':
      return typeof pspReference === 'string' ? approved(answer, request, pspReference) : undefined
    case 'Refused':
    case 'Cancelled':
    case 'Error':
      return declined(answer)
    case 'RedirectShopper':
    case 'Pending':
    case 'Received':
    case 'PresentToShopper':
      return waiting(answer, request)
    default:
      return undefined
  }
}

function approved(answer: Answer, request: Requested, transaction_id: string) {
  const moved = movedBy(answer['amount'], request)
  if (moved === undefined) return undefined
  const more = asObject(answer['additionalData']) ?? {}
  const outcome: Approved = {
    result: 'approved',
    transaction_id,
    review: more['fraudManualReview'] === 'true',
    ...moved,
    ...optional('network_transaction_id', more['networkTxReference']),
    ...optional('saved_method', storedId(more)),
    ...threeDsIn(more),
  }
  return outcome
}

/** The authorized amount; an answer without one is about the requested amount. */
function movedBy(given: unknown, { amount, currency }: Requested) {
  if (given === undefined) return { amount, currency }
  const { value, currency: code } = asObject(given) ?? {}
  if (code !== currency || typeof value !== 'number') return undefined
  const moved = fromProviderAmount(exponents, value, currency)
  return moved === undefined ? undefined : { amount: moved, currency }
}

function optional<Name extends string>(name: Name, value: unknown) {
  const isText = typeof value === 'string' && value !== ''
  return (isText ? { [name]: value } : {}) as { [Key in Name]?: string }
}

function storedId(more: Answer): unknown {
  return more['tokenization.storedPaymentMethodId'] ?? more['recurring.recurringDetailReference']
}

function threeDsIn(more: Answer): { three_ds?: ThreeDs } {
  if (more['threeDAuthenticated'] !== 'true' && more['threeDOffered'] !== 'true') return {}
  const text = (name: string) => {
    const value = more[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const result = text('threeDAuthenticatedResponse')
  return { three_ds: { version: text('threeDSVersion'), result, eci: text('eci') } }
}

function declined(answer: Answer): Declined {
  const { refusalReasonCode, refusalReason, resultCode, pspReference } = answer
  const more = asObject(answer['additionalData']) ?? {}
  // A cancelled or failed payment may have no reason.
  const provider_code = String(refusalReasonCode ?? resultCode)
  return {
    ...declinedFor(provider_code, String(refusalReason ?? resultCode)),
    transaction_id: typeof pspReference === 'string' ? pspReference : null,
    network: networkIn(answer, more),
    ...threeDsIn(more),
  }
}

/** A decline that has nothing but a code and a message. */
export function declinedFor(
  provider_code: string,
  provider_message: string,
  otherwise?: DeclineCode,
): Declined {
  const row = declineRow(provider_code, otherwise)
  const rest = { transaction_id: null, network: null, reason: null }
  return { result: 'declined', ...row, provider_code, provider_message, ...rest }
}

/** The issuer's answer, such as `05 : Do not honor`, if the account's settings include it. */
function networkIn(answer: Answer, more: Answer): Network | null {
  const brand = asObject(answer['paymentMethod'])?.['brand'] ?? more['paymentMethod']
  const raw = more['refusalReasonRaw']
  if (typeof brand !== 'string' || typeof raw !== 'string') return null
  const [, code = null, message = raw] = /^(\w{1,3})\s*:\s*(.+)$/.exec(raw) ?? []
  return { name: brand, code, message }
}

function waiting(answer: Answer, { operation_id }: Requested): AuthorizeOutcome | undefined {
  const { pspReference } = answer
  const action = asObject(answer['action'])
  // Before the customer has acted there may be no transaction: Adyen finds the payment by its reference.
  const transaction_id = typeof pspReference === 'string' ? pspReference : operation_id
  if (action === undefined) return { result: 'pending', transaction_id, instructions: null }
  const { type, url, method } = action
  if (type === 'redirect') {
    const isPage = method === 'GET' && typeof url === 'string' && URL.canParse(url)
    return isPage
      ? { result: 'challenge', transaction_id, page_url: url, opened: false }
      : undefined
  }
  if (type === 'await') {
    return { result: 'pending', transaction_id, instructions: null, on_device: true }
  }
  const instructions = instructionsIn(action)
  return instructions && { result: 'pending', transaction_id, instructions }
}

/** Of a code or voucher without one. */
const VALID_MS = DAY_MS

function instructionsIn(action: Answer): Instructions | undefined {
  const { type, qrCodeData, reference, entity, expiresAt } = action
  const given = typeof expiresAt === 'string' ? parseMoment(expiresAt) : undefined
  const expires_at = (given ?? addMs(systemClock.now(), VALID_MS)).toISOString()
  if (type === 'qrCode' && typeof qrCodeData === 'string') {
    return { type: 'qr', data: qrCodeData, expires_at }
  }
  if (type !== 'voucher' || typeof reference !== 'string') return undefined
  const number = typeof entity === 'string' ? `${entity} ${reference}` : reference
  return { type: 'voucher', reference: number, expires_at }
}

export function readModification(
  answer: Answer,
  reference: string,
  parent_transaction_id: string,
): ModificationOutcome | undefined {
  const { status, pspReference, paymentPspReference, reference: own } = answer
  const isAbout = paymentPspReference === parent_transaction_id && (own ?? reference) === reference
  if (status !== 'received' || typeof pspReference !== 'string' || !isAbout) return undefined
  return { result: 'pending', transaction_id: pspReference, instructions: null }
}

export function refused(provider_code: string, message: string): Refused {
  return { result: 'refused', code: 'PE_01', unified_code: 'UE_4004', provider_code, message }
}
