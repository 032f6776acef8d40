import { type Static, Type } from 'typebox'
import type { Context } from '#kernel/context.ts'
import { answer, nullable } from '#http/fields.ts'
import { readClaims } from './claims.ts'

export const Origin = answer('PaymentOrigin', {
  payment_link_id: nullable(Type.String({ description: 'The payment link that was paid.' })),
  invoice_id: nullable(Type.String({ description: 'The invoice that was paid.' })),
  subscription_id: nullable(Type.String({ description: "The invoice's subscription." })),
})

/** Null for a payment that was created by a request of its own. */
export async function originOfPayment(
  context: Context,
  payment_id: string,
): Promise<Static<typeof Origin> | null> {
  const [claim] = await readClaims(context, [payment_id])
  if (claim === undefined) return null
  const { payment_link_id, invoice_id, subscription_id } = claim
  return { payment_link_id, invoice_id, subscription_id }
}
