// A link's purpose, for anyone who has it. The token comes in the body: URLs are logged.
import type { Context } from '#kernel/context.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { readOrganization } from '#resources/accounts/organizations/read.ts'
import { findKnownRole } from '#resources/people/roles/read.ts'
import { invitedBy } from '#resources/people/sessions/accept_invitation.ts'
import { invalidToken, userToReset } from '#resources/people/sessions/links.ts'
import type { MembershipRow } from '#resources/people/users/read.ts'
import type { InvitationLink, ReadLink, ResetLink } from './schema.ts'

export async function readInvitationLink(
  context: Context,
  { token }: ReadLink,
): Promise<InvitationLink> {
  const { membership, user } = await invitedBy(context, token)
  const { invitation_expires_at: expires_at } = membership
  if (expires_at === null) throw invalidToken()
  return {
    email: user.email,
    has_account: user.password_hash !== null || user.last_signed_in_at !== null,
    entity_name: await entityName(context, membership),
    role_name: await roleName(context, membership),
    proves_mailbox: membership.proves_mailbox,
    expires_at,
  }
}

export async function readResetLink(context: Context, { token }: ReadLink): Promise<ResetLink> {
  const { email } = await userToReset(context, token)
  return { email }
}

async function entityName(
  { db }: Context,
  { entity_type, entity_id }: MembershipRow,
): Promise<string> {
  if (entity_type === 'organization')
    return (await readOrganization(db, entity_id)).organization_name
  return (await readMerchant(db, entity_id)).merchant_name
}

/** Null: the merchant has deleted the role since. */
async function roleName(
  { db }: Context,
  { entity_id: merchant_id, role_id }: MembershipRow,
): Promise<string | null> {
  return (await findKnownRole({ db, merchant_id }, role_id))?.role_name ?? null
}
