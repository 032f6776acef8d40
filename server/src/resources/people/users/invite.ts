import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { mayHappen, mayStillHappen } from '#resources/people/sign_in_limits/guess.ts'
import { readGrantable } from '#resources/people/roles/grant.ts'
import { newMembership, newUser } from './create.ts'
import {
  checkMail,
  invitationExpiry,
  invitationMail,
  mailBucket,
  provesMailbox,
  shownLink,
  tooManyMails,
} from './invitation.ts'
import { normalEmail, userByEmail, readTeam } from './read.ts'
import type { Invitation, InvitationResult, InvitationResults } from './schema.ts'
import { countMembers, type MembershipRow, type UserRow } from './store.ts'
import { findMember, holdUser, type Member, grantPlace } from './team.ts'

/** Limit for a merchant, and for an organization: the list sorts all its users. */
const MAX_MEMBERS = 1_000

/** One commit for each invitation. If all fail for the same reason, so does the request. */
export async function inviteUsers(
  context: Context,
  sent: Invitation | Invitation[],
): Promise<InvitationResults> {
  const seen = new Set<string>()
  const results: InvitationResult[] = []
  const failures: Failure[] = []
  for (const each of [sent].flat()) {
    const invitation = { ...each, email: normalEmail(each.email) }
    try {
      if (seen.has(invitation.email)) throw repeated(invitation)
      seen.add(invitation.email)
      results.push(await inviteUser(context, invitation))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      failures.push(error)
      results.push(failed(invitation, error))
    }
  }
  const [first] = failures
  const isSame = failures.every(({ code }) => code === first?.code)
  if (first !== undefined && isSame && failures.length === results.length) throw first
  return { results }
}

function repeated({ email }: Invitation): Failure {
  return new Failure('IR_04', `The request names ${email} more than once.`, { field: 'email' })
}

function failed({ email }: Invitation, { code, message, parts }: Failure): InvitationResult {
  const { existing_id = null } = (parts.details ?? {}) as { existing_id?: string }
  return { email, status: 'error', user_id: existing_id, error: { code, message } }
}

function inviteUser(context: Context, invitation: Invitation): Promise<InvitationResult> {
  const { email, role_id } = invitation
  return retryOnConflict(async () => {
    checkMail(context)
    const team = await readTeam(context)
    const role = await readGrantable(context, role_id)
    const place = grantPlace(team, role)
    const member = await findMember(context, team, email)
    if (member) return invitedBefore(context, member, invitation)
    await checkRoom(context, place.entity_id)
    const bucket = mailBucket(email, place.entity_id)
    if (!(await mayStillHappen(context, bucket))) throw tooManyMails(email)
    const now = context.clock.now()
    const { row: user, write } = await invitee(context, invitation, now)
    const granted = {
      user_id: user.user_id,
      role_id,
      invitations: user.version,
      proves_mailbox: provesMailbox(context),
    }
    const membership = newMembership(place, granted, invitationExpiry(now), now)
    const mail = invitationMail(context, membership.row, email, now)
    await context.commit(membership.write, write, mail, team.hold)
    // Counted afterwards, because only one among concurrent requests sends a mail. If this fails, the mail is sent
    // anyway.
    await mayHappen(context, bucket).catch(() => false)
    return invited(context, email, membership.row)
  })
}

/** One person has one account at all merchants; an account that exists keeps its name. */
async function invitee(context: Context, { email, name }: Invitation, now: Date) {
  const user = await userByEmail(context.db, email)
  if (user === undefined) {
    return newUser({ user_id: context.id('usr', email), email, name: name ?? null }, now)
  }
  const row: UserRow = { ...user, version: user.version + 1 }
  return { row, write: holdUser(user) }
}

function invitedBefore(
  context: Context,
  { user: { user_id, email }, held }: Member,
  { role_id }: Invitation,
): InvitationResult {
  const pending = held.find((each) => each.status === 'invitation_sent')
  // An earlier attempt at this request has sent it.
  if (context.isRetry && pending?.role_id === role_id) return invited(context, email, pending)
  const advice = pending
    ? 'is already invited. POST /user/user/resend_invite sends a new link.'
    : 'is already a user of this merchant. POST /user/user/update_role changes the role.'
  const details = { existing_id: user_id }
  throw new Failure('HE_01', `${email} ${advice}`, { field: 'email', details })
}

async function checkRoom({ db }: Context, entity_id: string): Promise<void> {
  if ((await countMembers(db, entity_id)) < MAX_MEMBERS) return
  const message = `There are ${MAX_MEMBERS} users already, which is the limit. Delete one first.`
  throw new Failure('IR_14', message)
}

function invited(context: Context, email: string, row: MembershipRow): InvitationResult {
  const result = { email, status: 'invited', user_id: row.user_id, error: null } as const
  return { ...result, ...shownLink(context, row) }
}
