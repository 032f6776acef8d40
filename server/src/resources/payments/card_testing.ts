// Protection against card testing, where thieves try stolen numbers by the hundred. A profile can limit how many
// payments from one address, or with one card, may be declined in a time window; further ones are blocked without a
// call to the provider. Addresses and cards are stored as keyed hashes only.
import { type Insert, insert } from '#kernel/change.ts'
import { addMs, MINUTE_MS, DAY_MS } from '#kernel/clock.ts'
import type { Context, Services } from '#kernel/context.ts'
import { keyedHash } from '#kernel/crypto.ts'
import { newId } from '#kernel/ids.ts'
import type { Profile } from '#resources/profiles/schema.ts'
import type { Instrument } from '#core/providers/provider.ts'
import { cardFailures, countFailures, type PaymentRow, deleteCardFailures } from './store.ts'

export interface CardTesting {
  blocked: boolean
  /** Recorded if the payment is declined, as hexadecimal digits. */
  fingerprints: string[]
}

export async function cardTesting(
  context: Context,
  { card_testing_guard_config: config }: Profile,
  row: PaymentRow,
  instrument: Instrument,
): Promise<CardTesting> {
  const ip = row.browser_info?.ip_address
  const number = instrument.type === 'card' ? instrument.number : undefined
  const limits = [
    { source: ip && `ip:${ip}`, limit: config.max_failed_per_ip },
    { source: number && `card:${number}`, limit: config.max_failed_per_card },
  ].flatMap(({ source, limit }) =>
    source && limit > 0 ? { fingerprint: fingerprintOf(context, source), limit } : [],
  )
  const since = addMs(context.now, -config.window_minutes * MINUTE_MS)
  const counts = await Promise.all(
    limits.map((each) => countFailures(context.db, context.merchant_id, each.fingerprint, since)),
  )
  const blocked = limits.some(({ limit }, n) => (counts[n] ?? 0) >= limit)
  return { blocked, fingerprints: limits.map((each) => each.fingerprint.toString('hex')) }
}

function fingerprintOf(context: Context, source: string): Buffer {
  return keyedHash(context.keyring.key('card failures'), `${context.merchant_id}/${source}`)
}

/** Written with the decline itself. */
export function recordFailure(
  merchant_id: string,
  fingerprints: readonly string[],
  created: Date,
): Insert[] {
  return fingerprints.map((fingerprint) => {
    const who = Buffer.from(fingerprint, 'hex')
    return insert(cardFailures, { merchant_id, failure_id: newId('cfl'), who, created })
  })
}

const BATCH = 1_000
/** The longest window in which a profile can count failures. */
const MAX_WINDOW_MS = DAY_MS

/** Deletes failures that no profile counts any more, of all merchants, in bounded batches. */
export async function deleteOldCardFailures({ db, clock }: Services): Promise<void> {
  const before = addMs(clock.now(), -MAX_WINDOW_MS)
  while ((await deleteCardFailures(db, before, BATCH)) === BATCH);
}
