// Validates requests. The messages name the field and never its value, which might be a card number.
import {
  accountMethods,
  type CardInstrument,
  type Instrument,
  type Kind,
  kinds,
  type OperationRequest,
  type Recipient,
} from './operation.ts'
import { accountOf } from './payouts.ts'
import { Refusal } from './refusal.ts'

type Json = Readonly<Record<string, unknown>>

export function readRequest(body: unknown): OperationRequest {
  const json = object(body, 'The body')
  const kind = oneOf(json, 'kind', kinds)
  const isChild = kind === 'capture' || kind === 'void' || kind === 'refund'
  const isAuthorize = kind === 'authorize'
  return {
    operation_id: text(json, 'operation_id', 64),
    kind,
    amount: amount(json, kind),
    currency: currency(json),
    parent_id: isChild ? text(json, 'parent_id', 64) : null,
    merchant_id: optional(json, 'merchant_id', (json, name) => text(json, name, 64)),
    capture: isAuthorize && boolean(json, 'capture'),
    final: kind === 'capture' && json['final'] !== undefined && boolean(json, 'final'),
    instrument: isChild ? null : readInstrument(json['instrument'], kind),
    authentication: isAuthorize ? authentication(json) : null,
    customer_present: isAuthorize && boolean(json, 'customer_present'),
    reference: text(json, 'reference', 255),
    descriptor: optional(json, 'descriptor', (json, name) => text(json, name, 255)),
    return_url: optional(json, 'return_url', address),
    callback_url: optional(json, 'callback_url', address),
  }
}

function readInstrument(value: unknown, kind: Kind): Instrument {
  if (kind === 'payout') return readRecipient(value)
  const json = object(value, 'instrument')
  const type = text(json, 'type', 64, 'instrument.')
  if (type === 'card') return readCard(json)
  const method_type = text(json, 'method_type', 64, 'instrument.')
  if (type === 'redirect') {
    const { wallet_address } = object(json['data'] ?? {}, 'instrument.data')
    return {
      type,
      method: text(json, 'method', 64, 'instrument.'),
      method_type,
      wallet_address: typeof wallet_address === 'string' ? wallet_address : null,
    }
  }
  if (type === 'bank_transfer') return { type, method_type }
  if (type === 'upi') {
    const vpa = optional(json, 'vpa', (json, name) => text(json, name, 255, 'instrument.'))
    return { type, method_type, vpa }
  }
  throw invalid('instrument.type must be card, redirect, bank_transfer or upi.')
}

/** A payout check: an amount and a recipient. */
export function readCheck(body: unknown): Recipient {
  const json = object(body, 'The body')
  amount(json, 'payout')
  currency(json)
  return readRecipient(json['instrument'])
}

function readRecipient(value: unknown): Recipient {
  const json = object(value, 'instrument')
  if (json['type'] === 'card') return readCard(json)
  const method = accountMethods.find((method) => method === json['type'])
  if (method === undefined) {
    throw invalid(`instrument.type must be one of card, ${accountMethods.join(', ')}.`)
  }
  const account = accountOf(object(json['data'] ?? {}, 'instrument.data'))
  if (account === null || account === '') throw invalid('instrument.data names no account.')
  return {
    type: 'account',
    method,
    method_type: text(json, 'method_type', 64, 'instrument.'),
    account,
  }
}

function readCard(json: Json): CardInstrument {
  const { number, cvc, exp_month, exp_year } = json
  if (typeof number !== 'string' || !/^\d{12,19}$/.test(number)) {
    throw invalid('instrument.number must be 12 to 19 digits without spaces.')
  }
  if (!fits(exp_month, /^(0?[1-9]|1[0-2])$/)) {
    throw invalid('instrument.exp_month must be a month from 1 to 12.')
  }
  if (!fits(exp_year, /^\d{4}$/)) {
    throw invalid('instrument.exp_year must be a four-digit year.')
  }
  if (cvc !== undefined && cvc !== null && !(typeof cvc === 'string' && /^\d{3,4}$/.test(cvc))) {
    throw invalid('instrument.cvc must be 3 or 4 digits; leave it out for a stored card.')
  }
  return { type: 'card', number }
}

/** Months and years may be text or numbers. */
function fits(value: unknown, pattern: RegExp): boolean {
  return (typeof value === 'string' || typeof value === 'number') && pattern.test(String(value))
}

function amount(json: Json, kind: Kind): number {
  return integer(json, 'amount', kind === 'authorize' || kind === 'void' ? 0 : 1)
}

export function integer(json: Json, name: string, min: number, prefix = ''): number {
  const value = json[name]
  if (!Number.isSafeInteger(value) || (value as number) < min) {
    throw invalid(`${prefix}${name} must be a whole number, ${min} or more.`)
  }
  return value as number
}

function currency(json: Json): string {
  const value = text(json, 'currency', 3)
  if (!/^[A-Z]{3}$/.test(value)) throw invalid('currency must be three capital letters.')
  return value
}

function authentication(json: Json) {
  const value = json['authentication'] ?? null
  if (value === null) return null
  return oneOf(json, 'authentication', ['three_ds', 'no_three_ds'] as const)
}

function address(json: Json, name: string): string {
  const value = text(json, name, 2048)
  const isWeb = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
  if (!isWeb) throw invalid(`${name} must be an address that starts with http:// or https://.`)
  return value
}

export function optional<T>(
  json: Json,
  name: string,
  read: (json: Json, name: string) => T,
): T | null {
  return json[name] === undefined || json[name] === null ? null : read(json, name)
}

export function text(json: Json, name: string, max: number, prefix = ''): string {
  const value = json[name]
  if (typeof value !== 'string' || value.length < 1 || value.length > max) {
    throw invalid(`${prefix}${name} must be text of 1 to ${max} characters.`)
  }
  return value
}

function boolean(json: Json, name: string): boolean {
  const value = json[name]
  if (typeof value !== 'boolean') throw invalid(`${name} must be true or false.`)
  return value
}

export function oneOf<const T extends string>(json: Json, name: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === json[name])
  if (found === undefined) throw invalid(`${name} must be one of ${choices.join(', ')}.`)
  return found
}

export function object(value: unknown, name: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(`${name} must be a JSON object.`)
  }
  return value as Json
}

export function invalid(message: string): Refusal {
  return new Refusal('invalid_request', message)
}
