import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import type { Parsed, Sent } from '#http/route.ts'
import {
  type OrderedMethod,
  parseMethod,
  withoutCode,
} from '#resources/methods/payment_methods/parse.ts'
import type { StoredToken } from '#resources/methods/payment_methods/resolve.ts'
import type { CreateToken, Token } from './schema.ts'

const TTL_MS = 15 * MINUTE_MS

type SentCard = Extract<OrderedMethod, { way: 'sent' }>

export function parseToken(body: Sent<CreateToken>, now: Date): Parsed<SentCard> {
  const { faults, order } = parseMethod({ payment_method_data: body }, now, '')
  return { faults, order: () => order() as SentCard }
}

/** Replaces a card by a token that is safe in a browser: it works once, for 15 minutes. */
export async function createToken(context: Context, { method: card }: SentCard): Promise<Token> {
  const { instrument, masked: shown, ...method } = card
  const expires_at = addMs(context.now, TTL_MS)
  const stored: StoredToken = { ...method, shown, instrument: withoutCode(instrument) }
  const vaulted = await context.vault.put(context.merchant_id, stored, expires_at, 'tok')
  await context.commit(vaulted.write)
  return { token: vaulted.vault_id, card: shown['card'] as Record<string, unknown>, expires_at }
}
