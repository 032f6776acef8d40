import { type Update, update } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { findSession, sessions } from './store.ts'

/** The write that marks the request's session as verified. */
export async function verifySession({
  db,
  caller,
}: Context): Promise<{ write: Update; expires_at: Date }> {
  const row = await findSession(db, caller.session?.session_id ?? '')
  const set = { is_verified: true, has_two_factors: true }
  if (row === undefined) throw new Failure('AU_01', 'The session has ended. Sign in again.')
  return { write: update(sessions, row, set), expires_at: row.expires_at }
}
