import { type Static, Type } from 'typebox'
import { answer, described, nullable, strict, text, Timestamp } from '#http/fields.ts'
import {
  MailToken,
  NewPassword,
  passwordChange,
  TransportChoice,
} from '#resources/people/sessions/schema.ts'

/** Behind the `#` in the link. */
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
  proves_mailbox: Type.Boolean({
    description:
      'Only the invited person has the link, by mail or from the operator. False: the person who invites has it too.',
  }),
  expires_at: described(Timestamp, 'Until when the link works, in UTC.'),
})
export type InvitationLink = Static<typeof InvitationLink>

export const ResetLink = answer('ResetLink', {
  email: Type.String({ description: 'The e-mail address whose password is reset.' }),
})
export type ResetLink = Static<typeof ResetLink>

export const EndSessionsLink = answer('EndSessionsLink', {
  email: Type.String({ description: 'The e-mail address whose sessions end.' }),
})
export type EndSessionsLink = Static<typeof EndSessionsLink>

export const ResetPassword = strict({
  token: MailToken,
  password: NewPassword,
  transport: TransportChoice,
})
export type ResetPassword = Static<typeof ResetPassword>

function factors(description: string) {
  return Type.Object(
    {
      passkeys: Type.Integer({ description: 'How many passkeys.' }),
      two_factor: Type.Boolean({
        description: 'Whether the authenticator app, with its recovery codes.',
      }),
    },
    { additionalProperties: false, description },
  )
}
export type Factors = Static<ReturnType<typeof factors>>

export const PasswordReset = answer('PasswordReset', {
  ...passwordChange,
  removed: factors(
    'What signed in besides the password, and was removed: it was added before anybody proved to have the mailbox of the account.',
  ),
  remaining: factors('What still signs in, or is still asked for, besides the password.'),
})
export type PasswordReset = Static<typeof PasswordReset>
