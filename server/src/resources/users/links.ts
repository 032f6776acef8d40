// What the one-time links in mails to users lead to. A link that is wrong, expired or used leads to nothing, and which
// of these it is cannot be seen from outside.
import type { Context } from '#kernel/context.ts'
import { findMembership, findUser, type MembershipRow, type UserRow } from './store.ts'
import { idsIn, isInvitationToken, isResetToken } from './tokens.ts'

type Reader = Pick<Context, 'db' | 'keyring' | 'clock'>

export interface OpenInvitation {
  readonly membership: MembershipRow
  readonly user: UserRow
}

export async function openInvitation(
  { db, keyring, clock }: Reader,
  token: string,
): Promise<OpenInvitation | undefined> {
  const [entity_id, user_id] = idsIn(token)
  if (entity_id === undefined || user_id === undefined) return undefined
  const membership = await findMembership(db, entity_id, user_id)
  if (membership === undefined || !isInvitationToken(keyring, membership, token)) return undefined
  const { status, invitation_expires_at: end } = membership
  if (status !== 'invitation_sent' || end === null || end <= clock.now()) return undefined
  const user = await findUser(db, user_id)
  return user && { membership, user }
}

export async function openReset(
  { db, keyring, clock }: Reader,
  token: string,
): Promise<UserRow | undefined> {
  const [user_id] = idsIn(token)
  const user = user_id === undefined ? undefined : await findUser(db, user_id)
  if (user === undefined || !isResetToken(keyring, user, token)) return undefined
  return user.reset_expires_at !== null && clock.now() < user.reset_expires_at ? user : undefined
}
