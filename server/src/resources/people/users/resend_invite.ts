import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import {
  checkMail,
  countMail,
  invitationExpiry,
  invitationMail,
  provesMailbox,
  shownLink,
} from './invitation.ts'
import { normalEmail, readTeam } from './read.ts'
import type { NamedUser, ResentInvitation } from './schema.ts'
import { type MembershipRow, memberships } from './store.ts'
import { checkMayChange, holdUser, type Member, readMember } from './team.ts'

/** The caller must be allowed to grant the role: without a mail service the answer has the link. */
export function resendInvite(context: Context, input: NamedUser): Promise<ResentInvitation> {
  const email = normalEmail(input.email)
  return retryOnConflict(async () => {
    const team = await readTeam(context)
    const member = await readMember(context, team, email)
    const pending = readPending(member)
    await checkMayChange(context, member)
    checkMail(context)
    await countMail(context, email, pending.entity_id)
    const now = context.clock.now()
    const set = {
      invitations: member.user.version + 1,
      invitation_expires_at: invitationExpiry(now),
      proves_mailbox: provesMailbox(context),
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

function resent(
  context: Context,
  email: string,
  row: MembershipRow,
  invite_resent_at: Date,
): ResentInvitation {
  return { email, invite_resent_at, ...shownLink(context, row) }
}
