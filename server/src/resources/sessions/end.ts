// The end of sessions, by their user.
import { remove } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context, Services } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { currentUser } from '#resources/users/read.ts'
import { deleteEnded, findSession, findSessionsOf, sessions } from './store.ts'
import type { EndedSession, EndedSessions } from './schema.ts'

/** A session of another user does not exist for this one. */
export function endSession(context: Context, session_id: string): Promise<EndedSession> {
  return retryOnConflict(async () => {
    const row = await findSession(context.db, session_id)
    if (row === undefined || row.user_id !== context.caller.session?.user_id) {
      throw notFound('session', session_id)
    }
    await context.commit(remove(sessions, row))
    return { session_id, deleted: true as const }
  })
}

/** All but the one that asks. */
export async function endOtherSessions(context: Context): Promise<EndedSessions> {
  const { user_id } = await currentUser(context)
  const open = await findSessionsOf(context.db, user_id)
  const others = open.filter(({ session_id }) => session_id !== context.caller.session?.session_id)
  for (const { session_id } of others) {
    // Another request may have ended it meanwhile.
    const row = await findSession(context.db, session_id)
    if (row) await context.tryCommit(remove(sessions, row))
  }
  return { deleted: others.length }
}

const BATCH = 1_000

/** Those that have expired by themselves. */
export async function deleteEndedSessions({ db, clock }: Services): Promise<void> {
  while ((await deleteEnded(db, clock.now(), BATCH)) === BATCH);
}
