// Reads the payment method of a request, which is sent with it, behind a token, or saved before: the instrument for the
// provider, and the masked form for answers.
import type { Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { Failure, notFound, required } from '#errors.ts'
import { methodTypes } from './types.ts'
import type { Instrument } from '#core/providers/provider.ts'
import { checkCard, digitsOf, maskedCard } from './card.ts'
import { readPaymentMethod } from './saved.ts'
import type { Card, PaymentMethodData } from './schema.ts'

export interface PaymentMethod {
  method: keyof typeof methodTypes
  method_type: string
  instrument: Instrument
  /** The part that answers may show. */
  masked: Record<string, unknown>
}

interface Sent {
  payment_method?: keyof typeof methodTypes | undefined
  payment_method_type?: string | undefined
  payment_method_data: PaymentMethodData
}

export function readInstrument(sent: Sent, now: Date): PaymentMethod {
  const { payment_method_data: data } = sent
  const method = sent.payment_method ?? onlyMethod(data)
  const part = data[method]
  if (part === undefined) throw required(`payment_method_data.${method}`)
  if (method === 'card') return readCard(part as Card, sent.payment_method_type ?? 'credit', now)
  const named = method === 'crypto' ? 'crypto_currency' : Object.keys(part)[0]
  const method_type = sent.payment_method_type ?? named ?? ''
  checkPair(method, method_type)
  if (named !== method_type) throw required(`payment_method_data.${method}.${method_type}`)
  const details = method === 'crypto' ? part : (part as Record<string, unknown>)[method_type]
  const inner = details as Record<string, unknown>
  checkDetails(method_type, inner)
  const instrument = wire(method, method_type, inner)
  const masked = { [method]: { [method_type]: maskedDetails(inner) } }
  return { method, method_type, instrument, masked }
}

function onlyMethod(data: PaymentMethodData): keyof typeof methodTypes {
  const names = Object.keys(data).filter((name) => name !== 'billing' && name !== 'token')
  const [name] = names
  if (name === undefined || names.length > 1) throw required('payment_method')
  return name as keyof typeof methodTypes
}

/** Answers show these details of a method that is not a card; never tokens, tax numbers or addresses. */
const VISIBLE: ReadonlySet<string> = new Set([
  'bank_name',
  'issuer',
  'country',
  'pay_currency',
  'network',
])

function maskedDetails(details: Record<string, unknown>): Record<string, unknown> {
  const plain = Object.entries(details).filter(([name]) => VISIBLE.has(name))
  const wallet = details['payment_method'] as Record<string, unknown> | undefined
  if (!wallet) return Object.fromEntries(plain)
  const { display_name, network, type } = wallet
  return { ...Object.fromEntries(plain), payment_method: { display_name, network, type } }
}

/** Errors in the details that need no lookup; a token is checked when it is resolved. */
export function checkInstrument(sent: Partial<Sent>, now: Date): void {
  const { payment_method, payment_method_type, payment_method_data: data } = sent
  if (data && data.token === undefined) readInstrument({ ...sent, payment_method_data: data }, now)
  else if (payment_method && payment_method_type) checkPair(payment_method, payment_method_type)
}

function checkPair(method: keyof typeof methodTypes, method_type: string): void {
  const kinds: readonly string[] = methodTypes[method]
  if (kinds.includes(method_type)) return
  const message = `\`payment_method_type\` must be one of: ${kinds.join(', ')}, for ${method}.`
  throw new Failure('IR_04', message, { field: 'payment_method_type' })
}

/** The detail that a type of method requires. */
const needs: Readonly<Record<string, string>> = {
  upi_collect: 'vpa_id',
  boleto: 'social_security_number',
  online_banking_fpx: 'issuer',
  mb_way: 'telephone_number',
  vipps: 'telephone_number',
}

const parents: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(methodTypes).flatMap(([method, kinds]) => kinds.map((kind) => [kind, method])),
)

function checkDetails(method_type: string, details: Record<string, unknown>): void {
  const field = needs[method_type]
  if (field === undefined || details[field] !== undefined) return
  throw required(`payment_method_data.${parents[method_type]}.${method_type}.${field}`)
}

function wire(
  method: Exclude<keyof typeof methodTypes, 'card'>,
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

function readCard(card: Card, method_type: string, now: Date): PaymentMethod {
  checkPair('card', method_type)
  checkCard(card, now)
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
  payment_method?: keyof typeof methodTypes
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
  if (data && payment_method_id) {
    const message = 'Send one of the two: `payment_method_id` or `payment_method_data`.'
    throw new Failure('IR_04', message, { field: 'payment_method_id' })
  }
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
    method: saved.payment_method as keyof typeof methodTypes,
    method_type: saved.payment_method_type,
    instrument,
    masked: saved.payment_method_data,
    writes: [],
    isSaved: true,
    owner,
  }
}
