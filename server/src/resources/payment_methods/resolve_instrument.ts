// With what a payment is paid: an instrument sent along, a token made from one, or a saved one.
import type { Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { Failure, notFound } from '#errors.ts'
import { findSaved } from './saved.ts'
import type { methodTypes } from './types.ts'
import type { Instrument } from '#core/providers/provider.ts'
import { type Paying, readInstrument } from './instrument.ts'
import type { PaymentMethodData } from './schema.ts'

interface Sent {
  payment_method?: keyof typeof methodTypes
  payment_method_type?: string
  payment_method_data?: PaymentMethodData
  payment_method_id?: string | null
  off_session?: boolean
}

/** The payment that is to be paid; null when it has no customer yet. */
interface Payer {
  customer_id: string | null
  off_session?: boolean
}

export interface Resolved {
  paying: Paying
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
    const paying = readInstrument({ ...sent, payment_method_data: data }, context.now)
    return { paying, writes: [], isSaved: false }
  }
  if (!payment_method_id) return undefined
  checkPresent(context, sent, payer)
  return fromSaved(context, payment_method_id, payer.customer_id)
}

/** A publishable key is in the hands of the shopper, so it cannot say that the shopper is absent. */
function checkPresent({ caller }: Context, sent: Sent, payer: Payer): void {
  const off_session = sent.off_session ?? payer.off_session ?? false
  if (!caller.is_publishable || !off_session) return
  const message = 'A saved payment method can be charged `off_session` from your server only.'
  throw new Failure('AU_03', message, { field: 'off_session' })
}

/** A token works once: using it destroys it, in the same commit. */
async function fromToken(context: Context, token: string): Promise<Resolved> {
  const paying = await context.vault.get<Paying>(context.merchant_id, token)
  const removal = paying && (await context.vault.removal(context.merchant_id, token))
  if (!paying || !removal) {
    throw new Failure('IR_04', 'This token is unknown, used or expired; make another one.', {
      field: 'payment_method_data.token',
    })
  }
  return { paying, writes: [removal], isSaved: false }
}

/** Chargeable for its owner only. A shopper must be the owner already; a server may leave it to us. */
async function fromSaved(
  context: Context,
  payment_method_id: string,
  customer_id: string | null,
): Promise<Resolved> {
  const saved = await findSaved(context, payment_method_id)
  const { customer_id: owner } = saved
  const isOpen = customer_id === null && !context.caller.is_publishable
  if (customer_id !== owner && !isOpen) throw notFound('payment method', payment_method_id)
  const instrument = await context.vault.get<Instrument>(context.merchant_id, saved.vault_id)
  if (!instrument) throw new Failure('IR_05', 'The payment method is no longer stored.')
  const paying: Paying = {
    method: saved.payment_method as keyof typeof methodTypes,
    method_type: saved.payment_method_type,
    instrument,
    shown: saved.payment_method_data,
  }
  return { paying, writes: [], isSaved: true, owner }
}
