// Options for the client and for one call.

export interface FlorinOptions {
  /** Your server's secret key. Defaults to the variable FLORIN_API_KEY. */
  apiKey?: string | undefined
  /** Your Florin's address, such as `https://pay.example.com`. Defaults to the variable FLORIN_BASE_URL. */
  baseUrl?: string | undefined
  /** The time for one attempt, including the whole answer. 60,000 by default. */
  timeoutMs?: number | undefined
  /** Attempts after the first one. 3 by default; 0 turns retries off. */
  maxRetries?: number | undefined
  /** An API version such as `2026-01-31`. By default the one that your merchant is pinned to. */
  apiVersion?: string | undefined
  /** The business profile for routes that need one, if a call names no other. */
  profileId?: string | undefined
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
  /** Called before each attempt, and may set headers, such as `traceparent`. The API key is not among them. */
  onRequest?: ((request: RequestEvent) => void | Promise<void>) | undefined
  /** Called after each attempt, with its status or the reason for which there is none. Its errors are ignored. */
  onResponse?: ((response: ResponseEvent) => void | Promise<void>) | undefined
}

export interface CallOptions {
  /** Store it with your order before the call, and a call after a crash cannot charge twice. Random by default. */
  idempotencyKey?: string | undefined
  timeoutMs?: number | undefined
  maxRetries?: number | undefined
  /** Aborts the call, including its retries. The request may have been carried out. */
  signal?: AbortSignal | undefined
  headers?: Readonly<Record<string, string>> | undefined
  profileId?: string | undefined
  apiVersion?: string | undefined
}

export interface RequestEvent {
  /** The route, such as `POST /payments/:payment_id/capture`: few values, so that it can name a span or a metric. */
  readonly route: string
  readonly method: string
  readonly url: string
  /** From 1. */
  readonly attempt: number
  readonly idempotencyKey: string | undefined
  readonly headers: Headers
}

export interface ResponseEvent extends RequestEvent {
  /** Undefined if there was no answer. */
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly durationMs: number
  /** The connection failed, or the time was over. */
  readonly error: unknown
}
