// What a verb is given besides its input: the parts it works with and, for one request, who asks and
// at which moment. Nothing is global, so a test builds its own.
import type { Clock } from './clock.ts'
import type { Committer } from './commit.ts'
import { type Keyring, randomText } from './crypto.ts'
import type { Database } from './db.ts'
import { newId, newMerchantId, type Prefix } from './ids.ts'
import type { Log } from './log.ts'

export type Environment = 'sandbox' | 'production'

export interface Services {
  readonly environment: Environment
  readonly cell: string
  readonly db: Database
  readonly committer: Committer
  readonly keyring: Keyring
  readonly clock: Clock
  readonly log: Log
}

/** The key that asks; an operator's command has every scope and no key. */
export interface Caller {
  readonly key_id: string | null
  readonly scopes: readonly string[]
}

/**
 * Where new ids and secrets come from. They are random; but under an Idempotency-Key the same request,
 * tried again after a crash, gets the same ones, and so meets what its first try has made.
 */
export interface Maker {
  id(prefix: Prefix): string
  merchantId(cell: string): string
  /** Letters and digits that nobody can guess. */
  secret(length: number): string
}

export const randomMaker: Maker = { id: newId, merchantId: newMerchantId, secret: randomText }

export interface Context extends Services, Maker {
  readonly merchant_id: string
  readonly now: Date
  readonly caller: Caller
}
