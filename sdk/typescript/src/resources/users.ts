// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { List } from '../list.ts'
import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'

/** The people who work for a merchant, and the roles that say what they may do. */
export class UsersApi extends Resource {
  /**
   * List users.
   *
   * The users of the merchant and of its organization, newest first, as an array. The header `X-Total-Count` has the number of all that match. Until an invitation is accepted, the entry shows nothing of an account that the person has at another merchant.
   */
  list(params?: UserListParams, options?: CallOptions): List<TeamUser[], TeamUser> {
    return this.pages('GET /user/user/list', [], params ?? {}, options, {})
  }

  /**
   * Search users.
   *
   * The users of the merchant and of its organization, newest first, as an array. The header `X-Total-Count` has the number of all that match. Until an invitation is accepted, the entry shows nothing of an account that the person has at another merchant.
   */
  search(params?: UserListParams, options?: CallOptions): List<TeamUser[], TeamUser> {
    return this.pages('POST /user/user/list', [], params ?? {}, options, {})
  }

  /**
   * Invite users.
   *
   * Takes one invitation or an array of 1 to 50, and has a result for each: some can fail while others are sent. If all fail for the same reason, the request fails with it, so 409 means that each of them is a user already. Each gets an e-mail with a link that works once, for 24 hours; if this deployment sends no e-mail, the results have the links. A person with an account is invited to this merchant too. A merchant has at most 1,000 users.
   */
  invite(params: UserInvite, options?: CallOptions): Promise<InvitationResults> {
    return this.call('POST /user/user/invite_multiple', [], params, options)
  }

  /**
   * Change the role of a user.
   *
   * Applies to the next request of the user. Nobody changes their own role, or grants or takes away a role that may do more than they. An organization keeps its last admin: 409.
   */
  updateRole(params: UserUpdateRole, options?: CallOptions): Promise<ChangedRole> {
    return this.call('POST /user/user/update_role', [], params, options)
  }

  /**
   * Send an invitation again.
   *
   * With a new link for 24 hours; the earlier link stops working. At most five times an hour for each address, then 429 with `Retry-After`. Not for a user who has accepted: 400.
   */
  resendInvite(params: UserResendInvite, options?: CallOptions): Promise<ResentInvitation> {
    return this.call('POST /user/user/resend_invite', [], params, options)
  }

  /**
   * Delete a user.
   *
   * Takes `email` in the body, which keeps it out of the logs of proxies, or in the query. Applies to the next request of the user. Nobody deletes themselves: 400; an organization keeps its last admin: 409. The account of a user with no other merchant is erased.
   */
  delete(params?: UserDelete, options?: CallOptions): Promise<DeletedUser> {
    return this.call('DELETE /user/user/delete', [], params ?? {}, options)
  }

  /**
   * End the sessions of a user.
   *
   * Those in which the user works for this merchant. The user keeps the role and can sign in again.
   */
  endSessions(params: UserEndSessions, options?: CallOptions): Promise<EndedSessions> {
    return this.call('POST /user/user/end_sessions', [], params, options)
  }
}

export interface ChangedRole {
  /** The e-mail address of the user. */
  email: string
  /** The id of the role: a built-in one such as `merchant_admin`, or one of your own. */
  role_id: string
  /** When the role was changed, in UTC. */
  updated_at: string
  /** The link for the user, only if this deployment sends no e-mail. It works once, for 24 hours. */
  invite_url?: string
}

export interface DeletedUser {
  /** The e-mail address of the user. */
  email: string
  /** Always true: the object is deleted. */
  deleted: true
}

export interface EndedSessions {
  /** How many sessions were ended. */
  deleted: number
}

export interface InvitationResult {
  /** The e-mail address of the user. */
  email: string
  /** `error` if this person was not invited; the others are. */
  status: 'invited' | 'error'
  /** The id of the user; null after an error. */
  user_id: string | null
  error: InvitationResultError | null
  /** The link for the user, only if this deployment sends no e-mail. It works once, for 24 hours. */
  invite_url?: string
}

/** Why this person was not invited; null otherwise. */
export interface InvitationResultError {
  /** The code of the error, such as `HE_01`. */
  code: string
  /** What happened and what to do, for people. */
  message: string
}

export interface InvitationResults {
  /** One for each invitation, in the order of the request. */
  results: InvitationResult[]
}

export interface ResentInvitation {
  /** The e-mail address of the user. */
  email: string
  /** When the new link was made, in UTC. */
  invite_resent_at: string
  /** The link for the user, only if this deployment sends no e-mail. It works once, for 24 hours. */
  invite_url?: string
}

export interface TeamUser {
  /** The id of the user. */
  user_id: string
  /** The e-mail address of the user. */
  email: string
  /** The name of the user; null if not given. */
  name: string | null
  /** The id of the role: a built-in one such as `merchant_admin`, or one of your own. */
  role_id: string
  /** The name of the role, for people. */
  role_name: string
  /** Whether the role is at one merchant, or at an organization and so at all its merchants. */
  entity_type: 'merchant' | 'organization'
  /**
   * Whether the user has accepted the invitation.
   *
   * - `invitation_sent`: Invited, but has not accepted yet.
   * - `active`: Has accepted the invitation.
   */
  status: 'invitation_sent' | 'active'
  /** Whether the user signs in with a second factor. */
  two_factor_enabled: boolean
  /** When the user last signed in, in UTC; null if never. */
  last_signed_in_at: string | null
  /** The link is older than 24 hours. Send a new one. */
  invitation_expired?: true
  /** When the object was created, in UTC. */
  created: string
  /** When the object last changed, in UTC. */
  last_modified_at: string
}

export interface UserDelete {
  /** The e-mail address of the user. */
  email?: string | undefined
}

export interface UserEndSessions {
  /** The e-mail address of the user. */
  email: string
}

export type UserInvite = UserInviteEntry | UserInviteEntry[]

export interface UserInviteEntry {
  /** The e-mail address of the user. */
  email: string
  /** Ignored for a person with an account. */
  name?: string | null | undefined
  /** A role whose scopes you have yourself: `GET /user/role/list/invite`. */
  role_id: string
}

export interface UserListParams {
  /** Whether the role is at one merchant, or at an organization and so at all its merchants. */
  entity_type?: 'merchant' | 'organization' | undefined
  /**
   * Whether the user has accepted the invitation.
   *
   * - `invitation_sent`: Invited, but has not accepted yet.
   * - `active`: Has accepted the invitation.
   */
  status?: 'invitation_sent' | 'active' | undefined
  /** Entries per page, 1 to 100. */
  limit?: number | undefined
  /** Entries to skip. For deep pages `starting_after` is cheaper. */
  offset?: number | undefined
  /** Only entries created at this time or later; ISO 8601. */
  created_gte?: string | undefined
  /** Only entries created at this time or earlier; ISO 8601. */
  created_lte?: string | undefined
}

export interface UserResendInvite {
  /** The e-mail address of the user. */
  email: string
}

export interface UserUpdateRole {
  /** The e-mail address of the user. */
  email: string
  /** A role whose scopes you have yourself: `GET /user/role/list/invite`. */
  role_id: string
}
