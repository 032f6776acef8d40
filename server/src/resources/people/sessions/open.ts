import { insert, type Insert } from '#kernel/change.ts'
import { addMs } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { newId } from '#kernel/ids.ts'
import { randomText } from '#kernel/crypto.ts'
import { hashSessionToken, LIFETIME_MS } from '#http/sessions.ts'
import { sessions, type SessionRow } from './store.ts'

const RANDOM_LENGTH = 60
const MAX_USER_AGENT = 255

interface Opened {
  readonly row: SessionRow
  /** Sent to the user once; only its hash is stored. */
  readonly token: string
  readonly write: Insert
}

/** Sessions go by the wall clock: a merchant's clock in the sandbox can be moved. */
export function newSession(
  context: Context,
  chosen: Pick<SessionRow, 'user_id' | 'merchant_id' | 'is_verified'> &
    Partial<Pick<SessionRow, 'has_two_factors'>>,
): Opened {
  const { clock, cell, keyring, request } = context
  const now = clock.now()
  // The token ends in the cell, like an API key.
  const token = `ses_${randomText(RANDOM_LENGTH)}${cell}`
  const agent = request?.headers['user-agent']
  const row: SessionRow = {
    has_two_factors: false,
    ...chosen,
    session_id: newId('ses'),
    token_hash: hashSessionToken(keyring, token),
    address: request?.ip ?? '',
    user_agent: typeof agent === 'string' ? agent.slice(0, MAX_USER_AGENT) : null,
    created: now,
    seen_at: now,
    expires_at: addMs(now, LIFETIME_MS),
    version: 1,
  }
  return { row, token, write: insert(sessions, row) }
}
