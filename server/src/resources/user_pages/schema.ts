import { type Static, Type } from 'typebox'
import { answer, described, nullable, strict, text, Timestamp } from '#http/fields.ts'

/** Behind the `#` of the link. */
const token = text(300, { description: 'The token of the link in the mail.' })

export const ReadLink = strict({ token })
export type ReadLink = Static<typeof ReadLink>

export const InvitationLink = answer('InvitationLink', {
  email: Type.String({ description: 'The e-mail address that was invited.' }),
  has_account: Type.Boolean({
    description: 'The person has signed in before, so no password is chosen.',
  }),
  entity_name: Type.String({
    description: 'What the person is invited to: a merchant, or an organization.',
  }),
  role_name: nullable(
    Type.String({ description: 'The name of the role; null if it has been deleted.' }),
  ),
  expires_at: described(Timestamp, 'Until when the link works, in UTC.'),
})
export type InvitationLink = Static<typeof InvitationLink>

export const ResetLink = answer('ResetLink', {
  email: Type.String({ description: 'The e-mail address whose password is reset.' }),
})
export type ResetLink = Static<typeof ResetLink>
