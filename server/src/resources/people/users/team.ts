// Users at a merchant and at its organization. Every team change holds the merchant row, so that a decision about
// several rows (the last admin, the role that exists, the number of users) holds when it is written.
import { type Update, update } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { holdOrganization } from '#resources/accounts/organizations/hold.ts'
import { readOrganization } from '#resources/accounts/organizations/read.ts'
import { checkMayGrant } from '#resources/people/roles/grant.ts'
import { findKnownRole, type KnownRole } from '#resources/people/roles/read.ts'
import type { Place } from './create.ts'
import { type Team, userByEmail } from './read.ts'
import {
  findMembershipsAt,
  findOtherHolder,
  type MembershipRow,
  type UserRow,
  users,
} from './store.ts'

/** The merchant or organization where a role is granted. */
export function grantPlace(team: Team, { entity_type, role_id }: KnownRole): Place {
  if (entity_type === 'merchant') return { entity_id: team.merchant_id, entity_type }
  if (team.organization_id !== null) return { entity_id: team.organization_id, entity_type }
  const message = `The role ${role_id} is for organizations, and this merchant belongs to none.`
  throw new Failure('IR_04', message, { field: 'role_id' })
}

/** A team user, with one role, or two: one at the organization, which comes first, and one at the merchant. */
export interface Member {
  readonly user: UserRow
  readonly held: readonly MembershipRow[]
}

/** Undefined for users at other merchants too. */
export async function findMember(
  { db }: Context,
  { entity_ids }: Team,
  email: string,
): Promise<Member | undefined> {
  const user = await userByEmail(db, email)
  if (user === undefined) return undefined
  const held = await findMembershipsAt(db, entity_ids, user.user_id)
  return held.length === 0 ? undefined : { user, held }
}

export async function readMember(context: Context, team: Team, email: string): Promise<Member> {
  const member = await findMember(context, team, email)
  if (member !== undefined) return member
  throw new Failure('IR_05', `This merchant has no user with the e-mail address ${email}.`, {
    field: 'email',
  })
}

/** The caller may take away each role that the user has here. */
export async function checkMayChange(context: Context, { held }: Member): Promise<void> {
  for (const { role_id } of held) {
    const role = await findKnownRole(context, role_id)
    if (role) checkMayGrant(context, role)
  }
}

export function isOwn({ caller }: Context, { user }: Member): boolean {
  return caller.session?.user_id === user.user_id
}

const ADMIN = 'org_admin'

/**
 * An organization that has an admin never loses the last one. The writes hold its row: if two admins remove each
 * other at once, one commit is refused, and decided again without the other admin.
 */
export async function withoutAdmin({ db }: Context, { held }: Member): Promise<Update[]> {
  const admin = held.find(({ role_id }) => role_id === ADMIN)
  if (admin === undefined) return []
  const organization = await readOrganization(db, admin.entity_id)
  if (admin.status === 'active' && (await findOtherHolder(db, admin)) === undefined) {
    const message = 'This is the last admin of the organization. Give another user this role first.'
    throw new Failure('IR_16', message)
  }
  return [holdOrganization(organization)]
}

/**
 * Every membership change increments the user's version. So the last change is known to be the last, and the new
 * version is a number that no invitation to this user has had.
 */
export function holdUser(user: UserRow): Update {
  return update(users, user, {})
}
