// New rows for users and their roles.
import { type Insert, insert } from '#kernel/change.ts'
import type { EntityType } from '#http/permissions.ts'
import { type MembershipRow, memberships, type UserRow, users } from './store.ts'

/** Without a password: the user sets one when an invitation is accepted. */
export function newUser(
  chosen: Pick<UserRow, 'user_id' | 'email'> & Partial<UserRow>,
  now: Date,
): { row: UserRow; write: Insert } {
  const row = {
    name: null,
    password_hash: null,
    password_changed_at: null,
    totp_secret: null,
    totp_pending: null,
    totp_step: null,
    recovery_codes: [],
    resets: 0,
    reset_expires_at: null,
    last_signed_in_at: null,
    mailbox_proven_at: null,
    second_factor_failures: 0,
    preferences: {},
    ...chosen,
    created: now,
    modified_at: now,
    version: 1,
  }
  return { row, write: insert(users, row) }
}

/** A merchant or an organization. */
export interface Place {
  readonly entity_id: string
  readonly entity_type: EntityType
}

type Granted = Pick<MembershipRow, 'user_id' | 'role_id'> &
  Partial<Pick<MembershipRow, 'invitations' | 'proves_mailbox' | 'created'>>

/** A user's role at a merchant or an organization; one with an invitation expiry is not yet accepted. */
export function newMembership(
  { entity_id, entity_type }: Place,
  { user_id, role_id, invitations = 1, proves_mailbox = false, created }: Granted,
  invitation_expires_at: Date | null,
  now: Date,
): { row: MembershipRow; write: Insert } {
  const row: MembershipRow = {
    entity_id,
    user_id,
    entity_type,
    role_id,
    status: invitation_expires_at === null ? 'active' : 'invitation_sent',
    invitations,
    invitation_expires_at,
    proves_mailbox,
    created: created ?? now,
    modified_at: now,
    version: 1,
  }
  return { row, write: insert(memberships, row) }
}
