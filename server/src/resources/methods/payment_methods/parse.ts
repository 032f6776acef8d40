// Parses a request's payment method: sent inline, behind a token, or already saved. Inline details become the
// instrument for the provider and the masked form for responses.
import { type Fault, fault, invalid, missing } from '#errors.ts'
import { passesLuhn } from '@florin/pages/account_numbers.ts'
import { MAX_LISTED } from '#http/fields.ts'
import type { Parsed, Sent } from '#http/route.ts'
import { describeChoice, suggestion } from '#http/rules.ts'
import type { Instrument } from '#core/providers/request.ts'
import { visibleFields } from './method_fields.ts'
import { Card, type PaymentMethodData } from './schema.ts'
import { methodType } from './resolve.ts'
import { type MethodName, methodTypes } from '#core/method_types.ts'
import type { MethodType } from './types.ts'

export interface PaymentMethod {
  method: MethodName
  method_type: string
  instrument: Instrument
  /** The part that answers may show. */
  masked: Record<string, unknown>
}

/** The ways in which a request can name its payment method. */
export type OrderedMethod =
  | { readonly way: 'sent'; readonly method: PaymentMethod }
  | { readonly way: 'token'; readonly token: string }
  | { readonly way: 'saved'; readonly payment_method_id: string }

export interface SentMethod {
  payment_method?: MethodName
  payment_method_type?: string
  payment_method_data?: PaymentMethodData
  payment_method_id?: string | null
}

/** A request body whose method fields are replaced by the parsed method. */
export type WithMethod<Body> = Omit<Body, 'payment_method_data'> & {
  readonly method: OrderedMethod | undefined
}

/** Parses a body in which only the method needs checks that the schema cannot express. */
export function parseWithMethod<Body extends SentMethod>(
  body: Sent<Body>,
  now: Date,
): Parsed<WithMethod<Body>> {
  const { payment_method_data: _, ...fields } = body as Sent<SentMethod>
  const { faults, order } = parseMethod(body as Sent<SentMethod>, now)
  return { faults, order: () => ({ ...fields, method: order() }) as WithMethod<Body> }
}

/** A token is checked when it is resolved. */
export function parseMethod(
  sent: Sent<SentMethod>,
  now: Date,
  at = 'payment_method_data.',
): Parsed<OrderedMethod | undefined> {
  return {
    faults: [...contradictions(sent), ...detailFaults(sent, now, at)],
    order: () => orderedMethod(sent as SentMethod),
  }
}

function orderedMethod(sent: SentMethod): OrderedMethod | undefined {
  const { payment_method_data: data, payment_method_id } = sent
  if (data?.token !== undefined) return { way: 'token', token: data.token }
  if (data) return { way: 'sent', method: readMethod(sent, data) }
  return payment_method_id ? { way: 'saved', payment_method_id } : undefined
}

function readMethod(sent: SentMethod, data: PaymentMethodData): PaymentMethod {
  const { method, method_type, part, details } = namedIn(sent, data)
  if (method === undefined) throw new Error('payment methods: data without a method')
  if (data.provider_page) return onProviderPage(method_type)
  if (method === 'card') return readCard(part as Card, method_type)
  const inner = (details ?? {}) as Record<string, unknown>
  const instrument = wire(method, method_type, inner)
  const masked = { [method]: { [method_type]: maskedDetails(inner) } }
  return { method, method_type, instrument, masked }
}

/** The method, the type and the type's details in a request. */
function namedIn(sent: Sent<SentMethod>, data: Sent<PaymentMethodData>) {
  const [only] = instrumentsIn(data)
  const implied = only === 'provider_page' ? 'card' : (only as MethodName)
  const method = sent.payment_method ?? (only === 'token' ? undefined : implied)
  const part = method && data[method]
  const first = method === 'crypto' ? 'crypto_currency' : Object.keys(part ?? {})[0]
  const named = method === 'card' ? 'credit' : (first ?? '')
  const method_type = sent.payment_method_type ?? named
  const isWhole = method === 'card' || method === 'crypto'
  const details = isWhole ? part : (part as Record<string, unknown> | undefined)?.[method_type]
  return { method, method_type, part, details }
}

/** The instruments in the data; `billing` is none. */
function instrumentsIn(data: Sent<PaymentMethodData>): string[] {
  return Object.keys(data).filter((name) => name !== 'billing')
}

function contradictions({ payment_method_data, payment_method_id }: Sent<SentMethod>): Fault[] {
  if (!payment_method_data || !payment_method_id) return []
  const message = 'Send one of the two: `payment_method_id` or `payment_method_data`.'
  return [fault('payment_method_id', message)]
}

/** Details may be incomplete: the body is parsed even if its schema has refused it. */
function detailFaults(sent: Sent<SentMethod>, now: Date, at: string): Fault[] {
  const { payment_method, payment_method_type, payment_method_data: data } = sent
  const names = data ? instrumentsIn(data) : []
  if (names.length > 1) {
    // It would be ambiguous which one is charged.
    const message = `\`payment_method_data\` has ${names.join(' and ')}; send exactly one of them.`
    return [fault('payment_method_data', message)]
  }
  if (data && data.token === undefined) return sentFaults(sent, data, now, at)
  const isPair = payment_method && payment_method_type
  return isPair ? pairFaults(payment_method, payment_method_type) : []
}

function pairFaults(method: MethodName, method_type: string): Fault[] {
  const kinds: readonly string[] = methodTypes[method]
  if (kinds.includes(method_type)) return []
  const wanted = describeChoice(
    kinds,
    kinds.length > MAX_LISTED ? `a type of ${method}` : undefined,
  )
  const hint = suggestion(method_type, kinds)
  const message = `\`payment_method_type\` must be ${wanted}, for ${method}${hint || '.'}`
  return [fault('payment_method_type', message)]
}

function sentFaults(
  sent: Sent<SentMethod>,
  data: Sent<PaymentMethodData>,
  now: Date,
  at: string,
): Fault[] {
  const { method, method_type, part, details } = namedIn(sent, data)
  if (method === undefined) return [missing('payment_method')]
  const pair = pairFaults(method, method_type)
  if (data.provider_page) {
    const isCard = method === 'card'
    const message = '`provider_page` is for cards: send `payment_method` card.'
    return isCard ? pair : [fault('payment_method', message)]
  }
  if (method === 'card') {
    const card = (part ?? {}) as Sent<Card>
    return [...pair, ...absentCard(part, `${at}card`), ...cardFaults(card, now, `${at}card`)]
  }
  if (part === undefined) return [missing(`${at}${method}`)]
  if (pair.length > 0) return pair
  if (details === undefined) return [missing(`${at}${method}.${method_type}`)]
  const path = method === 'crypto' ? `${at}crypto` : `${at}${method}.${method_type}`
  return choiceFaults(methodType(method, method_type), details as Record<string, unknown>, path)
}

/** A schema cannot express that exactly one field is required. */
function choiceFaults(
  { one_of = [] }: MethodType,
  details: Record<string, unknown>,
  path: string,
): Fault[] {
  const [first] = one_of
  if (first === undefined) return []
  const given = one_of.filter((name) => (details[name] ?? null) !== null)
  if (given.length === 0) return [missing(`${path}.${first}`)]
  if (given.length === 1) return []
  const message = `Send one of the two: \`${one_of.join('` or `')}\`.`
  return [fault(path, message)]
}

/** A card that is absent is named with all that it must have. */
function absentCard(part: object | undefined, at: string): Fault[] {
  if (part !== undefined) return []
  return ['', ...Card.required.map((name) => `.${name}`)].map((name) => missing(`${at}${name}`))
}

function maskedDetails(details: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(details).filter(([name]) => visibleFields.has(name)))
}

function wire(
  method: Exclude<MethodName, 'card'>,
  method_type: string,
  data: Record<string, unknown>,
): Instrument {
  if (method === 'upi') {
    const kind = method_type === 'upi_intent' ? 'upi_intent' : 'upi_collect'
    return { type: 'upi', method_type: kind, vpa: data['vpa_id'] as string | undefined }
  }
  if (method === 'bank_transfer') return { type: 'bank_transfer', method_type, data }
  return { type: 'redirect', method, method_type, data }
}

/** The acquirer learns the card; we do not. */
function onProviderPage(method_type: string): PaymentMethod {
  const type = method_type === 'debit' ? 'debit' : 'credit'
  const instrument: Instrument = { type: 'provider_page', method_type: type }
  return { method: 'card', method_type, instrument, masked: { card: UNKNOWN_CARD } }
}

const UNKNOWN_CARD = {
  last4: null,
  brand: null,
  exp_month: null,
  exp_year: null,
  bin: null,
  card_holder_name: null,
}

function readCard(card: Card, method_type: string): PaymentMethod {
  const instrument: Instrument = {
    type: 'card',
    number: stripSeparators(card.card_number),
    exp_month: Number(card.card_exp_month),
    exp_year: Number(card.card_exp_year),
    cvc: card.card_cvc,
    holder_name: card.card_holder_name ?? undefined,
  }
  return { method: 'card', method_type, instrument, masked: { card: maskedCard(card) } }
}

/** The same method as another type: a card can be allowed as `debit` only. */
export function withType(
  ordered: OrderedMethod | undefined,
  method_type: string,
): OrderedMethod | undefined {
  if (ordered?.way !== 'sent') return ordered
  return { ...ordered, method: { ...ordered.method, method_type } }
}

/** Security codes are never stored. */
export function withoutCode(instrument: Instrument): Instrument {
  if (instrument.type !== 'card') return instrument
  const { cvc: _, ...rest } = instrument
  return rest
}

/** Brands by the way their numbers begin; the first that fits wins. */
const brands: readonly [brand: string, begins: RegExp, cvc: number][] = [
  ['amex', /^3[47]/, 4],
  ['diners', /^3(0[0-5]|[689])/, 3],
  ['jcb', /^35(2[89]|[3-8])/, 3],
  ['discover', /^6(011|4[4-9]|5)/, 3],
  ['unionpay', /^62/, 3],
  ['visa', /^4/, 3],
  ['mastercard', /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, 3],
  ['maestro', /^(5[06-8]|6)/, 3],
]

export const brandNames: readonly string[] = brands.map(([brand]) => brand)

export function stripSeparators(number: string): string {
  return number.replaceAll(/[ -]/g, '')
}

function detectBrand(digits: string): string {
  return brands.find(([, begins]) => begins.test(digits))?.[0] ?? 'unknown'
}

/** A card works until the last moment in its month, anywhere on earth. */
export function hasExpired(month: number, year: number, now: Date): boolean {
  return Date.UTC(year, month, 1, 12) <= now.getTime()
}

/** A number, an expiry or a code that cannot be valid. */
function cardFaults(card: Sent<Card>, now: Date, at: string): Fault[] {
  const { card_number, card_exp_month: month, card_exp_year: year, card_cvc } = card
  const digits = card_number === undefined ? undefined : stripSeparators(card_number)
  const hasEnded = month && year && hasExpired(Number(month), Number(year), now)
  return [
    ...(digits === undefined ? [] : numberFaults(digits, at)),
    ...(hasEnded ? [expired(`${at}.card_exp_year`)] : []),
    ...(digits === undefined || !card_cvc ? [] : codeFaults(digits, card_cvc, at)),
  ]
}

function expired(field: string): Fault {
  const message = 'The card has expired: its month must be in the future.'
  return fault(field, message)
}

function numberFaults(digits: string, at: string): Fault[] {
  if (digits.length >= 12 && digits.length <= 19 && passesLuhn(digits)) return []
  const message = 'The card number is not valid; check its digits.'
  return [fault(`${at}.card_number`, message)]
}

/** American Express security codes have 4 digits. */
function codeFaults(digits: string, code: string, at: string): Fault[] {
  const [brand, , length] = brands.find(([, begins]) => begins.test(digits)) ?? ['', /^/, 3]
  if (code.length >= length) return []
  return [invalid(`${at}.card_cvc`, `must have ${length} digits for ${brand}`)]
}

function maskedCard(card: Card) {
  const digits = stripSeparators(card.card_number)
  return {
    last4: digits.slice(-4),
    brand: detectBrand(digits),
    exp_month: card.card_exp_month,
    exp_year: card.card_exp_year,
    bin: digits.slice(0, 6),
    card_holder_name: card.card_holder_name ?? null,
  }
}
