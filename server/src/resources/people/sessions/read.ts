import type { Context } from '#kernel/context.ts'
import { project } from '#http/fields.ts'
import { builtInRole, resolvePermissions } from '#http/permissions.ts'
import { csrfToken, isLive } from '#http/sessions.ts'
import { currentUser, type UserRow } from '#resources/people/users/read.ts'
import { type CurrentUser, Session } from './schema.ts'
import { findUserMerchants, findUserRole, findUserSessions, type MerchantOfUser } from './store.ts'

const MAX_MERCHANTS = 100

/** Until the second factor is given, the answer is about the user alone. */
export async function getCurrentUser(context: Context): Promise<CurrentUser> {
  const { db, keyring, caller, merchant_id } = context
  const user = await currentUser(context)
  const { user_id, email, name, last_signed_in_at } = user
  const about = {
    user_id,
    email,
    name,
    last_signed_in_at,
    two_factor_enabled: user.totp_secret !== null,
    two_factor_setup_required: caller.session?.lacks_two_factor === true,
    preferences: ownPreferences(user, merchant_id),
    csrf_token: csrfToken(keyring, { session_id: caller.session?.session_id ?? '', merchant_id }),
  }
  if (!caller.session?.is_verified) return { ...about, two_factor_required: true, ...NOTHING }
  const role = await findUserRole(db, user_id, merchant_id)
  const merchants = oncePerMerchant(await findUserMerchants(db, user_id, MAX_MERCHANTS))
  return {
    ...about,
    two_factor_required: false,
    merchant_id: role?.merchant_id ?? null,
    merchant_time_zone: role?.time_zone ?? null,
    ...roleFields(role),
    scopes: [...caller.scopes],
    refund_limit: caller.session.refund_limit?.map((limit) => ({ ...limit })) ?? null,
    merchants,
  }
}

function ownPreferences({ preferences }: UserRow, merchant_id: string) {
  const { theme = null, locale = null, time_zone = null, profiles = {} } = preferences
  return { theme, locale, time_zone, profile_id: profiles[merchant_id] ?? null }
}

const NOTHING = {
  merchant_id: null,
  merchant_time_zone: null,
  role_id: null,
  role_name: null,
  groups: [],
  scopes: [],
  refund_limit: null,
  merchants: [],
}

function roleFields(role: Awaited<ReturnType<typeof findUserRole>>) {
  if (role === undefined) return { role_id: null, role_name: null, groups: [] }
  const { role_id, custom } = role
  const { role_name } = builtInRole(role_id) ?? role
  return { role_id, role_name, groups: [...resolvePermissions(role_id, custom).groups] }
}

/** A role at the organization comes first, and counts. */
function oncePerMerchant(rows: readonly MerchantOfUser[]): MerchantOfUser[] {
  return [...new Map(rows.toReversed().map((row) => [row.merchant_id, row])).values()].toReversed()
}

/** Those that have not ended, newest first. */
export async function listSessions(context: Context): Promise<Session[]> {
  const { user_id } = await currentUser(context)
  const now = context.clock.now()
  const rows = await findUserSessions(context.db, user_id)
  const open = rows.filter((row) => isLive(row, now))
  const current = context.caller.session?.session_id
  return open.map((row) => project(Session, { ...row, is_current: row.session_id === current }))
}
