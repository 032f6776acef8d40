import type { Context } from '#kernel/context.ts'
import { type MailContent, oneLine } from '#core/mail/content.ts'
import { fact } from '#core/mail/kinds.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { readOrganization } from '#resources/accounts/organizations/read.ts'
import { findKnownRole } from '#resources/people/roles/read.ts'
import { findMembershipAt } from '#resources/people/users/access.ts'
import type { MembershipRow } from '#resources/people/users/read.ts'
import { invitationToken, invitationUrl } from '#resources/people/users/tokens.ts'
import { buildContent, moment, NO_PUBLIC_URL, type UserMail } from './content.ts'

export async function invitation(context: Context, mail: UserMail): Promise<MailContent | string> {
  const { db, keyring, clock, public_url } = context
  const found = await findMembershipAt(db, fact(mail, 'entity_id'), fact(mail, 'user_id'))
  if (found === undefined) return 'the invitation was withdrawn'
  if (found.status !== 'invitation_sent') return 'the invitation was accepted'
  if (found.invitations !== mail.facts['invitations']) return 'there is a newer invitation'
  const { invitation_expires_at: until } = found
  if (until === null || until <= clock.now()) return 'the invitation has expired'
  if (public_url === '') return NO_PUBLIC_URL
  const name = oneLine(await readEntityName(context, found))
  const role = oneLine(await readRoleName(context, found))
  return buildContent(context, {
    from: name,
    title: `You are invited to ${name}`,
    figure: { label: 'Role', value: role },
    paragraphs: [
      `You have been invited to work for ${name} in Florin.`,
      `Choose a password to accept. The link works once, until ${moment(until)}.`,
    ],
    button: {
      label: 'Accept the invitation',
      url: invitationUrl(public_url, invitationToken(keyring, found)),
    },
    notes: ['If you did not expect this invitation, ignore this mail: nothing happens.'],
  })
}

async function readEntityName(
  { db }: Context,
  { entity_id, entity_type }: MembershipRow,
): Promise<string> {
  return entity_type === 'organization'
    ? (await readOrganization(db, entity_id)).organization_name
    : (await readMerchant(db, entity_id)).merchant_name
}

async function readRoleName(
  { db }: Context,
  { entity_id, role_id }: MembershipRow,
): Promise<string> {
  return (await findKnownRole({ db, merchant_id: entity_id }, role_id))?.role_name ?? role_id
}
