import type { Context } from '#kernel/context.ts'
import type { Database } from '#kernel/db.ts'
import { computeTotal } from '#kernel/page.ts'
import type { Update } from '#kernel/change.ts'
import { Failure } from '#errors.ts'
import { WithHeaders } from '#http/download.ts'
import { pageRequest } from '#http/lists.ts'
import { builtInRole } from '#http/permissions.ts'
import { holdMerchant } from '#resources/accounts/merchants/hold.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import type { ListUsers, TeamUser } from './schema.ts'
import {
  countTeam,
  findTeam,
  findUser,
  findUserByEmail,
  type TeamRow,
  type UserRow,
} from './store.ts'

export { findUserMemberships } from './store.ts'
export type { MembershipRow, UserRow } from './store.ts'

/** Addresses are compared in lower case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

export function userByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  return findUserByEmail(db, normalEmail(email))
}

/** The session's user. */
export async function currentUser({
  db,
  caller,
}: Pick<Context, 'db' | 'caller'>): Promise<UserRow> {
  const user = caller.session && (await findUser(db, caller.session.user_id))
  if (!user) throw new Failure('AU_01', 'The session has ended. Sign in again.')
  return user
}

export interface Team {
  readonly merchant_id: string
  readonly organization_id: string | null
  /** The merchant, and its organization if it has one. */
  readonly entity_ids: readonly string[]
  /** Part of every commit; the head is the user's role, which the audit log names. */
  readonly hold: Update
}

/** Read first: what is read after it cannot be older. */
export async function readTeam({ db, merchant_id }: Context): Promise<Team> {
  const merchant = await readMerchant(db, merchant_id)
  const { organization_id } = merchant
  const entity_ids = organization_id === null ? [merchant_id] : [merchant_id, organization_id]
  return { merchant_id, organization_id, entity_ids, hold: holdMerchant(merchant) }
}

/** Newest first. */
export async function listUsers(
  context: Context,
  input: ListUsers,
): Promise<WithHeaders<TeamUser[]>> {
  const { merchant_id, db, clock } = context
  const { entity_ids } = await readTeam(context)
  const request = pageRequest(input)
  const { limit, offset, created_gte, created_lte } = request
  const filter = { ...input, created_gte, created_lte }
  const [found, counted] = await Promise.all([
    findTeam(db, merchant_id, entity_ids, { ...filter, offset, limit: limit + 1 }),
    countTeam(db, entity_ids, filter),
  ])
  const now = clock.now()
  const headers = { 'X-Total-Count': String(computeTotal(request, found.length, counted)) }
  return new WithHeaders(
    found.slice(0, limit).map((row) => toApi(row, now)),
    headers,
  )
}

function toApi(row: TeamRow, now: Date): TeamUser {
  const { user_id, email, role_id, entity_type, status, created, modified_at } = row
  const role_name = builtInRole(role_id)?.role_name ?? row.role_name ?? role_id
  const entry = { user_id, email, role_id, role_name, entity_type, status }
  const dates = { created, last_modified_at: modified_at }
  if (status === 'active') {
    const { has_totp: two_factor_enabled, last_signed_in_at } = row
    return { ...entry, name: row.name, two_factor_enabled, last_signed_in_at, ...dates }
  }
  const { invitation_expires_at: until } = row
  return {
    ...entry,
    ...unknownPerson(row),
    ...dates,
    ...(until !== null && until <= now ? { invitation_expired: true as const } : {}),
  }
}

/**
 * An invitation must not reveal anything about an account that exists already: the name is shown only if it came with
 * this invitation, which then created the account in the same commit.
 */
function unknownPerson({ name, created, user_created }: TeamRow) {
  const isNew = created.getTime() === user_created.getTime()
  return { name: isNew ? name : null, two_factor_enabled: false, last_signed_in_at: null }
}
