import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { findSession } from './store.ts'

const RECENT_MS = 15 * MINUTE_MS

/** A stolen session must not be enough to add a way to sign in, which would outlast it and could shut its owner out. */
export async function demandRecentSignIn({ db, caller, clock }: Context): Promise<void> {
  const session = await findSession(db, caller.session?.session_id ?? '')
  if (session !== undefined && clock.now() < addMs(session.created, RECENT_MS)) return
  const message = 'Sign in again first: this needs a sign-in of the last 15 minutes.'
  throw new Failure('AU_03', message, { details: { sign_in_required: true } })
}
