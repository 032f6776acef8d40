// Sends one POST to a merchant's server, with a ten-second timeout. Merchants choose the URL, so it is checked again
// on every request (SSRF): the URL itself by the rules that applied when it was set, and a host name by the addresses
// it resolves to now.
import { Agent, type Dispatcher } from 'undici'
import { webhookRefusal } from '#kernel/addresses.ts'
import { monotonicMs } from '#kernel/clock.ts'
import { AddressRefused, guardedLookup, type Resolve } from './lookup.ts'

export interface Posting {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Reasons for no response, each with the message for the merchant. */
export const failures = {
  address_refused: 'The address is not public, so it is not called.',
  dns: 'The host name could not be resolved.',
  refused: 'The server refused the connection.',
  unreachable: 'The server is unreachable.',
  tls: 'The TLS connection failed.',
  timeout: 'The server did not answer in time.',
  reset: 'The connection was closed before the response.',
  not_http: 'The response was not HTTP.',
  failed: 'The request could not be sent.',
} as const

export type PostError = keyof typeof failures

export type PostResult =
  | {
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
      readonly duration_ms: number
    }
  | { readonly error: PostError; readonly message: string; readonly duration_ms: number }

export interface Poster {
  /** Never rejects: no response is a result too. A redirect is a response and is not followed. */
  post(posting: Posting): Promise<PostResult>
  /** Resolves when the requests in flight have ended. */
  close(): Promise<void>
}

export interface PosterOptions {
  /** True in the sandbox only. */
  readonly allow_loopback: boolean
  /** From the request to the last byte read from the response. */
  readonly timeout_ms?: number
  /** Resolves a host name to addresses. */
  readonly resolve?: Resolve
}

const MAX_BODY_BYTES = 4_096
const MAX_HEADERS = 50
const MAX_HEADER_BYTES = 16_384

export function openPoster(options: PosterOptions): Poster {
  const { allow_loopback, timeout_ms = 10_000, resolve } = options
  const agent = new Agent({
    connect: { lookup: guardedLookup(resolve), autoSelectFamily: true, timeout: timeout_ms },
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: timeout_ms,
    bodyTimeout: timeout_ms,
    // The limits above are those of HTTP/1.1.
    allowH2: false,
  })
  async function send(posting: Posting) {
    const refusal = webhookRefusal(posting.url, allow_loopback)
    if (refusal !== undefined) throw new AddressRefused(`The address ${refusal}.`)
    const { origin, pathname, search } = new URL(posting.url)
    const { headers, body } = posting
    const signal = AbortSignal.timeout(timeout_ms)
    const path = pathname + search
    const reply = await agent.request({ origin, path, method: 'POST', headers, body, signal })
    return {
      status: reply.statusCode,
      headers: firstHeaders(reply.headers),
      body: await firstBytes(reply.body),
    }
  }
  return {
    async post(posting) {
      const started = monotonicMs()
      const result = await send(posting).catch(toPostFailure)
      return { ...result, duration_ms: Math.round(monotonicMs() - started) }
    },
    close: () => agent.close(),
  }
}

function firstHeaders(headers: Record<string, string | string[] | undefined>) {
  const entries = Object.entries(headers).slice(0, MAX_HEADERS)
  return Object.fromEntries(entries.map(([name, value]) => [name, storable([value].join())]))
}

/**
 * The body is only logged; the status alone decides. So a body that is too long, slow or incomplete is cut
 * and is no error. Leaving the loop closes the connection.
 */
async function firstBytes(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length > MAX_BODY_BYTES) break
    }
  } catch {
    // The part that was read is logged.
  }
  return storable(Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString())
}

/** PostgreSQL text cannot hold U+0000. */
function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd')
}

const errorCodes: Readonly<Record<string, PostError>> = {
  ADDRESS_REFUSED: 'address_refused',
  ENOTFOUND: 'dns',
  ECONNREFUSED: 'refused',
  ENETUNREACH: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'not_http',
  EPROTO: 'tls',
}

function toPostFailure(thrown: Error & { code?: string | number }) {
  const error = classifyError(thrown)
  const isSpecific = error === 'address_refused' || error === 'tls'
  const message = isSpecific && thrown.message !== '' ? thrown.message : failures[error]
  return { error, message: storable(message).slice(0, 500) }
}

function classifyError({ name, code }: Error & { code?: string | number }): PostError {
  if (name === 'TimeoutError') return 'timeout'
  if (name === 'HTTPParserError') return 'not_http'
  if (typeof code !== 'string') return 'failed'
  const known = errorCodes[code]
  if (known !== undefined) return known
  return /CERT|TLS|SSL|UNABLE_TO|ISSUER/.test(code) ? 'tls' : 'failed'
}
