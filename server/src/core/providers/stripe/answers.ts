// Reads Stripe's objects as outcomes. Only answers in the documented format count; any other, such as a proxy's error
// page or a truncated body, is `unknown`.
import { fromProviderAmount } from '../minor_units.ts'
import type { Reply } from '../line.ts'
import type {
  Approved,
  Declined,
  NotSent,
  Refused,
  ReportedOutcome,
  Revoked,
  ThreeDs,
  Unknown,
} from '../provider.ts'
import { toRefusalCode } from '../refusal_code.ts'
import { toDecline } from './declines.ts'
import { asObject, idIn, integerIn, type Json, objectIn, parseJson, textIn } from './json.ts'
import { exponents } from './methods.ts'
import { readNextAction } from './next_actions.ts'

export const unknown: Unknown = { result: 'unknown' }
export const revoked: Revoked = { result: 'revoked' }

export function notSent(reason: NotSent['reason']): NotSent {
  return { result: 'not_sent', reason }
}

/** Stripe's error object after a refusal: nothing was done. */
export interface Refusal {
  readonly error: Json
}

/** Stripe validates and acts on nothing, or the issuer declined; other types are faults on one side. */
const refusing: ReadonlySet<string> = new Set(['invalid_request_error', 'card_error'])

/** A request's certain result, for a call that may have acted. */
export function certainAfter(reply: Reply): Json | Refusal | Unknown | NotSent {
  if (reply.sent === 'no') return notSent('unreachable')
  if (reply.sent === 'maybe') return unknown
  const answer = parseJson(reply.text)
  if (reply.status === 200) return answer ?? unknown
  // Stripe checks the key and its permissions first.
  if (reply.status === 401 || reply.status === 403) return notSent('unauthorized')
  const error = answer && objectIn(answer, 'error')
  const isRefusal = reply.status === 400 || reply.status === 402 || reply.status === 404
  return isRefusal && error && refusing.has(textIn(error, 'type') ?? '') ? { error } : unknown
}

/** The same for a call that moves nothing, whatever became of it: nothing was sent. */
export function preparedAfter(reply: Reply): Json | Refusal | NotSent {
  const certain = certainAfter(reply)
  if (!isUnknown(certain)) return certain
  const isDown = reply.sent === 'answered' && reply.status === 503
  return notSent(isDown ? 'maintenance' : 'unreachable')
}

export function isUnknown(value: object): value is Unknown {
  return 'result' in value && value.result === 'unknown'
}

export function isNotSent(value: object): value is NotSent {
  return 'result' in value && value.result === 'not_sent'
}

export function isRefusal(value: object): value is Refusal {
  return 'error' in value
}

/** `never_seen`: created, and not confirmed yet. Undefined unless the object is complete. */
export type Reading = ReportedOutcome | 'never_seen' | undefined

/** By the id's prefix: a PaymentIntent, a SetupIntent or a Checkout Session. */
export function readTransaction(object: Json): Reading {
  switch (object['object']) {
    case 'payment_intent':
      return readIntent(object)
    case 'setup_intent':
      return readSetup(object)
    case 'checkout.session':
      return readSession(object)
    default:
      return undefined
  }
}

/** The charge must be expanded. */
function readIntent(intent: Json): Reading {
  const id = textIn(intent, 'id')
  if (id === undefined) return undefined
  const charge = objectIn(intent, 'latest_charge')
  const error = objectIn(intent, 'last_payment_error')
  switch (intent['status']) {
    case 'succeeded':
      return charge && readCharge(charge)
    case 'requires_capture':
      return charge && withHeld(readCharge(charge), integerIn(intent, 'amount_capturable'), intent)
    case 'canceled':
      if (charge?.['status'] === 'succeeded') return withHeld(readCharge(charge), 0, intent)
      return error ? declinedBy(error, id) : readCanceled(intent, id)
    case 'requires_payment_method':
      return error ? declinedBy(error, id) : 'never_seen'
    default:
      return readOpen(intent, id)
  }
}

/** Only a confirmed intent has a method: its customer did not complete it, and the operation may be acknowledged. */
function readCanceled(intent: Json, id: string): Reading {
  if (idIn(intent, 'payment_method') === undefined) return revoked
  const code = 'payment_intent_payment_attempt_expired'
  return declinedBy({ code, message: 'The payment was cancelled before it was completed.' }, id)
}

/** States that PaymentIntents and SetupIntents share. */
function readOpen(intent: Json, id: string): Reading {
  switch (intent['status']) {
    case 'requires_confirmation':
      return 'never_seen'
    case 'processing':
      return { result: 'pending', transaction_id: id, instructions: null }
    case 'requires_action': {
      const created = integerIn(intent, 'created')
      const action = created && readNextAction(intent, new Date(created * 1_000))
      if (!action) return undefined
      return 'page_url' in action
        ? { result: 'challenge', transaction_id: id, page_url: action.page_url, opened: false }
        : { result: 'pending', transaction_id: id, ...action }
    }
    default:
      return undefined
  }
}

function withHeld(approved: Approved | undefined, held: number | undefined, intent: Json) {
  const own = held === undefined ? undefined : toOurs(intent, held)
  return approved && own && { ...approved, held: own.amount }
}

/** An approval without a valid amount is not accepted. */
export function readCharge(charge: Json): Approved | undefined {
  const transaction_id = idIn(charge, 'payment_intent')
  const moved = toOurs(charge, integerIn(charge, 'amount'))
  if (charge['status'] !== 'succeeded' || transaction_id === undefined || moved === undefined) {
    return undefined
  }
  const held = charge['captured'] === false ? heldBy(charge) : {}
  const card = objectIn(objectIn(charge, 'payment_method_details') ?? {}, 'card')
  const network_transaction_id = card && textIn(card, 'network_transaction_id')
  return {
    result: 'approved',
    transaction_id,
    review: false,
    ...moved,
    ...held,
    ...(card && threeDsIn(card)),
    ...(network_transaction_id === undefined ? {} : { network_transaction_id }),
    ...(card && savedIn(charge)),
  }
}

function heldBy(charge: Json) {
  const moved = integerIn(charge, 'amount') ?? 0
  const held = toOurs(charge, moved - (integerIn(charge, 'amount_refunded') ?? 0))
  const card = objectIn(objectIn(charge, 'payment_method_details') ?? {}, 'card')
  const before = card && integerIn(card, 'capture_before')
  return {
    ...(held && { held: held.amount }),
    ...(before === undefined ? {} : { capture_before: new Date(before * 1_000).toISOString() }),
  }
}

/** A card can be charged again only with the customer that it was saved for, so both are in the id. */
function savedIn(object: Json): { saved_method?: string } {
  const [customer, method] = [idIn(object, 'customer'), idIn(object, 'payment_method')]
  return customer && method ? { saved_method: `${customer}:${method}` } : {}
}

/** By the networks' names. */
const threeDsResults: Readonly<Record<string, string>> = {
  authenticated: 'Y',
  attempt_acknowledged: 'A',
  failed: 'N',
  processing_error: 'U',
  not_supported: 'U',
  exempted: 'I',
  data_share_only: 'I',
}

function threeDsIn(card: Json): { three_ds?: ThreeDs } {
  const found = objectIn(card, 'three_d_secure')
  if (found === undefined) return {}
  const version = textIn(found, 'version') ?? null
  const result = threeDsResults[textIn(found, 'result') ?? ''] ?? null
  const eci = textIn(found, 'electronic_commerce_indicator') ?? null
  return { three_ds: { version, result, eci } }
}

/** Amount 0: the method is verified and saved. The currency is in the metadata, because a SetupIntent has none. */
function readSetup(setup: Json): Reading {
  const id = textIn(setup, 'id')
  const error = objectIn(setup, 'last_setup_error')
  if (id === undefined) return undefined
  switch (setup['status']) {
    case 'succeeded': {
      const currency = textIn(objectIn(setup, 'metadata') ?? {}, 'currency')
      if (currency === undefined || !/^[A-Z]{3}$/.test(currency)) return undefined
      const none = { result: 'approved', transaction_id: id, review: false, amount: 0 } as const
      return { ...none, currency, ...threeDsOfSetup(setup), ...savedIn(setup) }
    }
    case 'canceled':
      return error ? declinedBy(error, id) : readCanceled(setup, id)
    case 'requires_payment_method':
      return error ? declinedBy(error, id) : 'never_seen'
    default:
      return readOpen(setup, id)
  }
}

function threeDsOfSetup(setup: Json): { three_ds?: ThreeDs } {
  const attempt = objectIn(setup, 'latest_attempt')
  const details = attempt && objectIn(attempt, 'payment_method_details')
  const card = details && objectIn(details, 'card')
  return card ? threeDsIn(card) : {}
}

/** The customer may try several cards on the page, so a declined one is not final while the session is open. */
function readSession(session: Json): Reading {
  const [id, url] = [textIn(session, 'id'), textIn(session, 'url')]
  if (id === undefined) return undefined
  switch (session['status']) {
    case 'open':
      return url
        ? { result: 'challenge', transaction_id: id, page_url: url, opened: false }
        : undefined
    case 'expired':
      return declinedBy({ code: 'session_expired', message: 'The page has expired.' }, id)
    case 'complete': {
      const intent = objectIn(session, 'payment_intent') ?? objectIn(session, 'setup_intent')
      return intent && readTransaction(intent)
    }
    default:
      return undefined
  }
}

/** In our units and currency code; undefined if it is not a whole amount. */
export function toOurs(object: Json, amount: number | undefined) {
  const currency = textIn(object, 'currency')?.toUpperCase()
  if (currency === undefined || amount === undefined || amount < 0) return undefined
  const own = fromProviderAmount(exponents, amount, currency)
  return own === undefined ? undefined : { amount: own, currency }
}

/** A refused authorize. */
export function declinedBy(error: Json, transaction_id: string | null): Declined {
  const provider_code = toProviderCode(error)
  const { code, elsewhere } = toDecline(provider_code)
  return {
    result: 'declined',
    code,
    provider_code,
    provider_message: textIn(error, 'message') ?? provider_code,
    transaction_id,
    network: networkIn(error),
    reason: null,
    ...(elsewhere && { elsewhere }),
  }
}

function networkIn(error: Json): Declined['network'] {
  const code = textIn(error, 'network_decline_code')
  const card = objectIn(objectIn(error, 'payment_method') ?? {}, 'card')
  const name = card && textIn(card, 'brand')
  return name === undefined || code === undefined ? null : { name, code, message: null }
}

/** A refused capture, void, refund or answer. */
export function refusedBy(error: Json): Refused {
  return refused(toProviderCode(error), textIn(error, 'message') ?? toProviderCode(error))
}

export function refused(provider_code: string, message: string): Refused {
  const { code: unified_code } = toDecline(provider_code)
  const code = toRefusalCode(unified_code)
  return { result: 'refused', code, unified_code, provider_code, message }
}

function toProviderCode(error: Json): string {
  return textIn(error, 'decline_code') ?? textIn(error, 'code') ?? textIn(error, 'type') ?? ''
}

/**
 * A refund can fail after it was pending or even approved: the money comes back. Which of them it was is not recorded,
 * and a refusal that returns the money is right for both.
 */
export function readRefund(refund: Json): Exclude<ReportedOutcome, Declined> | undefined {
  const transaction_id = textIn(refund, 'id')
  const moved = toOurs(refund, integerIn(refund, 'amount'))
  if (refund['object'] !== 'refund' || transaction_id === undefined || moved === undefined) {
    return undefined
  }
  switch (refund['status']) {
    case 'succeeded':
      return { result: 'approved', transaction_id, review: false, ...moved }
    case 'pending':
    case 'requires_action':
      return { result: 'pending', transaction_id, instructions: null }
    case 'failed':
    case 'canceled': {
      const reason = textIn(refund, 'failure_reason') ?? refund['status']
      const message = `Stripe could not refund it: ${reason}.`
      return { ...refused(reason, message), returned: true, ...moved }
    }
    default:
      return undefined
  }
}

/** Our operation id; undefined for an object that we did not create. */
export function operationIn(object: Json): string | undefined {
  return textIn(asObject(object['metadata']) ?? {}, 'operation_id')
}
