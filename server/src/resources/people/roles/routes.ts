import { listRoutes } from '#http/lists.ts'
import { get, post, put, remove, type Route } from '#http/route.ts'
import { createRole } from './create.ts'
import { deleteRole } from './delete.ts'
import { getRole, listRoles } from './read.ts'
import { listInvitableRoles } from './list_invitable.ts'
import {
  CreateRole,
  DeletedRole,
  InvitableRoleList,
  ListInvitableRoles,
  ListRoles,
  Role,
  RoleList,
  UpdateRole,
} from './schema.ts'
import { updateRole } from './update.ts'

const tag = 'Team users'
const audit = ['role_name', 'groups', 'scopes', 'refund_limit']

export const roleRoutes: Route[] = [
  get('/user/role/list/invite', {
    tag,
    summary: 'List the roles that you can grant',
    about: 'Only roles whose scopes you have yourself.',
    access: 'users:read',
    query: ListInvitableRoles,
    answer: InvitableRoleList,
    errors: ['IR_04'],
    run: (context, { query }) => listInvitableRoles(context, query),
  }),
  ...listRoutes({
    url: '/user/role/list',
    tag,
    summary: 'List roles',
    about:
      'The built-in roles, then those of the merchant, oldest first. A built-in role has no creation time, so `created_gte` and `created_lte` leave it out.',
    access: 'users:read',
    query: ListRoles,
    answer: RoleList,
    run: listRoles,
  }),
  post('/user/role', {
    tag,
    summary: 'Create a role',
    about: 'A merchant has at most 100 roles of its own.',
    access: 'users:write',
    audit,
    body: CreateRole,
    creates: true,
    example: {
      role_name: 'Refunds up to 100 euros',
      groups: ['operations_view'],
      scopes: ['refunds:write'],
      refund_limit: [{ currency: 'EUR', amount: 10_000 }],
    },
    status: 201,
    answer: Role,
    errors: ['IR_01', 'IR_04', 'HE_01', 'IR_14'],
    run: (context, { body }) => createRole(context, body),
  }),
  get('/user/role/:role_id', {
    tag,
    summary: 'Retrieve a role',
    access: 'users:read',
    answer: Role,
    errors: ['IR_05'],
    run: (context, { params }) => getRole(context, params.role_id),
  }),
  put('/user/role/:role_id', {
    tag,
    summary: 'Update a role',
    about:
      'Omitted fields keep their values. The change applies to the next request of each user who has the role.',
    access: 'users:write',
    audit,
    body: UpdateRole,
    example: { groups: ['operations_view', 'analytics_view', 'account_view'] },
    answer: Role,
    errors: ['IR_04', 'IR_05', 'HE_01', 'IR_14'],
    run: (context, { params, body }) => updateRole(context, params.role_id, body),
  }),
  remove('/user/role/:role_id', {
    tag,
    summary: 'Delete a role',
    about: 'Not while a user has it.',
    access: 'users:write',
    audit: [],
    answer: DeletedRole,
    errors: ['IR_05', 'IR_16', 'IR_14'],
    run: (context, { params }) => deleteRole(context, params.role_id),
  }),
]
