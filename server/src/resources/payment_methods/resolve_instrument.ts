// Resolves the instrument of a request: sent with it, behind a token, or saved before.
import type { Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { Failure, notFound } from '#errors.ts'
import { readPaymentMethod } from './saved.ts'
import type { methodTypes } from './types.ts'
import type { Instrument } from '#core/providers/provider.ts'
import { type PaymentMethod, readInstrument } from './instrument.ts'
import type { PaymentMethodData } from './schema.ts'

interface Sent {
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
  sent: Sent,
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
function checkPresent({ caller }: Context, sent: Sent, payer: Payer): void {
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
