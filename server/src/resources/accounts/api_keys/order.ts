// Parsed orders for API key requests.
import { parseMoment } from '#kernel/clock.ts'
import type { AmountLimit } from '#kernel/context.ts'
import { isNetwork } from '#kernel/networks.ts'
import { type Fault, fault, invalid } from '#errors.ts'
import type { Parsed, Sent } from '#http/route.ts'
import type { SentLimits } from './limits.ts'
import { type CreateApiKey, OLD_KEY_HOURS, type RollApiKey, type UpdateApiKey } from './schema.ts'
import type { ApiKeyRow } from './store.ts'

export interface KeyOrder
  extends Pick<CreateApiKey, 'name' | 'description' | 'type' | 'organization'> {
  /** The limits that the request names. */
  readonly sent: SentLimits
}

export interface KeyUpdate extends Pick<UpdateApiKey, 'name' | 'description'> {
  readonly sent: SentLimits
}

export interface KeyRoll {
  /** Until the old key ends. */
  readonly old_key_hours: number
  /** Undefined: as the old key's. */
  readonly expiration: Date | null | undefined
}

export function parseApiKey(body: Sent<CreateApiKey>, now: Date): Parsed<KeyOrder> {
  const { faults, order } = parseUpdate(body, now)
  const { type = 'secret', organization } = body
  return {
    faults: [...limitFaults(type, body), ...faults],
    order: () => ({ ...(order() as KeyOrder), type, ...(organization ? { organization } : {}) }),
  }
}

/** Which limits the key can have is checked once its type is read. */
export function parseUpdate(body: Sent<UpdateApiKey>, now: Date): Parsed<KeyUpdate> {
  const expiration = expirationIn(body, now)
  return {
    faults: [...networkFaults(body), ...expirationFaults(expiration, now), ...amountFaults(body)],
    order: () => {
      const { scopes, allowed_ips, allowed_origins, profile_ids, amount_limits, ...rest } =
        body as UpdateApiKey
      const limits = amount_limits?.map(whole) ?? amount_limits
      const others = { scopes, allowed_ips, allowed_origins, profile_ids, expiration }
      return { ...rest, sent: { ...others, amount_limits: limits } }
    },
  }
}

export function parseRoll(body: Sent<RollApiKey>, now: Date): Parsed<KeyRoll> {
  const expiration = expirationIn(body, now)
  return {
    faults: expirationFaults(expiration, now),
    order: () => ({
      old_key_hours: (body as RollApiKey).old_key_hours ?? OLD_KEY_HOURS,
      expiration,
    }),
  }
}

function expirationFaults(expiration: Date | null | undefined, now: Date): Fault[] {
  if (!expiration || expiration > now) return []
  return [invalid('expiration', 'must be `never` or a moment in the future')]
}

/** Undefined if it is not sent, null for never. */
function expirationIn(
  { expiration }: Sent<Pick<UpdateApiKey, 'expiration'>>,
  now: Date,
): Date | null | undefined {
  if (expiration === undefined) return undefined
  return expiration === 'never' ? null : (parseMoment(expiration) ?? now)
}

/** Scopes and addresses limit servers, origins limit browsers. */
const OTHER_LIMITS = {
  secret: ['allowed_origins'],
  publishable: ['scopes', 'allowed_ips', 'amount_limits'],
} as const

export function limitFaults(
  type: ApiKeyRow['type'],
  sent: Sent<Pick<UpdateApiKey, 'scopes' | 'allowed_ips' | 'allowed_origins' | 'amount_limits'>>,
): Fault[] {
  const others = OTHER_LIMITS[type].filter((name) => sent[name] !== undefined)
  return others.map((field) => fault(field, `A ${type} key has no \`${field}\`.`))
}

function whole({ currency, per_call = null, per_day = null }: AmountLimit): AmountLimit {
  return { currency, per_call, per_day }
}

function amountFaults({ amount_limits }: Sent<UpdateApiKey>): Fault[] {
  const limits = amount_limits ?? []
  return limits.flatMap(({ currency, per_call, per_day }, nth) => {
    const field = `amount_limits.${nth}`
    const isTwice = limits.findIndex((each) => each.currency === currency) < nth
    if (isTwice) return invalid(`${field}.currency`, 'must be named once')
    const isEmpty = (per_call ?? null) === null && (per_day ?? null) === null
    return isEmpty ? invalid(field, 'must have `per_call` or `per_day`') : []
  })
}

function networkFaults({ allowed_ips = [] }: Sent<UpdateApiKey>): Fault[] {
  return allowed_ips.flatMap((text, nth) => {
    if (isNetwork(text)) return []
    return invalid(`allowed_ips.${nth}`, 'must be an address or a network such as 203.0.113.0/24')
  })
}
