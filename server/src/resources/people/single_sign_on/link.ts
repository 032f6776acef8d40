// Whose account at the provider it is. A person is known by issuer and subject; the e-mail address only leads to the
// user the first time, and only if the provider has verified it.
import { insert, type Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import type { Identified } from '#core/oidc/oidc.ts'
import { Failure } from '#errors.ts'
import { findFirstMerchant } from '#resources/people/sessions/accept_invitation.ts'
import { acceptInvitation, findMemberships, userById } from '#resources/people/users/access.ts'
import { type MembershipRow, userByEmail, type UserRow } from '#resources/people/users/read.ts'
import { findIdentity, findUserIdentity, identities } from './store.ts'

interface Linked {
  readonly user: UserRow
  /** The merchant that the user works at first, if the sign-in accepts an invitation. */
  readonly merchant_id: string | undefined
  /** The provider has verified the address; an account with a password may also belong to another person. */
  readonly set: Partial<UserRow>
  /** The new identity, and the invitations that the sign-in accepts. */
  readonly writes: Write[]
}

/** Asks the provider only if the person has not signed in before, and before anything is decided. */
export async function readVerifiedEmail(
  context: Context,
  person: Identified,
): Promise<string | null> {
  const known = await findIdentity(context.db, person.issuer, person.subject)
  return known === undefined ? person.verifiedEmail() : null
}

export async function linkedUser(
  context: Context,
  name: string,
  { issuer, subject }: Identified,
  email: string | null,
): Promise<Linked> {
  const { db, clock } = context
  const known = await findIdentity(db, issuer, subject)
  if (known === undefined && email === null) throw unverified(name)
  const user = known ? await userById(db, known.user_id) : await userByEmail(db, email ?? '')
  if (user === undefined) throw unknownPerson(name)
  const { user_id } = user
  const memberships = await findMemberships(db, user_id)
  const active = memberships.filter(({ status }) => status === 'active')
  // The password may belong to a person who had another invitation's link: it must not come with more merchants.
  const open =
    user.password_hash === null ? memberships.filter((each) => isOpen(each, clock.now())) : []
  if (active.length === 0 && open.length === 0) throw unknownPerson(name)
  if (!known && (await findUserIdentity(db, user_id, issuer))) throw linkedToAnother(name)
  const identity = { issuer, subject, user_id, created: clock.now(), version: 1 }
  const [first] = open
  return {
    user,
    set: isProof(user) ? { mailbox_proven_at: clock.now() } : {},
    merchant_id: active.length === 0 && first ? await findFirstMerchant(context, first) : undefined,
    writes: [
      ...(known ? [] : [insert(identities, identity)]),
      ...open.map((each) => acceptInvitation(each, clock.now())),
    ],
  }
}

function isProof({ password_hash, mailbox_proven_at }: UserRow): boolean {
  return password_hash === null && mailbox_proven_at === null
}

function isOpen({ status, invitation_expires_at: end }: MembershipRow, now: Date): boolean {
  return status === 'invitation_sent' && end !== null && now < end
}

function unverified(name: string): Failure {
  const message = `${name} has not verified your e-mail address, so it cannot say whose account this is. Ask its administrator.`
  return new Failure('AU_03', message)
}

function unknownPerson(name: string): Failure {
  const message = `No team here has invited the e-mail address that you use at ${name}, or the invitation has expired. Ask an admin of your team to invite you.`
  return new Failure('AU_03', message)
}

/** The address may have been given to another person at the company. */
function linkedToAnother(name: string): Failure {
  const message = `This user signs in with another account at ${name}. Ask an admin of your team to remove the user and to invite you.`
  return new Failure('AU_03', message)
}
