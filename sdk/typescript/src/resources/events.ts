// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { List } from '../list.ts'
import type { Page } from '../list.ts'
import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { Delivery, EventType, PageParams } from '../types/shared.ts'

/** Events notify your server of changes. List, retrieve, test and redeliver them. */
export class EventsApi extends Resource {
  /** List events */
  list(merchant_id: string, params?: EventListParams, options?: CallOptions): List<EventList, EventEntry> {
    return this.pages('GET /events/:merchant_id', [merchant_id], params ?? {}, options, { idField: 'event_id' })
  }

  /** Search events */
  search(merchant_id: string, params?: EventListParams, options?: CallOptions): List<EventList, EventEntry> {
    return this.pages('POST /events/:merchant_id', [merchant_id], params ?? {}, options, { idField: 'event_id' })
  }

  /** List the delivery attempts of an event */
  listAttempts(merchant_id: string, event_id: string, params?: EventListAttemptsParams, options?: CallOptions): List<EventAttemptList, EventAttempt> {
    return this.pages('GET /events/:merchant_id/:event_id/attempts', [merchant_id, event_id], params ?? {}, options, {})
  }

  /** Search the delivery attempts of an event */
  searchAttempts(merchant_id: string, event_id: string, params?: EventListAttemptsParams, options?: CallOptions): List<EventAttemptList, EventAttempt> {
    return this.pages('POST /events/:merchant_id/:event_id/attempts', [merchant_id, event_id], params ?? {}, options, {})
  }

  /**
   * Send a test event.
   *
   * Creates an event with a sample object and delivers it like any other event. It has `is_test: true`, and its object does not exist. `delivery` in the response says whether your profile accepts it. A few are accepted a minute; `X-RateLimit-Limit` says how many.
   */
  sendTest(merchant_id: string, params: EventSendTest, options?: CallOptions): Promise<StoredEvent> {
    return this.call('POST /events/:merchant_id/test', [merchant_id], params, options)
  }

  /**
   * Follow events.
   *
   * Sends events from a cursor on, in the order in which they became known, without a gap and in order for each object. With `Accept: text/event-stream` the response is a stream of Server-Sent Events: `id` is the cursor, `data` a `StreamedEvent`; it ends after a minute, and the client connects again with `Last-Event-ID`. Otherwise the response is JSON and waits for `wait` seconds if there is no event yet. A redelivered event is sent again, with `is_redelivery: true`. A key that is bound to profiles gets the events of those.
   */
  stream(merchant_id: string, params?: EventStreamParams, options?: CallOptions): List<EventStreamPage, StreamedEvent> {
    return this.pages('GET /events/:merchant_id/stream', [merchant_id], params ?? {}, options, { isWhole: true })
  }

  /**
   * Record forwarded events.
   *
   * For a program that follows events and forwards them, such as `florin listen`: records its attempts, so that the list of attempts shows them with the name of the listener. The delivery of an event and its retries stay as they are.
   */
  recordForwarded(merchant_id: string, params: EventRecordForwarded, options?: CallOptions): Promise<ForwardedEvents> {
    return this.call('POST /events/:merchant_id/forwarded', [merchant_id], params, options)
  }

  /**
   * Retrieve an event.
   *
   * The event as it was sent, and the status of its delivery. Events are kept for 30 days.
   */
  retrieve(merchant_id: string, event_id: string, options?: CallOptions): Promise<StoredEvent> {
    return this.call('GET /events/:merchant_id/:event_id', [merchant_id, event_id], undefined, options)
  }

  /**
   * Redeliver an event.
   *
   * Sends the same body again within about a second, whatever the status of the delivery, and adds the event to the stream again. A profile without `webhook_url` is accepted while a client follows the stream. The call returns immediately, with the delivery `pending`; read the newest attempt for the result.
   */
  retry(merchant_id: string, event_id: string, options?: CallOptions): Promise<StoredEvent> {
    return this.call('POST /events/:merchant_id/:event_id/retry', [merchant_id, event_id], undefined, options)
  }
}

export interface EventAttempt {
  /** The listener that forwarded the event, such as `florin listen` on a laptop; null for a delivery to your `webhook_url`. */
  listener: string | null
  /** The number in `X-Webhook-Attempt`. */
  attempt: number
  /** Where the event was posted. */
  url: string
  /** Credentials are masked. */
  request_headers: Record<string, string>
  /** The HTTP status of your server; null without a response. */
  response_status: number | null
  /** Credentials are masked. */
  response_headers: Record<string, string> | null
  /** The first 4 KiB of the response body. */
  response_body: string | null
  /**
   * The failure, when there was no response; null otherwise.
   *
   * - `address_refused`: The address is not public, so it is not called.
   * - `dns`: The host name could not be resolved.
   * - `refused`: The server refused the connection.
   * - `unreachable`: The server is unreachable.
   * - `tls`: The TLS connection failed.
   * - `timeout`: The server did not answer in time.
   * - `reset`: The connection was closed before the response.
   * - `not_http`: The response was not HTTP.
   * - `failed`: The request could not be sent.
   */
  error: 'address_refused' | 'dns' | 'refused' | 'unreachable' | 'tls' | 'timeout' | 'reset' | 'not_http' | 'failed' | null
  /** The failure in words; null if there was a response. */
  error_message: string | null
  /** How long the attempt took, in milliseconds. */
  duration_ms: number
  /** When the object was created, in UTC. */
  created: string
}

export type EventAttemptList = Page<EventAttempt>

export interface EventEntry {
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** The id of the event. Process each id once. */
  event_id: string
  /** The id of the business profile, `pro_…`. */
  profile_id: string
  /** What happened. The reference page of events says when each type is sent. */
  event_type: EventType
  /** The payment, refund, dispute or payout that changed. */
  object_id: string
  /** Counts the changes of the object: a higher number is a later change. */
  sequence: number
  /** When the object was created, in UTC. */
  created: string
  /** Whether the event was created by the test route; its object does not exist. */
  is_test: boolean
  delivery: Delivery | null
}

export type EventList = Page<EventEntry>

export interface EventListAttemptsParams {
  /** Entries per page, 1 to 100. */
  limit?: number | undefined
  /** Entries to skip. For deep pages `starting_after` is cheaper. */
  offset?: number | undefined
  /** Only entries created at this time or later; ISO 8601. */
  created_gte?: string | undefined
  /** Only entries created at this time or earlier; ISO 8601. */
  created_lte?: string | undefined
}

export interface EventListParams extends PageParams {
  /** `newest` lists the last created entry first, `oldest` lists the first created one first. */
  order?: 'newest' | 'oldest' | undefined
  /** A type, or several separated by commas. Values: `payment_created`, `payment_succeeded`, `payment_failed`, `payment_processing`, `payment_cancelled`, `payment_authorized`, `payment_captured`, `payment_reversed`, `action_required`, `refund_succeeded`, `refund_failed`, `refund_review`, `dispute_opened`, `dispute_expired`, `dispute_accepted`, `dispute_cancelled`, `dispute_challenged`, `dispute_won`, `dispute_lost`, `payout_initiated`, `payout_processing`, `payout_success`, `payout_failed`, `payout_cancelled`, `payout_expired`, `payout_reversed`, `invoice_paid`, `invoice_payment_failed`, `subscription_active`, `subscription_trial`, `subscription_paused`, `subscription_resumed`, `subscription_cancelled`, `subscription_inactive`, `payment_link_completed`, `payment_link_expired`. */
  event_type?: string | string[] | undefined
  /** The id of a payment, refund, …, or several. */
  object_id?: string | string[] | undefined
  /** The same as `object_id`, for payments. */
  payment_id?: string | string[] | undefined
  /** A profile, or several. */
  profile_id?: string | string[] | undefined
  /**
   * How far the delivery is.
   *
   * - `pending`: The next attempt is at `next_attempt_at`.
   * - `delivered`: Your server answered with a 2xx.
   * - `exhausted`: No attempt succeeded, and there are no more automatic retries.
   * - `stopped`: Not retried: your server answered 410, or the profile has no `webhook_url`.
   * - `skipped`: Never sent: `reason` says why the profile does not receive it.
   */
  delivery_status?: 'pending' | 'delivered' | 'exhausted' | 'stopped' | 'skipped' | undefined
}

export interface EventRecordForwarded {
  /** Names the listener; each run of a listener has its own name. */
  listener: string
  /** The attempts, up to 100. */
  attempts: EventRecordForwardedAttempt[]
}

export interface EventRecordForwardedAttempt {
  /** The event that was forwarded. */
  event_id: string
  /** Counts the attempts of this listener at this event. */
  attempt: number
  /** Where the event was posted. A user name, a password and a query are not stored. */
  url: string
  /** The HTTP status of the response; null without one. */
  response_status?: number | null | undefined
  /** The start of the response body. */
  response_body?: string | null | undefined
  /**
   * Why there was no response; null with one.
   *
   * - `address_refused`: The address is not public, so it is not called.
   * - `dns`: The host name could not be resolved.
   * - `refused`: The server refused the connection.
   * - `unreachable`: The server is unreachable.
   * - `tls`: The TLS connection failed.
   * - `timeout`: The server did not answer in time.
   * - `reset`: The connection was closed before the response.
   * - `not_http`: The response was not HTTP.
   * - `failed`: The request could not be sent.
   */
  error?: 'address_refused' | 'dns' | 'refused' | 'unreachable' | 'tls' | 'timeout' | 'reset' | 'not_http' | 'failed' | null | undefined
  /** How long the attempt took, in milliseconds. */
  duration_ms: number
}

export interface EventSendTest {
  /** The type of the test event. */
  event_type: EventType
  /** The profile that receives it; your default profile when omitted. */
  profile_id?: string | undefined
}

export interface EventStreamPage {
  /** The events, oldest first. */
  data: StreamedEvent[]
  /** Send it as `after` to continue. */
  cursor: string
  /** Whether there may be more events to read at once. */
  has_more: boolean
}

export interface EventStreamParams {
  /** Events after this cursor: the `cursor` of a response, or the `id` of an event in the stream. The header `Last-Event-ID` comes first. */
  after?: string | undefined
  /** Events that became known at this time or later, up to 30 days back; ISO 8601. Without `after` and `since` only new events are sent. */
  since?: string | undefined
  /** Only these types, separated by commas; `*` stands for any characters, as in `payment_*`. */
  event_types?: string | undefined
  /** How many seconds a JSON response waits for an event if there is none, up to 30. */
  wait?: number | undefined
  /** Events in a JSON response, 1 to 100. */
  limit?: number | undefined
}

export interface ForwardedEvents {
  /** The attempts that were recorded now. The others are recorded already, belong to no event of yours, or are more than 100 for one event. */
  recorded: number
}

export interface StoredEvent {
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** The id of the event. Process each id once. */
  event_id: string
  /** The id of the business profile, `pro_…`. */
  profile_id: string
  /** What happened. The reference page of events says when each type is sent. */
  event_type: EventType
  /** The payment, refund, dispute or payout that changed. */
  object_id: string
  /** Counts the changes of the object: a higher number is a later change. */
  sequence: number
  /** When the object was created, in UTC. */
  created: string
  /** Whether the event was created by the test route; its object does not exist. */
  is_test: boolean
  delivery: Delivery | null
  content: StoredEventContent
  /** When it happened, in UTC; the same as `created`. */
  timestamp: string
}

/** The object that changed, and its type. */
export interface StoredEventContent {
  /** The type of `object`, such as `payment_details`. */
  type: 'payment_details' | 'refund_details' | 'dispute_details' | 'payout_details' | 'subscription_details' | 'payment_link_details'
  /** The object as it was sent; null for a key that may not read such objects, for example without `payments:read`. */
  object: Record<string, unknown> | null
}

export interface StreamedEvent {
  /** The position in the stream, to continue after this event. */
  cursor: string
  /** The id of the event. Process each id once. */
  event_id: string
  /** What happened. */
  event_type: EventType
  /** The id of the business profile, `pro_…`. */
  profile_id: string
  /** The payment, refund, dispute or payout that changed. */
  object_id: string
  /** Counts the changes of the object: a higher number is a later change. */
  sequence: number
  /** Whether the event was in the stream before, and a redelivery was requested. */
  is_redelivery: boolean
  /** Whether the event was created by the test route; its object does not exist. */
  is_test: boolean
  /** The exact text that a webhook sends, to be signed and forwarded as it is. For a key that may not read such objects, `content.object` in it is null. */
  body: string
  /** When the object was created, in UTC. */
  created: string
}
