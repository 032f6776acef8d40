// Reads the payment method of a request, which is sent with it, behind a token, or saved before: the instrument for the
// provider, and the masked form for answers.
import type { Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { checkAll, Failure, notFound, requireAll, required } from '#errors.ts'
import { MAX_LISTED } from '#http/fields.ts'
import type { Sent } from '#http/route.ts'
import { choiceOf, suggestion } from '#http/rules.ts'
import type { Instrument } from '#core/providers/provider.ts'
import { checkCard, digitsOf, maskedCard } from './card.ts'
import { visibleFields } from './method_fields.ts'
import { readPaymentMethod } from './saved.ts'
import { Card, type PaymentMethodData } from './schema.ts'
import { type MethodName, methodOfType, methods, type MethodType, methodTypes } from './types.ts'

export interface PaymentMethod {
  method: MethodName
  method_type: string
  instrument: Instrument
  /** The part that answers may show. */
  masked: Record<string, unknown>
}

interface Described {
  payment_method?: MethodName | undefined
  payment_method_type?: string | undefined
  payment_method_data: PaymentMethodData
}

/** Where requests have the details of the method. */
const AT = 'payment_method_data.'

/** The method of a request that has no faults. */
export function readInstrument(sent: Described, now: Date, at = AT): PaymentMethod {
  const { payment_method_data: data } = sent
  checkOnly(data)
  checkDetails(sent, data, now, at)
  const { method, method_type, details } = namedIn(sent, data)
  const part = data[method] as object
  if (method === 'card') return readCard(part as Card, method_type)
  const inner = (details ?? {}) as Record<string, unknown>
  const instrument = wire(method, method_type, inner)
  const masked = { [method]: { [method_type]: maskedDetails(inner) } }
  return { method, method_type, instrument, masked }
}

/** Which method and which type of it a request is about, and the details of that type. */
function namedIn(sent: Sent<Partial<Described>>, data: Sent<PaymentMethodData>) {
  const method = sent.payment_method ?? onlyMethod(data)
  const part = data[method]
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

function onlyMethod(data: Sent<PaymentMethodData>): MethodName {
  const [name] = instrumentsIn(data)
  if (name === undefined || name === 'token') throw required('payment_method')
  return name as MethodName
}

/** Two instruments contradict each other: nobody could say which one is charged. */
function checkOnly(data: Sent<PaymentMethodData>): void {
  const names = instrumentsIn(data)
  if (names.length <= 1) return
  const message = `\`payment_method_data\` has ${names.join(' and ')}; send exactly one of them.`
  throw new Failure('IR_04', message, { field: 'payment_method_data' })
}

function maskedDetails(details: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(details).filter(([name]) => visibleFields.has(name)))
}

/** Errors in the details that need no lookup; a token is checked when it is resolved. */
export function checkInstrument(sent: Sent<Partial<SentMethod>>, now: Date): void {
  const { payment_method, payment_method_type, payment_method_data: data } = sent
  checkAll(
    () => checkOneWay(sent),
    () => {
      if (data) checkOnly(data)
      if (data && data.token === undefined) checkDetails(sent, data, now)
      else if (payment_method && payment_method_type) checkPair(payment_method, payment_method_type)
    },
  )
}

function checkOneWay({ payment_method_data, payment_method_id }: Sent<SentMethod>): void {
  if (!payment_method_data || !payment_method_id) return
  const message = 'Send one of the two: `payment_method_id` or `payment_method_data`.'
  throw new Failure('IR_04', message, { field: 'payment_method_id' })
}

/** The row of a type. */
export function methodType(method: MethodName, method_type: string): MethodType {
  const types: Readonly<Record<string, MethodType>> = methods[method].types
  return types[method_type] ?? {}
}

function checkPair(method: MethodName, method_type: string): void {
  const kinds: readonly string[] = methodTypes[method]
  if (kinds.includes(method_type)) return
  const wanted = choiceOf(kinds, kinds.length > MAX_LISTED ? `a type of ${method}` : undefined)
  const hint = suggestion(method_type, kinds)
  const message = `\`payment_method_type\` must be ${wanted}, for ${method}${hint || '.'}`
  throw new Failure('IR_04', message, { field: 'payment_method_type' })
}

/** The details may lack anything: the body of a request is checked also when its schema has refused it. */
function checkDetails(
  sent: Sent<Partial<Described>>,
  data: Sent<PaymentMethodData>,
  now: Date,
  at = AT,
): void {
  const { method, method_type, part, details } = namedIn(sent, data)
  if (method === 'card') {
    checkAll(
      () => checkPair('card', method_type),
      () => checkCardPresent(part, `${at}card`),
      () => checkCard((part ?? {}) as Sent<Card>, now, `${at}card`),
    )
    return
  }
  if (part === undefined) throw required(`${at}${method}`)
  checkPair(method, method_type)
  if (details === undefined) throw required(`${at}${method}.${method_type}`)
  const path = method === 'crypto' ? `${at}crypto` : `${at}${method}.${method_type}`
  checkOneOf(methodType(method, method_type), details as Record<string, unknown>, path)
}

/** The schema cannot say that exactly one of several fields is required. */
function checkOneOf(
  { one_of = [] }: MethodType,
  details: Record<string, unknown>,
  path: string,
): void {
  const [first] = one_of
  if (first === undefined) return
  const given = one_of.filter((name) => (details[name] ?? null) !== null)
  if (given.length === 0) throw required(`${path}.${first}`)
  if (given.length === 1) return
  const message = `Send one of the two: \`${one_of.join('` or `')}\`.`
  throw new Failure('IR_04', message, { field: path })
}

/** A card that is absent is named with all that it must have. */
function checkCardPresent(part: object | undefined, at: string): void {
  if (part !== undefined) return
  const names = ['', ...Card.required.map((name) => `.${name}`)]
  requireAll(Object.fromEntries(names.map((name) => [`${at}${name}`, undefined])))
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

function readCard(card: Card, method_type: string): PaymentMethod {
  const instrument: Instrument = {
    type: 'card',
    number: digitsOf(card.card_number),
    exp_month: Number(card.card_exp_month),
    exp_year: Number(card.card_exp_year),
    cvc: card.card_cvc,
    holder_name: card.card_holder_name ?? undefined,
  }
  return { method: 'card', method_type, instrument, masked: { card: maskedCard(card) } }
}

/** Security codes are never stored. */
export function withoutCode(instrument: Instrument): Instrument {
  if (instrument.type !== 'card') return instrument
  const { cvc: _, ...rest } = instrument
  return rest
}

interface SentMethod {
  payment_method?: MethodName
  payment_method_type?: string
  payment_method_data?: PaymentMethodData
  payment_method_id?: string | null
  off_session?: boolean
}

/** `customer_id` is null while the payment has no customer. */
interface Payer {
  customer_id: string | null
  off_session?: boolean
}

export interface Resolved extends PaymentMethod {
  /** Rows that belong to the commit that uses it. */
  writes: Write[]
  /** A saved instrument brings no new details to check. */
  isSaved: boolean
  /** The customer who owns a saved instrument; a payment without a customer takes this one. */
  owner?: string
}

export async function resolveInstrument(
  context: Context,
  sent: SentMethod,
  payer: Payer,
): Promise<Resolved | undefined> {
  const { payment_method_data: data, payment_method_id } = sent
  checkOneWay(sent)
  if (data?.token !== undefined) return fromToken(context, data.token)
  if (data) {
    const read = readInstrument({ ...sent, payment_method_data: data }, context.now)
    return { ...read, writes: [], isSaved: false }
  }
  if (!payment_method_id) return undefined
  checkPresent(context, sent, payer)
  return fromSaved(context, payment_method_id, payer.customer_id)
}

/** A publishable key is in the customer's browser, so it cannot declare the customer absent. */
function checkPresent({ caller }: Context, sent: SentMethod, payer: Payer): void {
  const off_session = sent.off_session ?? payer.off_session ?? false
  if (!caller.is_publishable || !off_session) return
  const message = 'A saved payment method can be charged `off_session` from your server only.'
  throw new Failure('AU_03', message, { field: 'off_session' })
}

/** In the vault. Tokens outlive a deployment, so these names do not change. */
export interface StoredToken extends Omit<PaymentMethod, 'masked'> {
  shown: PaymentMethod['masked']
}

/** A token works once: the commit that uses it deletes it. */
async function fromToken(context: Context, token: string): Promise<Resolved> {
  const stored = await context.vault.get<StoredToken>(context.merchant_id, token)
  const removal = stored && (await context.vault.removal(context.merchant_id, token))
  if (!stored || !removal) {
    throw new Failure('IR_04', 'This token is unknown, used or expired; make another one.', {
      field: 'payment_method_data.token',
    })
  }
  const { shown: masked, ...method } = stored
  return { ...method, masked, writes: [removal], isSaved: false }
}

/** Only the owner's payments can use it. With a secret key, a payment without a customer gets the owner. */
async function fromSaved(
  context: Context,
  payment_method_id: string,
  customer_id: string | null,
): Promise<Resolved> {
  const saved = await readPaymentMethod(context, payment_method_id)
  const { customer_id: owner } = saved
  const isOpen = customer_id === null && !context.caller.is_publishable
  if (customer_id !== owner && !isOpen) throw notFound('payment method', payment_method_id)
  const instrument = await context.vault.get<Instrument>(context.merchant_id, saved.vault_id)
  if (!instrument) throw new Failure('IR_05', 'The payment method is no longer stored.')
  return {
    method: saved.payment_method as MethodName,
    method_type: saved.payment_method_type,
    instrument,
    masked: saved.payment_method_data,
    writes: [],
    isSaved: true,
    owner,
  }
}

interface Terms {
  payment_method: string | null
  payment_method_type: string | null
  currency: string
  capture_method: string
}

/** Whether a payment with these terms is possible with its method. */
export function checkTerms(payment: Terms): void {
  const { payment_method, payment_method_type: type, currency, capture_method } = payment
  if (payment_method === null) return
  const method = payment_method as MethodName
  const named = type ?? method
  if (capture_method !== 'automatic' && !methods[method].holds) {
    const message = `${named} cannot hold money for a later capture. Send \`capture_method\` automatic, or another payment method.`
    throw new Failure('IR_29', message, { field: 'capture_method' })
  }
  const { currencies } = methodType(method, type ?? '')
  if (currencies === undefined || currencies.includes(currency)) return
  const wanted = currencies.length === 1 ? currencies[0] : `one of: ${currencies.join(', ')}`
  const message = `${named} cannot be paid in ${currency}. The currency must be ${wanted}.`
  throw new Failure('IR_29', message, { field: 'currency', details: { currencies } })
}

/** Whether a payment in this currency, captured like this, can use a type. */
export function canPay(
  { currency, capture_method }: Pick<Terms, 'currency' | 'capture_method'>,
  type: string,
): boolean {
  const method = methodOfType.get(type)
  if (method === undefined) return false
  if (capture_method !== 'automatic' && !methods[method].holds) return false
  return methodType(method, type).currencies?.includes(currency) ?? true
}
