// A new link to reset a password makes the earlier ones useless.
import { update, type Update } from '#kernel/change.ts'
import { addMs, DAY_MS } from '#kernel/clock.ts'
import { type UserRow, users } from './store.ts'

const RESET_MS = DAY_MS

/** By the wall clock. */
export function renewReset(user: UserRow, now: Date): { row: UserRow; write: Update } {
  const set = { resets: user.resets + 1, reset_expires_at: addMs(now, RESET_MS) }
  return { row: { ...user, ...set }, write: update(users, user, set) }
}
