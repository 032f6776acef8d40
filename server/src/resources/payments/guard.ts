// The guard against card testing: thieves try stolen numbers by the hundred. A profile can bound how
// often payments from one address, or with one card, may be declined in a while; beyond that they are
// blocked without asking the acquirer. Addresses and cards are remembered as keyed hashes only.
import { type Insert, insert } from '#kernel/change.ts'
import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { keyedHash } from '#kernel/crypto.ts'
import { newId } from '#kernel/ids.ts'
import type { Profile } from '#resources/profiles/schema.ts'
import type { Instrument } from '#core/providers/provider.ts'
import { cardFailures, countFailures, type PaymentRow } from './store.ts'

export interface Guarded {
  blocked: boolean
  /** Whom to remember if the payment is declined, as hexadecimal digits. */
  marks: string[]
}

export async function guard(
  context: Context,
  profile: Profile,
  row: PaymentRow,
  instrument: Instrument,
): Promise<Guarded> {
  const { max_failed_per_ip, max_failed_per_card, window_minutes } =
    profile.card_testing_guard_config
  const ip = row.browser_info?.ip_address
  const number = instrument.type === 'card' ? instrument.number : undefined
  const watched = [
    { who: ip && `ip:${ip}`, limit: max_failed_per_ip },
    { who: number && `card:${number}`, limit: max_failed_per_card },
  ].flatMap(({ who, limit }) => (who && limit > 0 ? { mark: markOf(context, who), limit } : []))
  const since = addMs(context.now, -window_minutes * MINUTE_MS)
  const counts = await Promise.all(
    watched.map(({ mark }) => countFailures(context.db, context.merchant_id, mark, since)),
  )
  const blocked = watched.some(({ limit }, n) => (counts[n] ?? 0) >= limit)
  return { blocked, marks: watched.map(({ mark }) => mark.toString('hex')) }
}

function markOf(context: Context, who: string): Buffer {
  return keyedHash(context.keyring.key('card failures'), `${context.merchant_id}/${who}`)
}

/** Written with the decline itself. */
export function remember(merchant_id: string, marks: readonly string[], created: Date): Insert[] {
  return marks.map((mark) => {
    const who = Buffer.from(mark, 'hex')
    return insert(cardFailures, { merchant_id, failure_id: newId('cfl'), who, created })
  })
}
