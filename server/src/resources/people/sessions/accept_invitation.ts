import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import type { WithHeaders } from '#http/download.ts'
import {
  acceptInvitation as accepted,
  findMembershipAt,
  userById,
} from '#resources/people/users/access.ts'
import type { MembershipRow, UserRow } from '#resources/people/users/read.ts'
import { idsIn, isInvitationToken } from '#resources/people/users/tokens.ts'
import { newPassword, userWithPassword } from './password.ts'
import { invalidToken } from './links.ts'
import type { AcceptInvitation, SignedIn } from './schema.ts'
import { wrongPassword } from './sign_in.ts'
import { startSession } from './start.ts'
import { findMerchantIn } from './store.ts'

interface Invited {
  readonly user: UserRow
  readonly membership: MembershipRow
}

/**
 * A new user chooses a password. A user who has one enters it: the token proves only that the invitation was
 * received, perhaps by another person.
 */
export async function acceptInvitation(
  context: Context,
  input: AcceptInvitation,
): Promise<WithHeaders<SignedIn>> {
  const { token, transport = 'bearer', device_token } = input
  const checked = await invitedBy(context, token)
  const set = await acceptPassword(context, checked.user, input)
  return retryOnConflict(async () => {
    const { user, membership } = await invitedBy(context, token)
    if (user.password_hash !== checked.user.password_hash) throw wrongPassword()
    checkNotInUse(user)
    const is_verified = user.totp_secret === null
    const merchant_id = await findFirstMerchant(context, membership)
    const now = context.clock.now()
    const proven = isProof(user, membership) ? { mailbox_proven_at: now } : {}
    const how = {
      is_verified,
      transport,
      device_token,
      merchant_id,
      set: { ...set, ...proven },
    }
    return startSession(context, user, how, accepted(membership, now))
  })
}

/** Only a password that is chosen now proves it: an existing one may belong to a person who had an earlier link. */
function isProof({ password_hash }: UserRow, { proves_mailbox }: MembershipRow): boolean {
  return password_hash === null && proves_mailbox
}

async function acceptPassword(context: Context, user: UserRow, input: AcceptInvitation) {
  const { password, device_token } = input
  checkNotInUse(user)
  if (user.password_hash === null) {
    const name = input.name ?? user.name
    return { ...(await newPassword(context, { ...user, name }, password, 'password')), name }
  }
  const found = await userWithPassword(context, { email: user.email, password, device_token })
  if (found?.password_hash !== user.password_hash) throw wrongPassword()
  return {}
}

/**
 * Without a mail service the inviting merchant has the link. It must not choose the password for an account whose
 * owner signs in without one, with single sign-on, at other merchants.
 */
function checkNotInUse({ password_hash, last_signed_in_at }: UserRow): void {
  if (password_hash !== null || last_signed_in_at === null) return
  const message =
    'This account has no password. Sign in with single sign-on to accept the invitation.'
  throw new Failure('IR_14', message)
}

/** The user that the token invites; the link's page reads it too. */
export async function invitedBy({ db, clock, keyring }: Context, token: string): Promise<Invited> {
  const [entity_id = '', user_id = ''] = idsIn(token)
  const membership = await findMembershipAt(db, entity_id, user_id)
  const user = membership && (await userById(db, user_id))
  if (user === undefined || membership === undefined) throw invalidToken()
  const { status, invitation_expires_at: expires_at } = membership
  const isOpen = status === 'invitation_sent' && expires_at !== null && clock.now() < expires_at
  if (!isOpen || !isInvitationToken(keyring, membership, token)) throw invalidToken()
  return { user, membership }
}

/** The merchant that a user who accepts works at first. */
export async function findFirstMerchant(
  { db }: Context,
  { entity_id, entity_type }: MembershipRow,
) {
  if (entity_type === 'merchant') return entity_id
  return (await findMerchantIn(db, entity_id))?.merchant_id
}
