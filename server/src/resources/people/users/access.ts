// User reads and writes for signing in.
import { type Update, update } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import {
  findMembership,
  findUserMemberships,
  findUser,
  memberships,
  type MembershipRow,
  users,
  type UserRow,
} from './store.ts'

export function userById(db: Database, user_id: string): Promise<UserRow | undefined> {
  return findUser(db, user_id)
}

export function findMembershipAt(
  db: Database,
  entity_id: string,
  user_id: string,
): Promise<MembershipRow | undefined> {
  return findMembership(db, entity_id, user_id)
}

export function findMemberships(db: Database, user_id: string): Promise<MembershipRow[]> {
  return findUserMemberships(db, user_id)
}

/** Refused if the user has changed since: a password that is changed meanwhile ends the sign-in that it precedes. */
export function userUpdate(user: UserRow, set: Partial<Omit<UserRow, 'version'>>): Update {
  return update(users, user, set)
}

/** An invitation is accepted once, and its token works no more. */
export function acceptInvitation(membership: MembershipRow, now: Date): Update {
  return update(memberships, membership, {
    status: 'active',
    invitations: membership.invitations + 1,
    invitation_expires_at: null,
    modified_at: now,
  })
}
