// What a link is for, for whoever has it. The token comes in the body: URLs are logged.
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { builtInRoles, isBuiltIn } from '#http/permissions.ts'
import { readMerchant } from '#resources/merchants/read.ts'
import { readOrganization } from '#resources/organizations/read.ts'
import { openInvitation, openReset } from '#resources/users/links.ts'
import type { MembershipRow } from '#resources/users/read.ts'
import type { InvitationLink, ReadLink, ResetLink } from './schema.ts'

export async function readInvitationLink(
  context: Context,
  { token }: ReadLink,
): Promise<InvitationLink> {
  const opened = await openInvitation(context, token)
  const expires_at = opened?.membership.invitation_expires_at
  if (!opened || !expires_at) throw deadLink()
  const { membership, user } = opened
  return {
    email: user.email,
    has_account: user.password_hash !== null,
    entity_name: await entityName(context, membership),
    role_name: roleName(membership),
    expires_at,
  }
}

export async function readResetLink(context: Context, { token }: ReadLink): Promise<ResetLink> {
  const user = await openReset(context, token)
  if (user === undefined) throw deadLink()
  return { email: user.email }
}

function deadLink(): Failure {
  const message = 'This link is expired, was used, or is not complete. Ask for a new one.'
  return new Failure('IR_04', message, { field: 'token' })
}

async function entityName(
  { db }: Context,
  { entity_type, entity_id }: MembershipRow,
): Promise<string> {
  if (entity_type === 'organization')
    return (await readOrganization(db, entity_id)).organization_name
  return (await readMerchant(db, entity_id)).merchant_name
}

function roleName({ role_id }: MembershipRow): string | null {
  return isBuiltIn(role_id) ? builtInRoles[role_id].role_name : null
}
