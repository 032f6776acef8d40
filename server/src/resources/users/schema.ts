// The API schemas of team users.
import { type Static, Type } from 'typebox'
import {
  answer,
  choice,
  Email,
  nullable,
  NullableTimestamp,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { paging } from '#http/lists.ts'
import { Entity } from '#resources/roles/schema.ts'

const Status = choice('invitation_sent', 'active')

export const TeamUser = answer('TeamUser', {
  user_id: Type.String(),
  email: Type.String(),
  name: nullable(Type.String()),
  role_id: Type.String(),
  role_name: Type.String(),
  entity_type: Entity,
  status: Status,
  two_factor_enabled: Type.Boolean(),
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
  limit: paging.limit,
  offset: paging.offset,
})
export type ListUsers = Static<typeof ListUsers>

const RoleId = text(64, { minLength: 1 })

const Invitation = strict({
  email: Email,
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
  email: Type.String(),
  status: choice('invited', 'error'),
  user_id: nullable(Type.String()),
  error: nullable(
    Type.Object({ code: Type.String(), message: Type.String() }, { additionalProperties: false }),
  ),
  invite_url: InviteUrl,
})
export type InvitationResult = Static<typeof InvitationResult>

export const InvitationResults = answer('InvitationResults', {
  results: Type.Array(InvitationResult),
})
export type InvitationResults = Static<typeof InvitationResults>

export const ChangeRole = strict({ email: Email, role_id: RoleId })
export type ChangeRole = Static<typeof ChangeRole>

export const ChangedRole = answer('ChangedRole', {
  email: Type.String(),
  role_id: Type.String(),
  updated_at: Timestamp,
  invite_url: InviteUrl,
})
export type ChangedRole = Static<typeof ChangedRole>

export const NamedUser = strict({ email: Email })
export type NamedUser = Static<typeof NamedUser>

export const ResentInvitation = answer('ResentInvitation', {
  email: Type.String(),
  invite_resent_at: Timestamp,
  invite_url: InviteUrl,
})
export type ResentInvitation = Static<typeof ResentInvitation>

export const UserToDelete = strict({ email: Type.Optional(Email) })
export type UserToDelete = Static<typeof UserToDelete>

export const DeletedUser = answer('DeletedUser', {
  email: Type.String(),
  deleted: Type.Literal(true),
})
export type DeletedUser = Static<typeof DeletedUser>
