import { update } from '#kernel/change.ts'
import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { expiryOf, invitationMail, sentAt, shownLink } from './invitation.ts'
import { normalEmail } from './read.ts'
import type { NamedUser, ResentInvitation } from './schema.ts'
import { type MembershipRow, memberships } from './store.ts'
import { checkMayChange, holdUser, type Member, readMember, readTeam } from './team.ts'

/** At most one mail to a user in this time. */
const PAUSE_MS = MINUTE_MS

/** The caller must be allowed to grant the role: without a mail service the answer has the link. */
export function resendInvite(context: Context, input: NamedUser): Promise<ResentInvitation> {
  const email = normalEmail(input.email)
  return retryOnConflict(async () => {
    const team = await readTeam(context)
    const member = await readMember(context, team, email)
    await checkMayChange(context, member)
    const pending = readPending(member)
    const now = context.clock.now()
    const last = sentAt(pending)
    const wait_ms = addMs(last, PAUSE_MS).getTime() - now.getTime()
    // An earlier attempt of this request has sent it.
    if (wait_ms > 0 && context.isRetry) return resent(context, email, pending, last)
    if (wait_ms > 0) throw tooSoon(wait_ms)
    const set = {
      invitations: member.user.version + 1,
      invitation_expires_at: expiryOf(now),
      modified_at: now,
    }
    const row = { ...pending, ...set }
    const mail = invitationMail(context, row, email, now)
    const renewed = update(memberships, pending, set)
    await context.commit(renewed, holdUser(member.user), mail, team.hold)
    return resent(context, email, row, now)
  })
}

function readPending({ user, held }: Member): MembershipRow {
  const pending = held.find(({ status }) => status === 'invitation_sent')
  if (pending !== undefined) return pending
  throw new Failure('IR_14', `${user.email} has accepted the invitation: there is none to send.`)
}

function tooSoon(wait_ms: number): Failure {
  const wait = String(Math.ceil(wait_ms / 1000))
  const message = `This invitation was sent less than a minute ago. Send it again in ${wait} s.`
  return new Failure('RL_01', message, { headers: { 'Retry-After': wait } })
}

function resent(
  context: Context,
  email: string,
  row: MembershipRow,
  invite_resent_at: Date,
): ResentInvitation {
  return { email, invite_resent_at, ...shownLink(context, row) }
}
