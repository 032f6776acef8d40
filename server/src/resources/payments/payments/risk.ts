// A profile's risk rules, in order: the first match decides.
import type { Profile, RiskField } from '#resources/accounts/profiles/schema.ts'
import type { Instrument } from '#core/providers/request.ts'
import { busy } from '#core/operations/perform.ts'
import type { AuthorizeOperation } from './intent.ts'
import {
  cardFailures,
  countFailures,
  deleteCardFailures,
  findPayment,
  type PaymentRow,
} from './store.ts'
import { evict, insert, type Write } from '#kernel/change.ts'
import { addMs, MINUTE_MS, DAY_MS } from '#kernel/clock.ts'
import { Conflict, retryOnConflict } from '#kernel/commit.ts'
import type { Context, Services } from '#kernel/context.ts'
import { keyedHash } from '#kernel/crypto.ts'
import { newId } from '#kernel/ids.ts'
import { subscriberNetwork } from '#kernel/networks.ts'

export type Verdict = 'allow' | 'block' | 'review' | 'require_3ds'
type Rule = Profile['risk_rules'][number]
type Fact = string | number | undefined

/** The fields that a rule can test. */
function toFacts(
  row: PaymentRow,
  instrument: Instrument,
): Readonly<Record<RiskField, Fact>> & Readonly<Record<string, Fact>> {
  return {
    amount: row.amount,
    currency: row.currency,
    card_bin: instrument.type === 'card' ? instrument.number.slice(0, 6) : undefined,
    email: row.email?.toLowerCase(),
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

/** An unknown value never matches a rule. */
const NEGATIVE: ReadonlySet<string> = new Set(['ne', 'not_in'])

export interface Judged {
  action: Verdict
  /** The rule's position; null: none matched. */
  rule: number | null
}

/** The first matching rule decides. Rules from older releases on other fields never match. */
export function judge(rules: readonly Rule[], row: PaymentRow, instrument: Instrument): Judged {
  const facts = toFacts(row, instrument)
  const rule = rules.findIndex(({ field, op, value }) => {
    if (!Object.hasOwn(facts, field)) return false
    const fact = facts[field]
    if (fact === undefined) return NEGATIVE.has(op)
    return tests[op]?.(fact, field === 'email' ? lowerCase(value) : value) ?? false
  })
  const action = (rules[rule]?.action as Verdict | undefined) ?? 'allow'
  return { action, rule: rule === -1 ? null : rule }
}

function lowerCase(value: Rule['value']): Rule['value'] {
  return Array.isArray(value)
    ? value.map((text) => text.toLowerCase())
    : String(value).toLowerCase()
}

// Protection against card testing, where thieves try stolen numbers by the hundred. A profile limits how many card
// payments from one address, or with one card, may be declined or unfinished in a time window; further ones are blocked
// without a call to the provider. Addresses and cards are stored as keyed hashes only.
//
// An attempt is counted in the commit that records it, before the call: it takes its address's next number, and if two
// attempts take the same number, one is refused and counts again. So concurrent attempts cannot exceed the limit
// together. An attempt in flight keeps its number; one that is approved, or was not sent, is removed again.
//
// Thieves type card numbers. A saved method that the merchant's server or the worker charges has no number to guess, so
// it is neither counted nor blocked: otherwise simultaneous renewals with one card would look like card testing.
interface Limit {
  readonly who: Buffer
  readonly limit: number
}

/** Hosted pages act as publishable callers too, so every browser is guarded, even with a saved method. */
function isChargedByMerchant({ caller }: Context, { payment_method_id }: PaymentRow): boolean {
  return payment_method_id !== null && !caller.is_publishable
}

function listLimits(
  context: Context,
  { card_testing_guard_config: config }: Profile,
  row: PaymentRow,
  instrument: Instrument,
): Limit[] {
  if (instrument.type !== 'card' || isChargedByMerchant(context, row)) return []
  const { keyring, merchant_id } = context
  const ip = row.browser_info?.ip_address
  const sources = [
    { source: ip && `ip:${subscriberNetwork(ip)}`, limit: config.max_failed_per_ip },
    { source: `card:${instrument.number}`, limit: config.max_failed_per_card },
  ]
  const key = keyring.key('card failures')
  return sources.flatMap(({ source, limit }) =>
    source && limit > 0 ? { who: keyedHash(key, `${merchant_id}/${source}`), limit } : [],
  )
}

export interface CountedAttempt {
  /** The attempt's rows, for the commit that records the operation. */
  readonly writes: Write[]
  /** Their ids, for the operation's intent. */
  readonly ids: string[]
}

const NOT_COUNTED: CountedAttempt = { writes: [], ids: [] }

/** Undefined when a limit is reached. */
async function countAttempt(
  { db, merchant_id, now }: Context,
  limits: readonly Limit[],
  window_minutes: number,
): Promise<CountedAttempt | undefined> {
  const since = addMs(now, -window_minutes * MINUTE_MS)
  const counts = await Promise.all(
    limits.map(({ who }) => countFailures(db, merchant_id, who, since)),
  )
  if (limits.some(({ limit }, n) => (counts[n]?.open ?? 0) >= limit)) return undefined
  const rows = limits.map(({ who }, n) => {
    const nth = (counts[n]?.last ?? 0) + 1
    return { merchant_id, failure_id: newId('cfl'), who, nth, created: now }
  })
  return {
    writes: rows.map((row) => insert(cardFailures, row)),
    ids: rows.map((row) => row.failure_id),
  }
}

interface Limited {
  readonly profile: Profile
  readonly row: PaymentRow
  readonly instrument: Instrument
  /** The payment's version in the database; undefined for a new payment. */
  readonly version: number | undefined
  readonly isStale?: () => Promise<boolean>
}

/** Records the attempt, or returns undefined when a limit is reached; after a conflict the attempts are counted again. */
export async function withinLimits<T>(
  context: Context,
  { profile, row, instrument, version, isStale }: Limited,
  record: (counted: CountedAttempt) => Promise<T>,
): Promise<T | undefined> {
  const limits = listLimits(context, profile, row, instrument)
  if (limits.length === 0) return record(NOT_COUNTED)
  const { window_minutes } = profile.card_testing_guard_config
  const countAndRecord = async () => {
    const counted = await countAttempt(context, limits, window_minutes)
    if (counted === undefined) return { recorded: undefined }
    try {
      return { recorded: await record(counted) }
    } catch (error) {
      if (!(error instanceof Conflict)) throw error
      const stored = await findPayment(context.db, row.merchant_id, row.payment_id)
      // The payment itself may have changed, or its link; that conflict is not ours to resolve.
      if (stored?.version !== version || (await isStale?.())) return { changed: error }
      throw error
    }
  }
  const result = await retryOnConflict(countAndRecord).catch((error: unknown) => {
    if (!(error instanceof Conflict)) throw error
    throw busy('Many payments from this address, or with this card, are in progress.')
  })
  if (result.changed) throw result.changed
  return result.recorded
}

/** For an outcome's commit after which the attempt no longer counts. */
export function uncounted({ merchant_id, intent }: AuthorizeOperation): Write[] {
  return (intent.attempts ?? []).map((failure_id) =>
    evict(cardFailures, { merchant_id, failure_id }),
  )
}

const BATCH = 1_000
/** The longest window in which a profile can count failures. */
const MAX_WINDOW_MS = DAY_MS

/** Deletes failures that no profile counts any more, for all merchants, in bounded batches. */
export async function deleteOldCardFailures({ db, clock }: Services): Promise<void> {
  const before = addMs(clock.now(), -MAX_WINDOW_MS)
  while ((await deleteCardFailures(db, before, BATCH)) === BATCH);
}
