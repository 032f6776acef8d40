import { listRoutes } from '#http/lists.ts'
import { get, post, remove, type Route } from '#http/route.ts'
import { deleteUser } from './delete.ts'
import { getTeamSettings } from './get_settings.ts'
import { inviteUsers } from './invite.ts'
import { listUsers } from './read.ts'
import { resendInvite } from './resend_invite.ts'
import {
  ChangedRole,
  ChangeRole,
  DeletedUser,
  InvitationResults,
  Invitations,
  ListUsers,
  MAX_INVITATIONS,
  NamedUser,
  ResentInvitation,
  TeamUserList,
  TeamSettings,
  UpdateTeamSettings,
  UserToDelete,
} from './schema.ts'
import { changeRole } from './update_role.ts'
import { updateTeamSettings } from './update_settings.ts'

const tag = 'Team users'

/** Roles in a request with one invitation, and in one with several. */
const invitedRoles = [
  'role_id',
  ...Array.from({ length: MAX_INVITATIONS }, (_, n) => `${n}.role_id`),
]

export const userRoutes: Route[] = [
  ...listRoutes({
    url: '/user/user/list',
    tag,
    summary: 'List users',
    about:
      'The users of the merchant and of its organization, newest first, as an array. The header `X-Total-Count` has the number of all that match. Until an invitation is accepted, the entry shows nothing of an account that the person has at another merchant.',
    access: 'users:read',
    query: ListUsers,
    header: 'X-Total-Count',
    answer: TeamUserList,
    run: listUsers,
  }),
  post('/user/user/invite_multiple', {
    tag,
    summary: 'Invite users',
    about:
      'Takes one invitation or an array of 1 to 50, and has a result for each: some can fail while others are sent. If all fail for the same reason, the request fails with it, so 409 means that each of them is a user already. Each gets an e-mail with a link that works once, for 24 hours; if this deployment sends no e-mail, the results have the links. A person with an account is invited to this merchant too. A merchant has at most 1,000 users.',
    access: 'users:write',
    audit: invitedRoles,
    audit_each: true,
    body: Invitations,
    creates: true,
    example: { email: 'ada@example.com', name: 'Ada King', role_id: 'merchant_view_only' },
    answer: InvitationResults,
    errors: ['IR_01', 'IR_04', 'HE_01', 'IR_14'],
    run: (context, { body }) => inviteUsers(context, body),
  }),
  post('/user/user/update_role', {
    tag,
    summary: 'Change the role of a user',
    about:
      'Applies to the next request of the user. Nobody changes their own role, or grants or takes away a role that may do more than they. An organization keeps its last admin: 409.',
    access: 'users:write',
    audit: ['role_id'],
    body: ChangeRole,
    example: { email: 'ada@example.com', role_id: 'merchant_operator' },
    answer: ChangedRole,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_16', 'IR_14'],
    run: (context, { body }) => changeRole(context, body),
  }),
  post('/user/user/resend_invite', {
    tag,
    summary: 'Send an invitation again',
    about:
      'With a new link for 24 hours; the earlier link stops working. At most five times an hour for each address, then 429 with `Retry-After`. Not for a user who has accepted: 400.',
    access: 'users:write',
    audit: [],
    body: NamedUser,
    example: { email: 'ada@example.com' },
    answer: ResentInvitation,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_14'],
    run: (context, { body }) => resendInvite(context, body),
  }),
  remove('/user/user/delete', {
    tag,
    summary: 'Delete a user',
    about:
      'Takes `email` in the body, which keeps it out of the logs of proxies, or in the query. Applies to the next request of the user. Nobody deletes themselves: 400; an organization keeps its last admin: 409. The account of a user with no other merchant is erased.',
    access: 'users:write',
    audit: [],
    query: UserToDelete,
    body: UserToDelete,
    example: { email: 'ada@example.com' },
    answer: DeletedUser,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_16', 'IR_14'],
    run: (context, { query, body }) => deleteUser(context, query, body),
  }),
  get('/user/team_settings', {
    tag,
    summary: 'Retrieve the settings of the team',
    access: 'users:read',
    answer: TeamSettings,
    run: (context) => getTeamSettings(context),
  }),
  post('/user/team_settings', {
    tag,
    summary: 'Update the settings of the team',
    about:
      'Applies to the next request of every user. A user who turns on `require_two_factor` must have signed in with a second factor: 400.',
    access: 'users:write',
    audit: ['require_two_factor'],
    body: UpdateTeamSettings,
    example: { require_two_factor: true },
    answer: TeamSettings,
    errors: ['IR_04', 'IR_14'],
    run: (context, { body }) => updateTeamSettings(context, body),
  }),
]
