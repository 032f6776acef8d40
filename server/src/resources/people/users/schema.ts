// API schemas for team users.
import { type Static, Type } from 'typebox'
import {
  answer,
  choice,
  described,
  Email,
  keyIn,
  nullable,
  NullableTimestamp,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { arrayPaging } from '#http/lists.ts'
import { Entity } from '#resources/people/roles/schema.ts'

const Status = keyIn(
  {
    invitation_sent: 'Invited, but has not accepted yet.',
    active: 'Has accepted the invitation.',
  },
  'Whether the user has accepted the invitation.',
)

const EMAIL = 'The e-mail address of the user.'
const UserEmail = described(Email, EMAIL)
const ShownEmail = Type.String({ description: EMAIL })

export const TeamUser = answer('TeamUser', {
  user_id: Type.String(),
  email: ShownEmail,
  name: nullable(Type.String({ description: 'The name of the user; null if not given.' })),
  role_id: Type.String(),
  role_name: Type.String({ description: 'The name of the role, for people.' }),
  entity_type: Entity,
  status: Status,
  two_factor_enabled: Type.Boolean({
    description: 'Whether the user signs in with a second factor.',
  }),
  last_signed_in_at: NullableTimestamp,
  invitation_expired: Type.Optional(
    Type.Literal(true, { description: 'The link is older than 24 hours. Send a new one.' }),
  ),
  created: Timestamp,
  last_modified_at: Timestamp,
})
export type TeamUser = Static<typeof TeamUser>

export const TeamUserList = Type.Array(TeamUser)

export const ListUsers = strict({
  entity_type: Type.Optional(Entity),
  status: Type.Optional(Status),
  ...arrayPaging,
})
export type ListUsers = Static<typeof ListUsers>

const RoleId = text(64, {
  description: 'A role whose scopes you have yourself: `GET /user/role/list/invite`.',
})

const Invitation = strict({
  email: UserEmail,
  name: Type.Optional(
    nullable(text(255, { description: 'Ignored for a person with an account.' })),
  ),
  role_id: RoleId,
})
export type Invitation = Static<typeof Invitation>

export const MAX_INVITATIONS = 50

/** Each keyword applies to its own type, so an invalid field has one error in either form. */
export const Invitations = Type.Unsafe<Invitation | Invitation[]>({
  ...Invitation,
  type: ['array', 'object'],
  items: Invitation,
  minItems: 1,
  maxItems: MAX_INVITATIONS,
})

const InviteUrl = Type.Optional(
  Type.String({
    description:
      'The link for the user, only if this deployment sends no e-mail. It works once, for 24 hours.',
  }),
)

const InvitationResult = answer('InvitationResult', {
  email: ShownEmail,
  status: described(
    choice('invited', 'error'),
    '`error` if this person was not invited; the others are.',
  ),
  user_id: nullable(Type.String({ description: 'The id of the user; null after an error.' })),
  error: nullable(
    Type.Object(
      {
        code: Type.String({ description: 'The code of the error, such as `HE_01`.' }),
        message: Type.String({ description: 'What happened and what to do, for people.' }),
      },
      {
        additionalProperties: false,
        description: 'Why this person was not invited; null otherwise.',
      },
    ),
  ),
  invite_url: InviteUrl,
})
export type InvitationResult = Static<typeof InvitationResult>

export const InvitationResults = answer('InvitationResults', {
  results: Type.Array(InvitationResult, {
    description: 'One for each invitation, in the order of the request.',
  }),
})
export type InvitationResults = Static<typeof InvitationResults>

export const ChangeRole = strict({ email: UserEmail, role_id: RoleId })
export type ChangeRole = Static<typeof ChangeRole>

export const ChangedRole = answer('ChangedRole', {
  email: ShownEmail,
  role_id: Type.String(),
  updated_at: described(Timestamp, 'When the role was changed, in UTC.'),
  invite_url: InviteUrl,
})
export type ChangedRole = Static<typeof ChangedRole>

export const NamedUser = strict({ email: UserEmail })
export type NamedUser = Static<typeof NamedUser>

export const ResentInvitation = answer('ResentInvitation', {
  email: ShownEmail,
  invite_resent_at: described(Timestamp, 'When the new link was made, in UTC.'),
  invite_url: InviteUrl,
})
export type ResentInvitation = Static<typeof ResentInvitation>

export const UserToDelete = strict({ email: Type.Optional(UserEmail) })
export type UserToDelete = Static<typeof UserToDelete>

export const DeletedUser = answer('DeletedUser', {
  email: ShownEmail,
  deleted: Type.Literal(true),
})
export type DeletedUser = Static<typeof DeletedUser>

const settings = {
  require_two_factor: Type.Boolean({
    description:
      'Users need a second factor to work for this merchant. A user whose session began without one can only set one up. Sign-ins with a passkey have two.',
  }),
}

export const TeamSettings = answer('TeamSettings', {
  ...settings,
  sends_mail: Type.Boolean({
    description:
      'Whether this deployment sends e-mail. If not, the answer to an invitation has the link.',
  }),
})
export type TeamSettings = Static<typeof TeamSettings>

export const UpdateTeamSettings = strict({
  require_two_factor: Type.Optional(settings.require_two_factor),
})
export type UpdateTeamSettings = Static<typeof UpdateTeamSettings>
