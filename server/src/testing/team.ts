// A shop's users, without invitation and sign-in.
import { systemContext } from '#kernel/context.ts'
import { newId } from '#kernel/ids.ts'
import { isBuiltIn, builtInRoles } from '#http/permissions.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { newSession } from '#resources/people/sessions/open.ts'
import { newMembership, newUser } from '#resources/people/users/create.ts'
import type { UserRow } from '#resources/people/users/read.ts'
import type { Client } from './client.ts'
import type { Shop } from './harness.ts'

/** An active user with a role at the shop, or for `org_admin` at its organization. */
export async function addUser(
  shop: Pick<Shop, 'services' | 'merchant'>,
  role_id: string,
  parts: Partial<UserRow> = {},
): Promise<UserRow> {
  const { db, commit, clock } = shop.services
  const now = clock.now()
  const { merchant_id } = shop.merchant
  const user_id = newId('usr')
  const user = newUser({ user_id, email: `${user_id}@shop.example`, name: 'Ada', ...parts }, now)
  const entity_type = isBuiltIn(role_id) ? builtInRoles[role_id].entity_type : 'merchant'
  const { organization_id } = await readMerchant(db, merchant_id)
  const entity_id = entity_type === 'merchant' ? merchant_id : (organization_id ?? '')
  const role = newMembership({ entity_id, entity_type }, { user_id, role_id }, null, now)
  await commit(user.write, role.write)
  return user.row
}

/** The user also has a role at another merchant. */
export async function addMembership(
  { services: { commit, clock } }: Shop,
  { user_id }: Pick<UserRow, 'user_id'>,
  merchant_id: string,
  role_id: string,
): Promise<void> {
  const place = { entity_id: merchant_id, entity_type: 'merchant' } as const
  await commit(newMembership(place, { user_id, role_id }, null, clock.now()).write)
}

/** A user's session at the shop, which needs no second factor, or has passed it. */
export async function openSessionOf(
  shop: Pick<Shop, 'services' | 'merchant' | 'as'>,
  { user_id }: Pick<UserRow, 'user_id'>,
  has_two_factors = false,
): Promise<Client> {
  const { merchant_id } = shop.merchant
  const context = await systemContext(shop.services, merchant_id)
  const { token, write } = newSession(context, {
    user_id,
    merchant_id,
    is_verified: true,
    has_two_factors,
  })
  await context.commit(write)
  return shop.as(token)
}

/** Signed in with this role. */
export async function signedInAs(shop: Shop, role_id: string): Promise<Client> {
  return openSessionOf(shop, await addUser(shop, role_id))
}
