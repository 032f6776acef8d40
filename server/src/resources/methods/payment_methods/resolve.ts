// Finds what an ordered payment method stands for, and whether a payment can use it. A token and a saved method are looked
// up.
import type { Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { Failure, notFound } from '#errors.ts'
import type { Instrument } from '#core/providers/request.ts'
import type { OrderedMethod, PaymentMethod } from './parse.ts'
import { type PaymentMethodRow, readPaymentMethod } from './saved.ts'
import { type MethodName, methodOfType } from '#core/method_types.ts'
import { methods, type MethodType } from './types.ts'

/** `customer_id` is null while the payment has no customer. */
interface Payer {
  customer_id: string | null
  off_session?: boolean | undefined
}

export interface Resolved extends PaymentMethod {
  /** Rows that belong to the commit that uses it. */
  writes: Write[]
  /** A saved instrument brings no new details to check. */
  isSaved: boolean
  /** A saved instrument, as providers know it. */
  stored?: StoredAt
  /** The customer who owns a saved instrument; a payment without a customer takes this one. */
  owner?: string
}

export type StoredAt = Pick<
  PaymentMethodRow,
  'connector_id' | 'provider_token' | 'network_transaction_id' | 'pinned_to'
>

export async function resolveMethod(
  context: Context,
  method: OrderedMethod,
  payer: Payer,
): Promise<Resolved> {
  if (method.way === 'sent') return { ...method.method, writes: [], isSaved: false }
  if (method.way === 'token') return fromToken(context, method.token)
  checkPresent(context, payer)
  return fromSaved(context, method.payment_method_id, payer.customer_id)
}

/** A publishable key is in the customer's browser, so it cannot declare the customer absent. */
function checkPresent({ caller }: Context, { off_session = false }: Payer): void {
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
    stored: saved,
    owner,
  }
}

/** The table row for a type. */
export function methodType(method: MethodName, method_type: string): MethodType {
  const types: Readonly<Record<string, MethodType>> = methods[method].types
  return types[method_type] ?? {}
}

interface Terms {
  payment_method: string | null
  payment_method_type: string | null
  currency: string
  capture_method: string
}

/** Refuses a payment whose terms its method does not support. */
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

/** True if a payment in this currency, captured like this, can use the type. */
export function canPay(
  { currency, capture_method }: Pick<Terms, 'currency' | 'capture_method'>,
  type: string,
): boolean {
  const method = methodOfType.get(type)
  if (method === undefined) return false
  if (capture_method !== 'automatic' && !methods[method].holds) return false
  return methodType(method, type).currencies?.includes(currency) ?? true
}
