import { remove, type Write } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure, required } from '#errors.ts'
import { normalEmail, readTeam } from './read.ts'
import type { DeletedUser, UserToDelete } from './schema.ts'
import { findUserMemberships, memberships, users } from './store.ts'
import { checkMayChange, holdUser, isOwn, type Member, readMember, withoutAdmin } from './team.ts'

/** Takes effect with the user's next request: sessions look the role up. */
export function deleteUser(
  context: Context,
  query: UserToDelete,
  body: UserToDelete,
): Promise<DeletedUser> {
  const sent = body.email ?? query.email
  if (sent === undefined) throw required('email')
  const email = normalEmail(sent)
  return retryOnConflict(async () => {
    const team = await readTeam(context)
    const member = await readMember(context, team, email)
    const held = await withoutAdmin(context, member)
    await checkMayChange(context, member)
    if (isOwn(context, member)) {
      throw new Failure('IR_14', 'You cannot delete yourself. Ask another admin.')
    }
    const roles = member.held.map((each) => remove(memberships, each))
    await context.commit(...roles, await withoutRoles(context, member), team.hold, ...held)
    return { email, deleted: true }
  })
}

/** When a user's last role is deleted, so is the personal data. */
async function withoutRoles({ db }: Context, { user, held }: Member): Promise<Write> {
  const all = await findUserMemberships(db, user.user_id)
  return all.length === held.length ? remove(users, user) : holdUser(user)
}
