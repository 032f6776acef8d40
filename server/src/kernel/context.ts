// What a verb is given besides its input: the parts it works with and, for one request, who asks and
// at which moment. Nothing is global, so a test builds its own.
import type { Clock } from './clock.ts'
import type { Commits, CommitStats } from './commit.ts'
import { type Keyring, randomText } from './crypto.ts'
import type { Database } from './db.ts'
import { newId, newMerchantId, type Prefix } from './ids.ts'
import type { Log } from './log.ts'
import type { MerchantClocks } from './merchant_clocks.ts'

export type Environment = 'sandbox' | 'production'

export interface Services extends Commits {
  readonly environment: Environment
  readonly cell: string
  readonly db: Database
  readonly keyring: Keyring
  readonly commit_stats: CommitStats
  /** The wall clock. */
  readonly clock: Clock
  /** The merchants' own. */
  readonly clocks: MerchantClocks
  readonly log: Log
}

/** The key that asks; an operator's command has every scope and no key. */
export interface Caller {
  /** A key that browsers know: it may do only what a client_secret allows. */
  readonly is_publishable: boolean
  readonly key_id: string | null
  readonly scopes: readonly string[]
}

/**
 * Where new ids and secrets come from. They are random; but under an Idempotency-Key each retry of the
 * same request gets the same ones, and so finds what an earlier try has written.
 */
export interface Maker {
  /**
   * Under an Idempotency-Key a named id depends on its prefix and purpose alone; an unnamed one also on how
   * many unnamed ids of the prefix were made before it. Ask once for each purpose: without a key every call
   * returns another id.
   */
  id(prefix: Prefix, purpose?: string): string
  merchantId(cell: string): string
  /** Letters and digits that nobody can guess. */
  secret(length: number): string
  /**
   * True for a retry: an earlier try of the same request under the same Idempotency-Key was answered with
   * "try again" or died, and may have written something. It does not prove that it did: that is proved only
   * by a row under one of this request's ids.
   */
  readonly again: boolean
}

export const randomMaker: Maker = {
  id: (prefix) => newId(prefix),
  merchantId: newMerchantId,
  secret: randomText,
  again: false,
}

export interface Context extends Services, Maker {
  readonly merchant_id: string
  /** By the merchant's clock. */
  readonly now: Date
  readonly caller: Caller
  /** How the request came in; absent for what happens without one. */
  readonly request?: Incoming
}

export interface Incoming {
  readonly ip: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The body as it came, for signatures. */
  readonly bytes: Buffer | null
}

/** For what happens without a request: the merchant acts itself, with every scope. */
export async function actingFor(services: Services, merchant_id: string): Promise<Context> {
  const now = await services.clocks.now(merchant_id)
  const caller = { is_publishable: false, key_id: null, scopes: ['*'] }
  return { ...services, ...randomMaker, merchant_id, now, caller }
}
