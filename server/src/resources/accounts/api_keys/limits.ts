// A key's limits, and the rule that binds them all: no key is created with, or changed to, looser limits than its
// creator has. Otherwise a leaked key could replace itself with an unlimited one.
import type { Context } from '#kernel/context.ts'
import { areWithin } from '#kernel/networks.ts'
import { Failure } from '#errors.ts'
import { covers, hasScope } from '#http/authenticate.ts'
import { type ApiKeyRow, findApiKey } from './store.ts'

export type Limits = Pick<
  ApiKeyRow,
  'scopes' | 'expiration' | 'allowed_ips' | 'allowed_origins' | 'profile_ids' | 'amount_limits'
>

export const UNLIMITED: Limits = {
  scopes: ['*'],
  expiration: null,
  allowed_ips: [],
  allowed_origins: [],
  profile_ids: [],
  amount_limits: null,
}

interface Limit<Value> {
  /** Key types that have this limit. */
  readonly of: readonly ApiKeyRow['type'][]
  isWithin(wanted: Value, bound: Value): boolean
  /** For an error: what the caller may send. */
  advice(bound: Value): string
}

const EVERY_KEY = ['secret', 'publishable'] as const

const limits: { readonly [Name in keyof Limits]: Limit<Limits[Name]> } = {
  scopes: {
    of: EVERY_KEY,
    isWithin: (wanted, held) => covers(held, wanted),
    advice: (held) => `Send \`scopes\` that you have yourself: ${held.join(', ')}.`,
  },
  expiration: {
    of: EVERY_KEY,
    isWithin: (wanted, end) => end === null || (wanted !== null && wanted <= end),
    advice: (end) => `Send an \`expiration\` of ${end?.toISOString()} or earlier.`,
  },
  allowed_ips: {
    of: ['secret'],
    isWithin: (wanted, networks) =>
      networks.length === 0 || (wanted.length > 0 && areWithin(wanted, networks)),
    advice: (networks) => `Send \`allowed_ips\` inside ${networks.join(', ')}.`,
  },
  allowed_origins: {
    of: ['publishable'],
    isWithin: isSubset,
    advice: (origins) => `Send \`allowed_origins\` among ${origins.join(', ')}.`,
  },
  profile_ids: {
    of: EVERY_KEY,
    isWithin: isSubset,
    advice: (profiles) => `Send \`profile_ids\` among ${profiles.join(', ')}.`,
  },
  amount_limits: {
    of: ['secret'],
    isWithin: (wanted, bound) => bound === null || (wanted !== null && areLower(wanted, bound)),
    advice: () => 'Send `amount_limits` that are not above your own.',
  },
}

type AmountLimits = NonNullable<Limits['amount_limits']>

function areLower(wanted: AmountLimits, bound: AmountLimits): boolean {
  const isLower = (one: number | null = null, other: number | null = null) =>
    other === null || (one !== null && one <= other)
  return wanted.every(({ currency, per_call, per_day }) => {
    const own = bound.find((each) => each.currency === currency)
    return own && isLower(per_call, own.per_call) && isLower(per_day, own.per_day)
  })
}

/** An empty list is no limit. */
function isSubset(wanted: readonly string[], bound: readonly string[]): boolean {
  return bound.length === 0 || (wanted.length > 0 && wanted.every((each) => bound.includes(each)))
}

/** The caller's limits. A user's limits are the scopes that the role grants. */
async function limitsOfCaller({ db, merchant_id, caller }: Context): Promise<Limits> {
  const { key_id, scopes, profile_ids } = caller
  const key = key_id === null ? undefined : await findApiKey(db, merchant_id, key_id)
  return { ...UNLIMITED, ...key, scopes: [...scopes], profile_ids: [...profile_ids] }
}

/** The limits that a request names. */
export type SentLimits = { readonly [Name in keyof Limits]?: Limits[Name] | undefined }

/**
 * Limits for a key that the caller creates or changes. A limit that the request omits is unchanged, or inherited by a
 * new key. A key that is wider than the caller is refused, even if it was wider before the request.
 */
export async function limitsWithin(
  context: Context,
  type: ApiKeyRow['type'],
  sent: SentLimits,
  current?: Limits,
): Promise<Limits> {
  const bounds = await limitsOfCaller(context)
  const choose = <Name extends keyof Limits>(field: Name): Limits[Name] => {
    const { [field]: bound } = limits[field].of.includes(type) ? bounds : UNLIMITED
    const { [field]: absent } = current ?? { ...bounds, [field]: bound }
    const wanted = (sent[field] === undefined ? absent : sent[field]) as Limits[Name]
    if (!limits[field].isWithin(wanted, bound)) throw tooMuch(field, limits[field].advice(bound))
    return wanted
  }
  const scopes = choose('scopes')
  if (context.caller.session?.refund_limit && hasScope(scopes, 'refunds:write')) {
    const message =
      'Your role has a limit for refunds, and a key has none. Send `scopes` without refunds:write.'
    throw new Failure('AU_03', message, { field: 'scopes' })
  }
  const amount_limits = choose('amount_limits')
  if (amount_limits !== null) checkNotShed(scopes)
  return {
    scopes,
    amount_limits,
    expiration: choose('expiration'),
    allowed_ips: choose('allowed_ips'),
    allowed_origins: choose('allowed_origins'),
    profile_ids: choose('profile_ids'),
  }
}

/** With these scopes a key could give itself, or a user, the rights of a key without limits. */
const SHEDDING = ['api_keys:write', 'users:write']

function checkNotShed(scopes: readonly string[]): void {
  const held = SHEDDING.find((scope) => hasScope(scopes, scope))
  if (held === undefined) return
  const message = `A key with amount limits cannot have the scope ${held}, because it could create a key without them. Send \`scopes\` without it.`
  throw new Failure('IR_04', message, { field: 'scopes' })
}

function tooMuch(field: keyof Limits, advice: string): Failure {
  return new Failure('AU_03', `A key cannot have more than its creator. ${advice}`, { field })
}
