import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { readInstrument, withoutCode } from '#resources/payment_methods/instrument.ts'
import type { StoredToken } from '#resources/payment_methods/instrument.ts'
import type { CreateToken, Token } from './schema.ts'

const TTL_MS = 15 * MINUTE_MS

/** Replaces a card by a token that is safe in a browser: it works once, for 15 minutes. */
export async function createToken(context: Context, input: CreateToken): Promise<Token> {
  const read = readInstrument({ payment_method_data: input }, context.now, '')
  const { instrument, masked: shown, ...method } = read
  const expires_at = addMs(context.now, TTL_MS)
  const stored: StoredToken = { ...method, shown, instrument: withoutCode(instrument) }
  const vaulted = await context.vault.put(context.merchant_id, stored, expires_at, 'tok')
  await context.commit(vaulted.write)
  const card = shown['card'] as Record<string, unknown>
  return { token: vaulted.vault_id, card, expires_at }
}
