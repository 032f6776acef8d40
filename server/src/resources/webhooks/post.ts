// One delivery on its way to the merchant's server: one POST, one answer, within ten seconds. Whom we
// call was chosen by somebody else, so the address is guarded here too: the URL is judged again as when it
// was set, and a name is judged by the addresses it leads to at this moment.
import { Agent, type Dispatcher } from 'undici'
import { webhookRefusal } from '#kernel/addresses.ts'
import { monotonicMs } from '#kernel/clock.ts'
import { AddressRefused, guardedLookup, type Resolve } from './lookup.ts'

export interface Posting {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** What kept an answer away; each with what the merchant is told. */
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
  /** Never rejects: no answer is a result too. Redirects are answers, and not followed. */
  post(posting: Posting): Promise<PostResult>
  /** Resolves when what is under way has ended. */
  close(): Promise<void>
}

export interface PosterOptions {
  /** Only the sandbox may call its own machine. */
  readonly allow_loopback: boolean
  /** From the asking to the last byte that is read of the answer. */
  readonly timeout_ms?: number
  /** The addresses of a name. */
  readonly resolve?: Resolve
}

const LONGEST_BODY = 4_096
const MOST_HEADERS = 50
const LARGEST_HEAD = 16_384

export function openPoster(options: PosterOptions): Poster {
  const { allow_loopback, timeout_ms = 10_000, resolve } = options
  const agent = new Agent({
    connect: { lookup: guardedLookup(resolve), autoSelectFamily: true, timeout: timeout_ms },
    maxHeaderSize: LARGEST_HEAD,
    headersTimeout: timeout_ms,
    bodyTimeout: timeout_ms,
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
      const begun = monotonicMs()
      const result = await send(posting).catch(failureOf)
      return { ...result, duration_ms: Math.round(monotonicMs() - begun) }
    },
    close: () => agent.close(),
  }
}

function firstHeaders(headers: Record<string, string | string[] | undefined>) {
  const entries = Object.entries(headers).slice(0, MOST_HEADERS)
  return Object.fromEntries(entries.map(([name, value]) => [name, storable([value].join())]))
}

/**
 * The status has come and decides; what follows is kept for whoever looks for a fault, so a body that is
 * long, slow or broken off takes nothing back. Leaving the loop lets the connection go.
 */
async function firstBytes(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length > LONGEST_BODY) break
    }
  } catch {
    // What was read is what there is.
  }
  return storable(Buffer.concat(chunks).subarray(0, LONGEST_BODY).toString())
}

/** PostgreSQL keeps any text but for one character. */
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

function failureOf(thrown: Error & { code?: string | number }) {
  const error = errorWord(thrown)
  const isTelling = error === 'address_refused' || error === 'tls'
  const message = isTelling && thrown.message !== '' ? thrown.message : failures[error]
  return { error, message: storable(message).slice(0, 500) }
}

function errorWord({ name, code }: Error & { code?: string | number }): PostError {
  if (name === 'TimeoutError') return 'timeout'
  if (name === 'HTTPParserError') return 'not_http'
  if (typeof code !== 'string') return 'failed'
  const known = errorCodes[code]
  if (known !== undefined) return known
  return /CERT|TLS|SSL|UNABLE_TO|ISSUER/.test(code) ? 'tls' : 'failed'
}
