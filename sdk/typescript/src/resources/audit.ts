// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { List } from '../list.ts'
import type { Page } from '../list.ts'
import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { PageParams } from '../types/shared.ts'

/** Who changed what, and when. */
export class AuditApi extends Resource {
  /** List the audit trail */
  list(params?: AuditListParams, options?: CallOptions): List<AuditList, AuditEntry> {
    return this.pages('GET /audit', [], params ?? {}, options, { idField: 'audit_id' })
  }

  /** Search the audit trail */
  search(params?: AuditListParams, options?: CallOptions): List<AuditList, AuditEntry> {
    return this.pages('POST /audit', [], params ?? {}, options, { idField: 'audit_id' })
  }
}

export interface AuditEntry {
  /** For an event its `event_id`. */
  audit_id: string
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /**
   * Who caused the change.
   *
   * - `api_key`: A request with a secret key.
   * - `agent`: An agent that uses a secret key through `/mcp`.
   * - `user`: A user who has signed in.
   * - `operator`: The operator of this service.
   * - `shopper`: Somebody on a hosted page or with a publishable key.
   * - `provider`: The acquirer.
   * - `anonymous`: A request without a key or a session.
   * - `system`: Background work.
   */
  actor: 'api_key' | 'agent' | 'user' | 'operator' | 'shopper' | 'provider' | 'anonymous' | 'system'
  /** The key of the request. */
  key_id: string | null
  /** The user of the request. */
  user_id: string | null
  /** The type of the event, or `test_event`; if the change has no event, the method and the route of the request or the command of the operator. */
  action: string
  /** Such as `payment` or `profile`. */
  object_type: string | null
  /** The object that was changed. */
  object_id: string | null
  /** Of an event. */
  event_id: string | null
  /** The ids in the URL; empty for an event. */
  object_ids: Record<string, string>
  /** The fields that were sent; empty for an event. Secrets and personal data are `[redacted]`; inner fields are written `outer.inner`. */
  fields: Record<string, unknown>
  /** Settings before and after: `{"name": {"from": "a", "to": "b"}}`. */
  changes: Record<string, unknown>
  /** The address that the request came from; not for shoppers. */
  address: string | null
  /** As in the header X-Request-Id. */
  request_id: string | null
  /** When the object was created, in UTC. */
  created: string
}

export type AuditList = Page<AuditEntry>

export interface AuditListParams extends PageParams {
  /** `newest` lists the last created entry first, `oldest` lists the first created one first. */
  order?: 'newest' | 'oldest' | undefined
  /** An object, or several separated by commas. */
  object_id?: string | string[] | undefined
  /** A key, or several separated by commas. */
  key_id?: string | string[] | undefined
  /** A user, or several separated by commas. */
  user_id?: string | string[] | undefined
  /** A kind of actor, or several. Values: `api_key`, `agent`, `user`, `operator`, `shopper`, `provider`, `anonymous`, `system`. */
  actor?: string | string[] | undefined
  /**
   * Only changes by these actors.
   *
   * - `people`: Users and the operator of this service.
   */
  by?: 'people' | undefined
  /** Exactly this `action`, such as `payment_failed`. */
  action?: string | undefined
}
