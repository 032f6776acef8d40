// With what a payment is paid: an instrument sent along, a token made from one, or a saved one.
import type { Write } from '../kernel/change.ts'
import type { Context } from '../kernel/context.ts'
import { Failure } from '../errors.ts'
import { findSaved } from '../payment_methods/saved.ts'
import type { methodTypes } from '../payment_methods/types.ts'
import type { Instrument } from '../providers/provider.ts'
import { type Paying, readInstrument } from './instrument.ts'
import type { PaymentMethodData } from './schema.ts'

interface Sent {
  payment_method?: keyof typeof methodTypes
  payment_method_type?: string
  payment_method_data?: PaymentMethodData
  payment_method_id?: string | null
}

export interface Found {
  paying: Paying
  /** Rows that belong to the commit that uses it. */
  also: Write[]
  /** A saved instrument brings no new details to check. */
  isSaved: boolean
}

export async function findPaying(context: Context, sent: Sent): Promise<Found | undefined> {
  const { payment_method_data: data, payment_method_id } = sent
  if (data?.token !== undefined) return fromToken(context, data.token)
  if (data) {
    const paying = readInstrument({ ...sent, payment_method_data: data }, context.now)
    return { paying, also: [], isSaved: false }
  }
  return payment_method_id ? fromSaved(context, payment_method_id) : undefined
}

/** A token works once: using it destroys it, in the same commit. */
async function fromToken(context: Context, token: string): Promise<Found> {
  const paying = await context.vault.get<Paying>(context.merchant_id, token)
  const removal = paying && (await context.vault.removal(context.merchant_id, token))
  if (!paying || !removal) {
    throw new Failure('IR_04', 'This token is unknown, used or expired; make another one.', {
      field: 'payment_method_data.token',
    })
  }
  return { paying, also: [removal], isSaved: false }
}

async function fromSaved(context: Context, payment_method_id: string): Promise<Found> {
  const saved = await findSaved(context, payment_method_id)
  const instrument = await context.vault.get<Instrument>(context.merchant_id, saved.vault_id)
  if (!instrument) throw new Failure('IR_05', 'The payment method is no longer stored.')
  const paying: Paying = {
    method: saved.payment_method as keyof typeof methodTypes,
    method_type: saved.payment_method_type,
    instrument,
    shown: saved.payment_method_data,
  }
  return { paying, also: [], isSaved: true }
}
