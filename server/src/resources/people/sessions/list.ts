import type { Context } from '#kernel/context.ts'
import { project } from '#http/fields.ts'
import { isLive } from '#http/sessions.ts'
import { currentUser } from '#resources/people/users/read.ts'
import { Session } from './schema.ts'
import { findUserSessions } from './store.ts'

/** Those that have not ended, newest first. */
export async function listSessions(context: Context): Promise<Session[]> {
  const { user_id } = await currentUser(context)
  const now = context.clock.now()
  const rows = await findUserSessions(context.db, user_id)
  const open = rows.filter((row) => isLive(row, now))
  const current = context.caller.session?.session_id
  return open.map((row) => project(Session, { ...row, is_current: row.session_id === current }))
}
