// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { List } from '../list.ts'
import type { Page } from '../list.ts'
import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { Delivery, PageParams } from '../types/shared.ts'

/** What your keys and users sent to this API, and what it answered. */
export class RequestsApi extends Resource {
  /**
   * List requests.
   *
   * Requests by your API keys and users, refused ones included, for 7 days. They appear within a second. To follow them, read with `order=oldest` and `created_gte`; the page The request log says how. A key that is bound to profiles sees only requests of these profiles.
   */
  list(params?: RequestListParams, options?: CallOptions): List<RequestList, RequestEntry> {
    return this.pages('GET /requests', [], params ?? {}, options, { idField: 'request_id' })
  }

  /**
   * Search requests.
   *
   * Requests by your API keys and users, refused ones included, for 7 days. They appear within a second. To follow them, read with `order=oldest` and `created_gte`; the page The request log says how. A key that is bound to profiles sees only requests of these profiles.
   */
  search(params?: RequestListParams, options?: CallOptions): List<RequestList, RequestEntry> {
    return this.pages('POST /requests', [], params ?? {}, options, { idField: 'request_id' })
  }

  /**
   * Retrieve a request.
   *
   * By `request_id`, or by the header X-Request-Id that you sent: then the newest one with it.
   */
  retrieve(request_id: string, options?: CallOptions): Promise<Request> {
    return this.call('GET /requests/:request_id', [request_id], undefined, options)
  }
}

export interface Request {
  /** As in the header X-Request-Id, unless you sent that header. */
  request_id: string
  /** The header X-Request-Id that you sent, which events and the audit trail have; null if you sent none. */
  sent_request_id: string | null
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** The HTTP method. */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The URL with the names of its ids, such as `/payments/:payment_id`. */
  route: string
  /** The URL with its ids and without its query. */
  path: string
  /** The HTTP status; 499 if you closed the connection before the answer. */
  status: number
  /** The code of the error; null without one. */
  error_code: string | null
  /** From the request to its answer, in milliseconds. */
  duration_ms: number
  /** The API key that sent it; null for a user. */
  key_id: string | null
  /** The user who sent it; null for an API key. */
  user_id: string | null
  /** The address that it came from; null for shoppers. */
  address: string | null
  /** The start of the header User-Agent; null for shoppers. */
  user_agent: string | null
  /** The library with its version, such as `florin-node/1.2.0`. */
  sdk: string | null
  /** The profiles that it named, else those of its key. */
  profile_ids: string[]
  /** The objects that it names, up to 20. */
  object_ids: string[]
  /** When it was received, in UTC, by the wall clock. */
  created: string
  /** The body that was sent, or the query of a GET, as JSON, redacted: card data, secrets, personal data and free text are `[redacted]`. Cut after 16 KiB; null if it is never stored. */
  request_body: string | null
  /** The answer as JSON, redacted: card data, secrets, personal data and free text are `[redacted]`. Cut after 16 KiB; null if it is never stored. */
  response_body: string | null
  /** The events that it caused, for keys with the scope `webhooks:read`. */
  webhooks: Webhook[]
}

export interface RequestEntry {
  /** As in the header X-Request-Id, unless you sent that header. */
  request_id: string
  /** The header X-Request-Id that you sent, which events and the audit trail have; null if you sent none. */
  sent_request_id: string | null
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** The HTTP method. */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The URL with the names of its ids, such as `/payments/:payment_id`. */
  route: string
  /** The URL with its ids and without its query. */
  path: string
  /** The HTTP status; 499 if you closed the connection before the answer. */
  status: number
  /** The code of the error; null without one. */
  error_code: string | null
  /** From the request to its answer, in milliseconds. */
  duration_ms: number
  /** The API key that sent it; null for a user. */
  key_id: string | null
  /** The user who sent it; null for an API key. */
  user_id: string | null
  /** The address that it came from; null for shoppers. */
  address: string | null
  /** The start of the header User-Agent; null for shoppers. */
  user_agent: string | null
  /** The library with its version, such as `florin-node/1.2.0`. */
  sdk: string | null
  /** The profiles that it named, else those of its key. */
  profile_ids: string[]
  /** The objects that it names, up to 20. */
  object_ids: string[]
  /** When it was received, in UTC, by the wall clock. */
  created: string
}

export type RequestList = Page<RequestEntry>

export interface RequestListParams extends PageParams {
  /** `newest` lists the last created entry first, `oldest` lists the first created one first. */
  order?: 'newest' | 'oldest' | undefined
  /** Exactly this HTTP status. */
  status?: number | undefined
  /** Statuses of this class. */
  status_class?: '2xx' | '3xx' | '4xx' | '5xx' | undefined
  /** A route, such as `/payments/:payment_id`. */
  route?: string | undefined
  /** An HTTP method. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined
  /** A code, or several separated by commas. Values: `IR_02`, `IR_03`, `AU_01`, `AU_02`, `RL_01`, `AU_03`, `IR_07`, `IR_06`, `IR_36`, `IR_33`, `IR_35`, `IR_01`, `IR_04`, `IR_05`, `IR_29`, `HE_01`, `IR_16`, `IR_14`, `IR_13`, `PE_01`, `PE_02`, `PE_03`, `CE_01`, `CE_02`, `HE_00`. */
  error_code?: string | string[] | undefined
  /** An API key, or several. */
  key_id?: string | string[] | undefined
  /** A user, or several. */
  user_id?: string | string[] | undefined
  /** Only requests by API keys, or only those by users. */
  sent_by?: 'keys' | 'users' | undefined
  /** An object that the request named, such as a payment or a customer. */
  object_id?: string | undefined
}

export interface Webhook {
  /** The id of the event. Process each id once. */
  event_id: string
  /** What happened. */
  event_type: string
  /** The object that changed. */
  object_id: string
  /** When the object was created, in UTC. */
  created: string
  delivery: Delivery | null
}
