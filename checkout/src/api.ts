// The page's requests. Each ends in one of a few results, so that a lost answer is never taken for a refusal.
import type { PageLinkStatus, PagePayment, PagePaymentRequest } from '@florin/pages/contract.ts'

interface ApiError {
  code: string
  message: string
  field?: string
}

export type Result<Value> =
  | { type: 'ok'; value: Value }
  /** The server refused the request: it made no payment. */
  | { type: 'refused'; status: number; error: ApiError }
  /** No answer, or one that does not say what happened. */
  | { type: 'unknown' }

const TIMEOUT_MS = 40_000
const SECRET_HEADER = 'X-Client-Secret'

interface Api {
  readonly pay: (
    body: PagePaymentRequest,
    secret: string | undefined,
  ) => Promise<Result<PagePayment>>
  readonly readPayment: (payment_id: string, secret: string) => Promise<Result<PagePayment>>
  readonly readAttempt: (attempt_id: string) => Promise<Result<PagePayment>>
  readonly readStatus: () => Promise<Result<PageLinkStatus>>
}

export function makeApi(base: string): Api {
  const get = <Value>(path: string, headers: Record<string, string> = {}) =>
    send<Value>(base + path, { headers })
  return {
    pay: (body, secret) =>
      send(`${base}/payments`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          // This shopper's unfinished payment gives way to the new one.
          ...(secret === undefined ? {} : { [SECRET_HEADER]: secret }),
        },
        body: JSON.stringify(body),
        // The answer matters more than the page: a reload does not cancel the request.
        keepalive: true,
      }),
    readPayment: (payment_id, secret) =>
      get(`/payments/${encodeURIComponent(payment_id)}`, { [SECRET_HEADER]: secret }),
    readAttempt: (attempt_id) => get(`/attempts/${encodeURIComponent(attempt_id)}`),
    readStatus: () => get('/status'),
  }
}

export async function send<Value>(url: string, request: RequestInit): Promise<Result<Value>> {
  try {
    const answer = await fetch(url, {
      // Only user pages have a cookie.
      credentials: 'omit',
      ...request,
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const body: unknown = await answer.json()
    if (answer.ok) return { type: 'ok', value: body as Value }
    const { error } = body as { error?: ApiError }
    if (answer.status >= 500 || error === undefined) return { type: 'unknown' }
    return { type: 'refused', status: answer.status, error }
  } catch {
    return { type: 'unknown' }
  }
}
