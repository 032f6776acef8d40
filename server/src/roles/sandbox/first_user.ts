// The sandbox's first user, who may do everything at its merchant.
import type { Services } from '#kernel/context.ts'
import { randomText } from '#kernel/crypto.ts'
import { newId } from '#kernel/ids.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { newMembership, newUser } from '#resources/people/users/create.ts'
import { userByEmail } from '#resources/people/users/read.ts'

/** In a domain that is reserved for examples, so no mail is ever delivered. */
const EMAIL = 'owner@example.com'
const PASSWORD_LENGTH = 20

export interface FirstUser {
  readonly user_email: string
  /** Only its hash is stored. Empty if the user existed before, with another one. */
  readonly user_password: string
}

/** A user who exists is left as it is. */
export async function createFirstUser(
  services: Services,
  merchant_id: string,
  user_password: string = randomText(PASSWORD_LENGTH),
): Promise<FirstUser> {
  const { db, clock, commit, passwords } = services
  const existing = await userByEmail(db, EMAIL)
  if (existing !== undefined) {
    const { password_hash } = existing
    const isSame = password_hash !== null && (await passwords.verify(user_password, password_hash))
    return { user_email: EMAIL, user_password: isSame ? user_password : '' }
  }
  const { organization_id } = await readMerchant(db, merchant_id)
  if (organization_id === null) return { user_email: EMAIL, user_password: '' }
  const now = clock.now()
  const user_id = newId('usr')
  const password_hash = await passwords.hash(user_password)
  const signs_in = { password_hash, password_changed_at: now }
  const user = newUser({ user_id, email: EMAIL, name: 'Robin Berg', ...signs_in }, now)
  const place = { entity_id: organization_id, entity_type: 'organization' as const }
  const role = newMembership(place, { user_id, role_id: 'org_admin' }, null, now)
  await commit(user.write, role.write)
  return { user_email: EMAIL, user_password }
}
