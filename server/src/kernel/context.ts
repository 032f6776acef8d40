// What a verb is given besides its input: the parts it works with and, for one request, who asks and
// at which moment. Nothing is global, so a test builds its own.
import type { Clock } from './clock.ts'
import type { Committer } from './commit.ts'
import type { Keyring } from './crypto.ts'
import type { Database } from './db.ts'
import type { Prefix } from './ids.ts'
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

export interface Context extends Services {
  readonly merchant_id: string
  readonly now: Date
  readonly caller: Caller
  /** A new id; under an Idempotency-Key the same request always gets the same one. */
  id(prefix: Prefix): string
}
