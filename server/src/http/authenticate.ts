// Authentication: the header `api-key` is hashed with the deployment's pepper and looked up. A key is leased, so a
// busy merchant needs no look-up per request. Revoking a key is answered after a full lease: then no process still
// uses it.
import { keyedHash, sameBytes, shortHash } from '#kernel/crypto.ts'
import type { Keyring } from '#kernel/crypto.ts'
import type { AmountLimit, Environment } from '#kernel/context.ts'
import { Leased } from '#kernel/lease.ts'
import { Failure } from '#errors.ts'

export interface KnownKey {
  readonly merchant_id: string
  readonly merchant_status: 'active' | 'suspended'
  /** Shared by the merchant's secret keys; null: the deployment's limit. */
  readonly rate_limit: number | null
  /** Null for a publishable key whose merchant was created by an older release. */
  readonly key_id: string | null
  readonly type: 'secret' | 'publishable'
  readonly key_hash: Buffer
  readonly scopes: readonly string[]
  readonly status: 'active' | 'revoked'
  readonly expiration: Date | null
  /** The addresses and networks that may use the key; empty: all. */
  readonly allowed_ips: readonly string[]
  /** The origins whose pages may use a publishable key; empty: all. */
  readonly allowed_origins: readonly string[]
  /** The profiles that the key is bound to; empty: all. */
  readonly profile_ids: readonly string[]
  readonly amount_limits: readonly AmountLimit[] | null
  readonly last_used_at: Date | null
  readonly api_version: string | null
  /** The organization whose figures the key may read; null: only its merchant's. */
  readonly organization_id: string | null
}

/** Implemented by the API keys folder. */
export interface KeyDirectory {
  /** The key whose hash is one of these, one for each secret in FLORIN_SECRET. */
  find(key_hashes: readonly Buffer[]): Promise<KnownKey | undefined>
  /** Stores the key under another hash, in the background. */
  move(key: KnownKey, to: Buffer): void
  /** Records in the background that a key was used. */
  used(key: KnownKey, now: Date): void
  pin(merchant_id: string, api_version: string): Promise<void>
}

const prefix = { sandbox: 'snd_', production: 'prd_' } as const
/** Characters of an unknown key that an error shows. */
const MAX_SHOWN = 9
const RANDOM_PART = '[A-Za-z0-9]{64}'

export function secretPrefix(environment: Environment): string {
  return prefix[environment]
}

export function publishablePrefix(environment: Environment): string {
  return `pk_${prefix[environment]}`
}

/** The random part in the keys that every sandbox on its own machine has. */
export const WELL_KNOWN_START = 'TheWellKnown'

export function isWellKnown(key: string | undefined): boolean {
  return key?.includes(`_${WELL_KNOWN_START}`) === true
}

export function hashKey(keyring: Keyring, key: string): Buffer {
  return keyedHash(keyring.key('api keys'), key)
}

export class Authenticator {
  private readonly known = new Leased<KnownKey>()
  private readonly shape: RegExp
  private readonly environment: Environment
  private readonly keyring: Keyring
  private readonly directory: KeyDirectory

  constructor(environment: Environment, keyring: Keyring, directory: KeyDirectory) {
    this.environment = environment
    this.keyring = keyring
    this.directory = directory
    this.shape = new RegExp(`^(pk_)?${prefix[environment]}${RANDOM_PART}$`)
  }

  /** The key that was sent, which may be revoked or expired. */
  async identify(header: string | undefined, authorization?: string): Promise<KnownKey> {
    if (header === undefined || header === '') {
      const where = authorization === undefined ? '' : ', not in `Authorization`'
      throw new Failure('AU_01', `Send your secret key in the header \`api-key\`${where}.`)
    }
    if (!this.shape.test(header)) throw this.misshapen(header)
    // A publishable key is no secret, so it names its own lease: a flood with it costs no hashes.
    const name = header.startsWith('pk_') ? header : shortHash(header)
    const key = await this.known.get(name, () => this.lookUp(header))
    if (key === undefined) throw this.unknown(header)
    return key
  }

  /** Refuses a revoked or expired key, and records that any other was used. */
  authorize(key: KnownKey, now: Date): void {
    if (key.status === 'revoked' || (key.expiration !== null && key.expiration <= now)) {
      throw new Failure('AU_02')
    }
    this.directory.used(key, now)
  }

  private misshapen(header: string): Failure {
    const other = this.environment === 'sandbox' ? 'production' : 'sandbox'
    const isOther = header.startsWith(prefix[other]) || header.startsWith(`pk_${prefix[other]}`)
    if (!isOther) return this.unknown(header)
    return new Failure(
      'AU_01',
      `This is the ${this.environment} environment; a ${other} key does not work here. Use a key that starts with ${prefix[this.environment]}.`,
    )
  }

  /** Shows enough characters to recognize the key, and at most half if it is short. */
  private unknown(header: string): Failure {
    const shown = header.slice(0, Math.min(MAX_SHOWN, Math.floor(header.length / 2)))
    const begins = prefix[this.environment]
    const message = `No such API key: ${shown}… Send a secret key of this environment in the header \`api-key\`; it starts with ${begins}.`
    return new Failure('AU_01', message)
  }

  /**
   * During a secret rotation, a key whose hash is under another secret gets one under the newest. All hashes are looked
   * up in one statement: another process may be moving the key.
   */
  private async lookUp(header: string): Promise<KnownKey | undefined> {
    const hashes = this.keyring.all.map((each) => hashKey(each, header))
    const key = await this.directory.find(hashes)
    if (!key || !hashes.some((hash) => sameBytes(key.key_hash, hash))) return undefined
    const [newest] = hashes
    if (newest && !sameBytes(key.key_hash, newest)) this.directory.move(key, newest)
    return key
  }
}

// Key scopes: a resource and `read` or `write`; `*` means all.

const resources = [
  'payments',
  'refunds',
  'customers',
  'payment_links',
  'disputes',
  'payouts',
  'subscriptions',
  'analytics',
  'profiles',
  'api_keys',
  'users',
  'webhooks',
  'requests',
  'connectors',
  'workflows',
] as const

type Resource = (typeof resources)[number]
export type Scope = `${Resource}:${'read' | 'write'}`

export const scopes: readonly Scope[] = resources.flatMap((resource) => [
  `${resource}:read` as const,
  `${resource}:write` as const,
])

/** `write` includes `read` on the same resource. */
export function hasScope(held: readonly string[], wanted: string): boolean {
  const writing = wanted.replace(/:read$/, ':write')
  return held.includes('*') || held.includes(wanted) || held.includes(writing)
}

interface Bound {
  readonly caller: { readonly profile_ids: readonly string[] }
}

/** A key bound to profiles does not see objects in other profiles. */
export function mayUse({ caller: { profile_ids } }: Bound, profile_id: string): boolean {
  return profile_ids.length === 0 || profile_ids.includes(profile_id)
}

/** A list's filters, narrowed to the key's profiles. */
export function withinProfiles<T extends { profile_id?: string | string[] }>(
  { caller }: Bound,
  sent: T,
): T {
  const { profile_ids } = caller
  if (profile_ids.length === 0) return sent
  const named = [sent.profile_id ?? profile_ids].flat().flatMap((text) => text.split(','))
  const other = named.find((profile_id) => !profile_ids.includes(profile_id))
  if (other === undefined) return { ...sent, profile_id: named }
  throw new Failure('AU_03', `This key is not bound to the profile ${other}.`, {
    field: 'profile_id',
  })
}

/** A key can neither grant nor change scopes that it does not have itself. */
export function covers(held: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((scope) => hasScope(held, scope))
}
