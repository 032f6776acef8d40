import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { findSession } from './store.ts'

const RECENT_MINUTES = 10

/**
 * A session that was left open cannot be turned into lasting access: credentials change only after a recent sign-in.
 */
export async function checkRecentSignIn({ db, clock, caller }: Context): Promise<void> {
  const session = caller.session && (await findSession(db, caller.session.session_id))
  if (session && clock.now() < addMs(session.created, RECENT_MINUTES * MINUTE_MS)) return
  const message = `You signed in more than ${RECENT_MINUTES} minutes ago. Sign in again to change how you sign in.`
  throw new Failure('AU_03', message, { details: { sign_in_again: true } })
}
