import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { readInstrument, withoutCode } from '#resources/payment_methods/instrument.ts'
import type { CreateToken, Token } from './schema.ts'

const LIVES_MS = 15 * MINUTE_MS

/** A card becomes a token that a browser may hand around: good for one payment, for a quarter of an hour. */
export async function createToken(context: Context, input: CreateToken): Promise<Token> {
  const { instrument, ...paying } = readInstrument({ payment_method_data: input }, context.now)
  const expires_at = addMs(context.now, LIVES_MS)
  const secret = { ...paying, instrument: withoutCode(instrument) }
  const { vault_id, write } = await context.vault.put(
    context.merchant_id,
    secret,
    expires_at,
    'tok',
  )
  await context.commit(write)
  return { token: vault_id, card: paying.shown['card'] as Record<string, unknown>, expires_at }
}
