import type { Context } from '#kernel/context.ts'
import type { Database } from '#kernel/db.ts'
import { Failure } from '#errors.ts'
import { findUser, findUserByEmail, type UserRow } from './store.ts'

export { findUserMemberships } from './store.ts'
export type { MembershipRow, UserRow } from './store.ts'

/** Addresses are compared in lower case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

export function userByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  return findUserByEmail(db, normalEmail(email))
}

/** The session's user. */
export async function currentUser({
  db,
  caller,
}: Pick<Context, 'db' | 'caller'>): Promise<UserRow> {
  const user = caller.session && (await findUser(db, caller.session.user_id))
  if (!user) throw new Failure('AU_01', 'The session has ended. Sign in again.')
  return user
}
