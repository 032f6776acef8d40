// The links in mails to users, without the mails.
import { addMs, DAY_MS } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { newMembership, newUser } from '#resources/people/users/create.ts'
import type { MembershipRow, UserRow } from '#resources/people/users/read.ts'
import {
  invitationToken,
  invitationUrl,
  resetToken,
  resetUrl,
} from '#resources/people/users/tokens.ts'
import type { Shop } from './harness.ts'
import { addUser } from './team.ts'

export interface TestLink {
  readonly user: UserRow
  readonly token: string
  readonly url: string
}

/** Invites a new user to the shop, valid for 24 hours. */
export async function inviteUser(
  shop: Shop,
  parts: Partial<UserRow> = {},
  role_id = 'merchant_operator',
): Promise<TestLink & { membership: MembershipRow }> {
  const user_id = newId('usr')
  const { clock, commit } = shop.services
  const made = newUser({ user_id, email: `${user_id}@shop.example`, ...parts }, clock.now())
  await commit(made.write)
  return inviteAgain(shop, made.row, role_id)
}

/** Invites a user who may already have an account. */
export async function inviteAgain(
  shop: Shop,
  user: UserRow,
  role_id = 'merchant_operator',
  { merchant_id: entity_id } = shop.merchant,
): Promise<TestLink & { membership: MembershipRow }> {
  const { clock, commit, keyring } = shop.services
  const now = clock.now()
  const place = { entity_id, entity_type: 'merchant' } as const
  const invited = { user_id: user.user_id, role_id }
  const { row: membership, write } = newMembership(place, invited, addMs(now, DAY_MS), now)
  await commit(write)
  const token = invitationToken(keyring, membership)
  return { user, membership, token, url: invitationUrl(shop.base_url, token) }
}

/** A link to choose a new password, valid for 24 hours. */
export async function addResetLink(shop: Shop): Promise<TestLink> {
  const { clock, keyring } = shop.services
  const reset_expires_at = addMs(clock.now(), DAY_MS)
  const user = await addUser(shop, 'merchant_operator', { resets: 1, reset_expires_at })
  const token = resetToken(keyring, user)
  return { user, token, url: resetUrl(shop.base_url, token) }
}
