import { remove, update, type Write } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { readGrantable } from '#resources/people/roles/grant.ts'
import { newMembership, type Place } from './create.ts'
import {
  checkMail,
  countMail,
  invitationExpiry,
  invitationMail,
  provesMailbox,
  shownLink,
} from './invitation.ts'
import { normalEmail, readTeam } from './read.ts'
import type { ChangeRole, ChangedRole } from './schema.ts'
import { type MembershipRow, memberships } from './store.ts'
import { checkMayChange, holdUser, isOwn, type Member } from './team.ts'
import { grantPlace, readMember, withoutAdmin } from './team.ts'

/** Takes effect with the user's next request. A role at the organization replaces the one at the merchant. */
export function changeRole(context: Context, input: ChangeRole): Promise<ChangedRole> {
  const email = normalEmail(input.email)
  return retryOnConflict(async () => {
    const team = await readTeam(context)
    const role = await readGrantable(context, input.role_id)
    const place = grantPlace(team, role)
    const member = await readMember(context, team, email)
    const held = place.entity_type === 'merchant' ? await withoutAdmin(context, member) : []
    await checkMayChange(context, member)
    if (isOwn(context, member)) {
      throw new Failure('IR_14', 'You cannot change your own role. Ask another admin.')
    }
    const { role_id } = role
    const now = context.clock.now()
    const { writes, link, isMailed } = decide(context, { member, place, role_id, now })
    if (isMailed) {
      checkMail(context)
      await countMail(context, email, place.entity_id)
    }
    await context.commit(...writes, team.hold, ...held)
    return { email, role_id, updated_at: now, ...link }
  })
}

interface Change {
  readonly member: Member
  readonly place: Place
  readonly role_id: string
  readonly now: Date
}

function decide(context: Context, change: Change) {
  const { member, place, role_id, now } = change
  const stays = member.held.find(({ entity_id }) => entity_id === place.entity_id)
  const others = member.held.filter((each) => each !== stays)
  const removed = others.map((each) => remove(memberships, each))
  if (stays === undefined) return moved(context, change, removed)
  const wasAccepted = member.held.some(({ status }) => status === 'active')
  const status: MembershipRow['status'] = wasAccepted ? 'active' : 'invitation_sent'
  const invitation_expires_at = wasAccepted ? null : stays.invitation_expires_at
  const set = { role_id, status, invitation_expires_at, modified_at: now }
  const writes: Write[] = [update(memberships, stays, set), ...removed, holdUser(member.user)]
  return { writes, link: {}, isMailed: false }
}

/** From the merchant to its organization or back. A pending invitation's link names the place: it is sent again. */
function moved(context: Context, { member, place, role_id, now }: Change, removed: Write[]) {
  const { user, held } = member
  const isPending = held.every(({ status }) => status === 'invitation_sent')
  const { user_id, version } = user
  const granted = {
    user_id,
    role_id,
    invitations: version + 1,
    proves_mailbox: provesMailbox(context),
    created: held[0]?.created ?? now,
  }
  const { row, write } = newMembership(
    place,
    granted,
    isPending ? invitationExpiry(now) : null,
    now,
  )
  const writes: Write[] = [write, ...removed, holdUser(user)]
  if (!isPending) return { writes, link: {}, isMailed: false }
  const mail = invitationMail(context, row, user.email, now)
  return { writes: [...writes, mail], link: shownLink(context, row), isMailed: true }
}
