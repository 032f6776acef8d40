// The risk rules of a profile, in order: the first match decides.
import type { Profile } from '#resources/profiles/schema.ts'
import type { Instrument } from '#core/providers/provider.ts'
import { type PaymentRow, cardFailures, countFailures, deleteCardFailures } from './store.ts'
import { type Insert, insert } from '#kernel/change.ts'
import { addMs, MINUTE_MS, DAY_MS } from '#kernel/clock.ts'
import type { Context, Services } from '#kernel/context.ts'
import { keyedHash } from '#kernel/crypto.ts'
import { newId } from '#kernel/ids.ts'

export type Verdict = 'allow' | 'block' | 'review' | 'require_3ds'
type Rule = Profile['risk_rules'][number]
type Fact = string | number | undefined

/** The fields that a rule can test. */
function factsOf(row: PaymentRow, instrument: Instrument): Readonly<Record<string, Fact>> {
  return {
    amount: row.amount,
    currency: row.currency,
    card_bin: instrument.type === 'card' ? instrument.number.slice(0, 6) : undefined,
    email: row.email ?? undefined,
    ip_address: row.browser_info?.ip_address,
    billing_country: row.billing?.address?.country,
  }
}

const tests: Readonly<Record<string, (fact: string | number, value: Rule['value']) => boolean>> = {
  eq: (fact, value) => String(fact) === String(value),
  ne: (fact, value) => String(fact) !== String(value),
  gt: (fact, value) => Number(fact) > Number(value),
  gte: (fact, value) => Number(fact) >= Number(value),
  lt: (fact, value) => Number(fact) < Number(value),
  lte: (fact, value) => Number(fact) <= Number(value),
  in: (fact, value) => Array.isArray(value) && value.includes(String(fact)),
  not_in: (fact, value) => Array.isArray(value) && !value.includes(String(fact)),
}

/** A rule about an unknown field does not match. */
export function judge(rules: readonly Rule[], row: PaymentRow, instrument: Instrument): Verdict {
  const facts = factsOf(row, instrument)
  const rule = rules.find(({ field, op, value }) => {
    const fact = facts[field]
    return fact !== undefined && (tests[op]?.(fact, value) ?? false)
  })
  return (rule?.action as Verdict | undefined) ?? 'allow'
}

// Protection against card testing, where thieves try stolen numbers by the hundred. A profile can limit how many
// payments from one address, or with one card, may be declined in a time window; further ones are blocked without a
// call to the provider. Addresses and cards are stored as keyed hashes only.
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
