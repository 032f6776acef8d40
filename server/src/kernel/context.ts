// A verb's dependencies and, for one request, its caller and time. Nothing is global, so a test creates its own.
import type { Clock } from './clock.ts'
import type { Commits, CommitStats } from './commit.ts'
import type { Keyring } from './crypto.ts'
import type { Database } from './db.ts'
import { type IdSource, randomIds } from './ids.ts'
import type { Log } from './log.ts'
import type { ListDatabase } from './page.ts'
import type { MerchantClocks } from './merchant_clocks.ts'
import type { Passwords } from './passwords.ts'

export type Environment = 'sandbox' | 'production'

/** Each layer adds its own part with `declare module`: the kernel cannot import types from the layers above it. */
export interface Services extends Commits {
  readonly environment: Environment
  /** Allows webhooks to this machine. */
  readonly webhook_loopback: boolean
  readonly cell: string
  readonly db: Database
  /** Separate connections for lists, so that no other statement waits behind a long scan. */
  readonly lists: ListDatabase
  readonly keyring: Keyring
  readonly commit_stats: CommitStats
  readonly passwords: Passwords
  /** The wall clock. */
  readonly clock: Clock
  readonly clocks: MerchantClocks
  readonly log: Log
}

/** The request's API key or user; an operator's command has every scope and neither. */
export interface Caller {
  /** A key for browsers: it may do only what a client_secret allows. */
  readonly is_publishable: boolean
  readonly key_id: string | null
  /** Set for a signed-in user. */
  readonly session: CallerSession | null
  /** The organization that the caller may act for; null: only for the merchant. */
  readonly organization_id: string | null
  readonly scopes: readonly string[]
  /** The profiles that the key is bound to; empty: all. */
  readonly profile_ids: readonly string[]
  /** The key's; an amount in a currency that is not listed is refused. Null: no limits. */
  readonly amount_limits: readonly AmountLimit[] | null
}

/** The most that calls with a key move in this currency; null: any amount. */
export interface AmountLimit {
  readonly currency: string
  readonly per_call?: number | null
  /** In one day of UTC. */
  readonly per_day?: number | null
}

/** The most that may be refunded of one payment in this currency, by the user and everyone before. */
export interface RefundLimit {
  readonly currency: string
  readonly amount: number
}

export interface CallerSession {
  readonly session_id: string
  readonly user_id: string
  /** The second factor was given, or the user has none. */
  readonly is_verified: boolean
  /** It began with a passkey, with a code, or at a provider that asked for two factors. */
  readonly has_two_factors: boolean
  /** The merchant requires a second factor, and the session began without one. */
  readonly lacks_two_factor: boolean
  /** The role's; a currency that is not listed is not refunded. Null: no limit. */
  readonly refund_limit: readonly RefundLimit[] | null
}

export const NOBODY: Caller = {
  is_publishable: false,
  key_id: null,
  session: null,
  organization_id: null,
  scopes: [],
  profile_ids: [],
  amount_limits: null,
}

export interface Context extends Services, IdSource {
  readonly merchant_id: string
  /** By the merchant's clock. */
  readonly now: Date
  readonly caller: Caller
  /** Absent for work without a request, such as a sweep. */
  readonly request?: Incoming
}

export interface Incoming {
  readonly ip: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The body as received, for signatures. */
  readonly bytes: Buffer | null
}

/** For work without a request, such as a sweep: on the merchant's behalf, with every scope. */
export async function systemContext(services: Services, merchant_id: string): Promise<Context> {
  const now = await services.clocks.now(merchant_id)
  const caller = { ...NOBODY, scopes: ['*'] }
  return { ...services, ...randomIds, merchant_id, now, caller }
}
