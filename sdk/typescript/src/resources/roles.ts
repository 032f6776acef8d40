// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { List } from '../list.ts'
import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { Currency } from '../types/shared.ts'

/** The people who work for a merchant, and the roles that say what they may do. */
export class RolesApi extends Resource {
  /**
   * List the roles that you can grant.
   *
   * Only roles whose scopes you have yourself.
   */
  listInvitable(params?: RoleListInvitableParams, options?: CallOptions): List<InvitableRole[], InvitableRole> {
    return this.pages('GET /user/role/list/invite', [], params ?? {}, options, {})
  }

  /**
   * List roles.
   *
   * The built-in roles, then those of the merchant, oldest first. A built-in role has no creation time, so `created_gte` and `created_lte` leave it out.
   */
  list(params?: RoleListParams, options?: CallOptions): List<Role[], Role> {
    return this.pages('GET /user/role/list', [], params ?? {}, options, {})
  }

  /**
   * Search roles.
   *
   * The built-in roles, then those of the merchant, oldest first. A built-in role has no creation time, so `created_gte` and `created_lte` leave it out.
   */
  search(params?: RoleListParams, options?: CallOptions): List<Role[], Role> {
    return this.pages('POST /user/role/list', [], params ?? {}, options, {})
  }

  /**
   * Create a role.
   *
   * A merchant has at most 100 roles of its own.
   */
  create(params: RoleCreate, options?: CallOptions): Promise<Role> {
    return this.call('POST /user/role', [], params, options)
  }

  /** Retrieve a role */
  retrieve(role_id: string, options?: CallOptions): Promise<Role> {
    return this.call('GET /user/role/:role_id', [role_id], undefined, options)
  }

  /**
   * Update a role.
   *
   * Omitted fields keep their values. The change applies to the next request of each user who has the role.
   */
  update(role_id: string, params?: RoleUpdate, options?: CallOptions): Promise<Role> {
    return this.call('PUT /user/role/:role_id', [role_id], params ?? {}, options)
  }

  /**
   * Delete a role.
   *
   * Not while a user has it.
   */
  delete(role_id: string, options?: CallOptions): Promise<DeletedRole> {
    return this.call('DELETE /user/role/:role_id', [role_id], undefined, options)
  }
}

export interface DeletedRole {
  /** The id of the role: a built-in one such as `merchant_admin`, or one of your own. */
  role_id: string
  /** Always true: the object is deleted. */
  deleted: true
}

export interface InvitableRole {
  /** The id of the role: a built-in one such as `merchant_admin`, or one of your own. */
  role_id: string
  /** The name of the role, for people. */
  role_name: string
  /** The same as `entity_type`. */
  scope: 'merchant' | 'organization'
  /** Whether the role is at one merchant, or at an organization and so at all its merchants. */
  entity_type: 'merchant' | 'organization'
  /** What users with the role may do. */
  groups: Array<'operations_view' | 'operations_manage' | 'connectors_view' | 'connectors_manage' | 'workflows_view' | 'workflows_manage' | 'analytics_view' | 'users_view' | 'users_manage' | 'account_view' | 'account_manage'>
  /** What users with the role may do besides that, by scope. */
  scopes: InvitableRoleScope[]
  /** The most that may be refunded of one payment, with all its earlier refunds, by currency. Payments in other currencies cannot be refunded. Null: no limit. */
  refund_limit: RefundLimit[] | null
}

export type InvitableRoleScope = 'payments:read' | 'payments:write' | 'refunds:read' | 'refunds:write' | 'customers:read' | 'customers:write' | 'payment_links:read' | 'payment_links:write' | 'disputes:read' | 'disputes:write' | 'payouts:read' | 'payouts:write' | 'subscriptions:read' | 'subscriptions:write' | 'analytics:read' | 'analytics:write' | 'profiles:read' | 'profiles:write' | 'api_keys:read' | 'api_keys:write' | 'users:read' | 'users:write' | 'webhooks:read' | 'webhooks:write' | 'requests:read' | 'requests:write' | 'connectors:read' | 'connectors:write' | 'workflows:read' | 'workflows:write'

export interface RefundLimit {
  /** The three-letter ISO 4217 code of the currency. */
  currency: string
  /** In the lowest unit of the currency. */
  amount: number
}

export interface Role {
  /** The id of the role: a built-in one such as `merchant_admin`, or one of your own. */
  role_id: string
  /** The name of the role, for people. */
  role_name: string
  /** The same as `entity_type`. */
  scope: 'merchant' | 'organization'
  /** Whether the role is at one merchant, or at an organization and so at all its merchants. */
  entity_type: 'merchant' | 'organization'
  /** What users with the role may do. */
  groups: Array<'operations_view' | 'operations_manage' | 'connectors_view' | 'connectors_manage' | 'workflows_view' | 'workflows_manage' | 'analytics_view' | 'users_view' | 'users_manage' | 'account_view' | 'account_manage'>
  /** What users with the role may do besides that, by scope. */
  scopes: InvitableRoleScope[]
  /** The most that may be refunded of one payment, with all its earlier refunds, by currency. Payments in other currencies cannot be refunded. Null: no limit. */
  refund_limit: RefundLimit[] | null
  /** Every merchant has the built-in roles. They cannot be changed or deleted. */
  is_built_in: boolean
  /** When it was created, in UTC; null for a built-in role. */
  created: string | null
  /** When it last changed, in UTC; null for a built-in role. */
  last_modified_at: string | null
}

export interface RoleCreate {
  /** Unique among the roles of the merchant, in upper or lower case. */
  role_name: string
  /** `manage` includes what `view` allows. You need the scopes of each group yourself. Empty for a role of single `scopes`. */
  groups: Array<'operations_view' | 'operations_manage' | 'connectors_view' | 'connectors_manage' | 'workflows_view' | 'workflows_manage' | 'analytics_view' | 'users_view' | 'users_manage' | 'account_view' | 'account_manage'>
  /** What the role may do besides its groups, one object at a time: `refunds:write` without `payouts:write`, for instance. `write` includes `read`. You need each scope yourself. */
  scopes?: InvitableRoleScope[] | undefined
  /** The most that a user with the role may refund of one payment, with all its earlier refunds: one entry for each currency. Payments in other currencies are not refunded. Null, the default: no limit. */
  refund_limit?: RoleCreateRefundLimit[] | null | undefined
}

export interface RoleCreateRefundLimit {
  currency: Currency
  /** In the lowest unit of the currency. */
  amount: number
}

export interface RoleListInvitableParams {
  /** Entries to return, 1 to 100. By default all. */
  limit?: number | undefined
  /** Entries to skip. For deep pages `starting_after` is cheaper. */
  offset?: number | undefined
  /** Only entries created at this time or later; ISO 8601. */
  created_gte?: string | undefined
  /** Only entries created at this time or earlier; ISO 8601. */
  created_lte?: string | undefined
  /** Whether the role is at one merchant, or at an organization and so at all its merchants. */
  entity_type?: 'merchant' | 'organization' | undefined
}

export interface RoleListParams {
  /** Entries to return, 1 to 100. By default all. */
  limit?: number | undefined
  /** Entries to skip. For deep pages `starting_after` is cheaper. */
  offset?: number | undefined
  /** Only entries created at this time or later; ISO 8601. */
  created_gte?: string | undefined
  /** Only entries created at this time or earlier; ISO 8601. */
  created_lte?: string | undefined
}

export interface RoleUpdate {
  /** Unique among the roles of the merchant, in upper or lower case. */
  role_name?: string | undefined
  /** `manage` includes what `view` allows. You need the scopes of each group yourself. Empty for a role of single `scopes`. */
  groups?: Array<'operations_view' | 'operations_manage' | 'connectors_view' | 'connectors_manage' | 'workflows_view' | 'workflows_manage' | 'analytics_view' | 'users_view' | 'users_manage' | 'account_view' | 'account_manage'> | undefined
  /** What the role may do besides its groups, one object at a time: `refunds:write` without `payouts:write`, for instance. `write` includes `read`. You need each scope yourself. */
  scopes?: InvitableRoleScope[] | undefined
  /** The most that a user with the role may refund of one payment, with all its earlier refunds: one entry for each currency. Payments in other currencies are not refunded. Null, the default: no limit. */
  refund_limit?: RoleCreateRefundLimit[] | null | undefined
}
