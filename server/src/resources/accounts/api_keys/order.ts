// Parsed orders for API key requests.
import { parseMoment } from '#kernel/clock.ts'
import { isNetwork } from '#kernel/networks.ts'
import { type Fault, fault, invalid } from '#errors.ts'
import type { Parsed, Sent } from '#http/route.ts'
import type { SentLimits } from './limits.ts'
import type { CreateApiKey, UpdateApiKey } from './schema.ts'
import type { ApiKeyRow } from './store.ts'

export interface KeyOrder
  extends Pick<CreateApiKey, 'name' | 'description' | 'type' | 'organization'> {
  /** The limits that the request names. */
  readonly sent: SentLimits
}

export interface KeyUpdate extends Pick<UpdateApiKey, 'name' | 'description'> {
  readonly sent: SentLimits
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
  const hasPassed = expiration instanceof Date && !(expiration > now)
  const rule = 'must be `never` or a moment in the future'
  return {
    faults: [...networkFaults(body), ...(hasPassed ? [invalid('expiration', rule)] : [])],
    order: () => {
      const { scopes, allowed_ips, allowed_origins, profile_ids, ...rest } = body as UpdateApiKey
      return { ...rest, sent: { scopes, allowed_ips, allowed_origins, profile_ids, expiration } }
    },
  }
}

/** Undefined if it is not sent, null for never. */
function expirationIn({ expiration }: Sent<UpdateApiKey>, now: Date): Date | null | undefined {
  if (expiration === undefined) return undefined
  return expiration === 'never' ? null : (parseMoment(expiration) ?? now)
}

/** Scopes and addresses limit servers, origins limit browsers. */
const OTHER_LIMITS = {
  secret: ['allowed_origins'],
  publishable: ['scopes', 'allowed_ips'],
} as const

export function limitFaults(
  type: ApiKeyRow['type'],
  sent: Sent<Pick<UpdateApiKey, 'scopes' | 'allowed_ips' | 'allowed_origins'>>,
): Fault[] {
  const others = OTHER_LIMITS[type].filter((name) => sent[name] !== undefined)
  return others.map((field) => fault(field, `A ${type} key has no \`${field}\`.`))
}

function networkFaults({ allowed_ips = [] }: Sent<UpdateApiKey>): Fault[] {
  return allowed_ips.flatMap((text, nth) => {
    if (isNetwork(text)) return []
    return invalid(`allowed_ips.${nth}`, 'must be an address or a network such as 203.0.113.0/24')
  })
}
