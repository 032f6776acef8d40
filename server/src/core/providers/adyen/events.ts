// Reads Adyen's standard webhooks. Each item is signed by itself, over eight of its fields and not over the time of
// sending. Nothing is decided by any other field: the reason and the deadline of a dispute are only shown to people.
//
// Items arrive late, twice and in the wrong order. A failed capture or refund was processed first, so its item also
// stands for the approval, which may have been lost or may follow: the pair means the same in any order.
import { createHmac } from 'node:crypto'
import { sameBytes } from '#kernel/crypto.ts'
import type { Log } from '#kernel/log.ts'
import { fromProviderAmount } from '../minor_units.ts'
import type { Approved, Callback, ProviderEvent, Refused, ReportedOutcome } from '../provider.ts'
import { type Answer, asObject, declinedFor, parseAnswer, refused } from './answers.ts'
import { disputeIn } from './disputes.ts'
import { type Call, parseReference } from './reference.ts'
import { type Account, exponents } from './requests.ts'

/** The signed fields, in Adyen's units. */
export interface Item {
  readonly psp_reference: string
  /** Empty if the item has none. */
  readonly original_reference: string
  readonly merchant_account: string
  readonly merchant_reference: string
  readonly value: number
  readonly currency: string
  readonly event_code: string
  readonly is_success: boolean
}

export interface CallbackOptions {
  readonly account: Account
  /** Hexadecimal; a rotation has two. */
  readonly keys: readonly string[]
  readonly log: Log
}

/** Undefined if any item is not signed with one of the keys: then nothing is handled, and Adyen sends all again. */
export function verifyCallback(options: CallbackOptions, rawBody: Buffer): Callback | undefined {
  const items = parseAnswer(rawBody.toString('utf8'))?.['notificationItems']
  if (!Array.isArray(items) || items.length === 0) return undefined
  const parsed = items.map((each) => asObject(asObject(each)?.['NotificationRequestItem']))
  const whole = parsed.filter((item) => item !== undefined && isSigned(item, options.keys))
  if (whole.length < items.length) return undefined
  const events = whole.flatMap((item) => eventsIn(options, item as Answer))
  return { events, answer: '[accepted]' }
}

function isSigned(item: Answer, keys: readonly string[]): boolean {
  const given = asObject(item['additionalData'])?.['hmacSignature']
  if (typeof given !== 'string') return false
  const text = signedText(item)
  return keys.some((key) => {
    const mac = createHmac('sha256', Buffer.from(key, 'hex')).update(text, 'utf8').digest('base64')
    return sameBytes(Buffer.from(mac), Buffer.from(given))
  })
}

function signedText(item: Answer): string {
  const amount = asObject(item['amount']) ?? {}
  const fields = [
    item['pspReference'],
    item['originalReference'],
    item['merchantAccountCode'],
    item['merchantReference'],
    amount['value'],
    amount['currency'],
    item['eventCode'],
    item['success'],
  ]
  return fields.map(asText).join(':')
}

/** Only texts, numbers and booleans can be signed. */
function asText(field: unknown): string {
  return typeof field === 'string' || typeof field === 'number' || typeof field === 'boolean'
    ? String(field)
    : ''
}

/** None of them contains a colon, which would make the signed text ambiguous. Our references have no colon either. */
const ID = /^[A-Za-z0-9]{1,64}$/
const EVENT_CODE = /^[A-Z_]{1,64}$/
const CURRENCY = /^[A-Z]{3}$/

function parseItem(item: Answer): Item | undefined {
  const { pspReference, originalReference = '', merchantAccountCode, merchantReference } = item
  const { eventCode, success } = item
  const { value, currency } = asObject(item['amount']) ?? {}
  const isWhole =
    matches(pspReference, ID) &&
    (originalReference === '' || originalReference === null || matches(originalReference, ID)) &&
    typeof merchantAccountCode === 'string' &&
    typeof merchantReference === 'string' &&
    Number.isSafeInteger(value) &&
    matches(currency, CURRENCY) &&
    matches(eventCode, EVENT_CODE)
  const isSuccess = String(success)
  if (!isWhole || (isSuccess !== 'true' && isSuccess !== 'false')) return undefined
  return {
    psp_reference: pspReference,
    original_reference: originalReference ?? '',
    merchant_account: merchantAccountCode,
    merchant_reference: merchantReference,
    value: value as number,
    currency,
    event_code: eventCode,
    is_success: isSuccess === 'true',
  }
}

function matches(value: unknown, shape: RegExp): value is string {
  return typeof value === 'string' && shape.test(value)
}

/** Empty for an item about another account or payment, or of a kind that changes nothing here. */
function eventsIn({ account, log }: CallbackOptions, given: Answer): ProviderEvent[] {
  const item = parseItem(given)
  if (item === undefined || item.merchant_account !== account.merchant_account) return []
  const reference = parseReference(item.merchant_reference)
  if (reference === undefined) return []
  const { psp_reference, event_code, is_success } = item
  const { merchant_id } = account
  const amount = fromProviderAmount(exponents, item.value, item.currency)
  if (amount === undefined) {
    const about = { merchant_id, psp_reference, event_code }
    log.error(about, 'adyen: an event has an amount that is not a whole number; it is ignored')
    return []
  }
  const any = { event_id: `${psp_reference}/${event_code}/${is_success}`, merchant_id }
  const dispute = disputeIn(item, reference, amount, given)
  if (dispute !== undefined) return [{ ...any, type: 'dispute', dispute }]
  const row = Object.hasOwn(kinds, event_code) ? kinds[event_code] : undefined
  if (row?.call !== reference.call) return []
  const { operation_id } = reference
  return row.read({ ...item, amount }).map((outcome, n) => ({
    ...any,
    event_id: n === 0 ? any.event_id : `${any.event_id}/${n}`,
    type: 'operation',
    operation_id,
    outcome,
  }))
}

interface Reported extends Item {
  readonly amount: number
}

interface Kind {
  readonly call: Call
  /** In the order in which they happened. */
  readonly read: (item: Reported) => ReportedOutcome[]
}

const kinds: Readonly<Record<string, Kind>> = {
  AUTHORISATION: {
    call: 'payment',
    read: (item) => [
      item.is_success ? approval(item) : declinedFor('AUTHORISATION', NOT_SUCCESSFUL, 'UE_1099'),
    ],
  },
  // A failed one proves nothing: the payment may not have arrived yet.
  TECHNICAL_CANCEL: {
    call: 'payment',
    read: (item) => (item.is_success ? [{ result: 'revoked', released: true }] : []),
  },
  CAPTURE: { call: 'capture', read: settled },
  CAPTURE_FAILED: { call: 'capture', read: cameBack },
  CANCELLATION: { call: 'void', read: (item) => settled({ ...item, amount: 0 }) },
  REFUND: { call: 'refund', read: settled },
  REFUND_FAILED: { call: 'refund', read: cameBack },
  REFUNDED_REVERSED: { call: 'refund', read: cameBack },
}

/** The item's own reason is not signed. */
const NOT_SUCCESSFUL = 'Adyen reports that it was not successful.'

function approval({ psp_reference, amount, currency }: Reported): Approved {
  return { result: 'approved', transaction_id: psp_reference, review: false, amount, currency }
}

function settled(item: Reported): ReportedOutcome[] {
  return [item.is_success ? approval(item) : refused(item.event_code, NOT_SUCCESSFUL)]
}

function cameBack(item: Reported): ReportedOutcome[] {
  if (!item.is_success) return []
  const { amount, currency, event_code } = item
  const returned: Refused = {
    ...refused(event_code, 'Adyen reports that it failed after it had been processed.'),
    returned: true,
    amount,
    currency,
  }
  return [approval(item), returned]
}
