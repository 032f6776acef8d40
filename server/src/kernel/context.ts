// The dependencies of a verb and, for one request, its caller and time. Nothing is global, so a test creates its
// own.
import type { Clock } from './clock.ts'
import type { Commits, CommitStats } from './commit.ts'
import { type Keyring, randomText } from './crypto.ts'
import type { Database } from './db.ts'
import { newId, newMerchantId, type Prefix } from './ids.ts'
import type { Log } from './log.ts'
import type { MerchantClocks } from './merchant_clocks.ts'

export type Environment = 'sandbox' | 'production'

/** Each layer adds its own part with `declare module`: the kernel cannot import the types of the layers that use it. */
export interface Services extends Commits {
  readonly environment: Environment
  readonly cell: string
  readonly db: Database
  readonly keyring: Keyring
  readonly commit_stats: CommitStats
  /** The wall clock. */
  readonly clock: Clock
  /** The clocks of the merchants. */
  readonly clocks: MerchantClocks
  readonly log: Log
}

/** The API key of the request; an operator's command has every scope and no key. */
export interface Caller {
  /** A key for browsers: it may do only what a client_secret allows. */
  readonly is_publishable: boolean
  readonly key_id: string | null
  readonly scopes: readonly string[]
}

/**
 * The source of new ids and secrets. They are random; but under an Idempotency-Key every retry of a request gets
 * the same ones, so it finds the rows of an earlier attempt.
 */
export interface IdSource {
  /**
   * Under an Idempotency-Key the id depends on its prefix and purpose alone. Ask once for each purpose: without a
   * key every call returns another id.
   */
  id(prefix: Prefix, purpose?: string): string
  merchantId(cell: string): string
  /** Random letters and digits. */
  secret(length: number): string
  /**
   * An earlier attempt under the same Idempotency-Key failed or died, and may have written something. Only a row
   * under one of this request's ids proves that it did.
   */
  readonly isRetry: boolean
}

export const randomIds: IdSource = {
  id: (prefix) => newId(prefix),
  merchantId: newMerchantId,
  secret: randomText,
  isRetry: false,
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

/** For work without a request, such as a sweep: on behalf of the merchant, with every scope. */
export async function systemContext(services: Services, merchant_id: string): Promise<Context> {
  const now = await services.clocks.now(merchant_id)
  const caller = { is_publishable: false, key_id: null, scopes: ['*'] }
  return { ...services, ...randomIds, merchant_id, now, caller }
}
