import { type Context, type Services, systemContext } from '#kernel/context.ts'
import { Failure, UsageError } from '#errors.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { allRoles, type KnownRole } from '#resources/people/roles/read.ts'
import { findMembershipAt } from '#resources/people/users/access.ts'
import { readOldestMerchant } from '#resources/people/users/all.ts'
import { inviteUsers } from '#resources/people/users/invite.ts'
import { normalEmail, userByEmail } from '#resources/people/users/read.ts'
import { resendInvite } from '#resources/people/users/resend_invite.ts'
import { invitationToken, invitationUrl } from '#resources/people/users/tokens.ts'
import { withAudit } from './audit.ts'

interface Wanted {
  readonly email: string
  readonly name?: string | undefined
  readonly role_id: string
  /** One of the two. */
  readonly merchant_id: string | undefined
  readonly organization_id: string | undefined
}

export interface Invited {
  readonly user_id: string
  readonly role_id: string
  readonly entity_id: string
  readonly url: string
}

/** A new link if the user is invited already; the earlier one stops working. */
export async function inviteByOperator(services: Services, wanted: Wanted): Promise<Invited> {
  const { role_id, name = null, organization_id } = wanted
  const email = checkEmail(wanted.email)
  const merchant_id =
    wanted.merchant_id ?? (await readOldestMerchant(services.db, organization_id ?? ''))
  await readMerchant(services.db, merchant_id)
  const ids = organization_id === undefined ? { merchant_id } : { organization_id }
  const audited = withAudit(services, 'users create', ids, { role_id })
  const context = await operatorContext(audited, merchant_id, organization_id)
  checkRole(await allRoles(context), role_id, organization_id)
  const entity_id = organization_id ?? merchant_id
  try {
    await inviteUsers(context, { email, name, role_id })
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'HE_01') throw error
    await inviteAgain(context, email, entity_id)
  }
  return readInvited(context, email, entity_id)
}

/** The operator may grant every role, including the organization's. */
async function operatorContext(
  services: Services,
  merchant_id: string,
  organization_id: string | undefined,
): Promise<Context> {
  const context = await systemContext(services, merchant_id)
  const caller = { ...context.caller, organization_id: organization_id ?? null }
  return { ...context, caller }
}

const MAX_EMAIL = 255

function checkEmail(sent: string): string {
  const email = normalEmail(sent)
  if (/^[^\s@]+@[^\s@]+$/.test(email) && email.length <= MAX_EMAIL) return email
  throw new UsageError(`${sent} is not an e-mail address.`)
}

function checkRole(
  known: readonly KnownRole[],
  role_id: string,
  organization_id: string | undefined,
): void {
  const entity_type = organization_id === undefined ? 'merchant' : 'organization'
  const fitting = known.filter((role) => role.entity_type === entity_type)
  if (fitting.some((role) => role.role_id === role_id)) return
  const names = fitting.map((role) => role.role_id).join(', ')
  throw new UsageError(
    `This ${entity_type} has no role ${role_id}. Roles with --${entity_type}: ${names}.`,
  )
}

async function inviteAgain(context: Context, email: string, entity_id: string): Promise<void> {
  const user = await userByEmail(context.db, email)
  const held = user && (await findMembershipAt(context.db, entity_id, user.user_id))
  if (held?.status === 'invitation_sent') return void (await resendInvite(context, { email }))
  throw new UsageError(
    `${email} is already a user. \`florin-server users list\` shows the role, which an admin can change.`,
  )
}

async function readInvited(context: Context, email: string, entity_id: string): Promise<Invited> {
  const { db, keyring, public_url } = context
  const user = await userByEmail(db, email)
  const held = user && (await findMembershipAt(db, entity_id, user.user_id))
  if (held === undefined) throw new UsageError(`${email} was deleted meanwhile. Try again.`)
  const { user_id, role_id } = held
  const url = invitationUrl(public_url, invitationToken(keyring, held))
  return { user_id, role_id, entity_id, url }
}
