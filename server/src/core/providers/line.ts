// An HTTP client that reports, for every failure, whether any byte may have been sent.
//
// Error codes are not enough: ECONNRESET and ETIMEDOUT occur before a connection is established and long after the
// request was read. So the connection itself is observed: a socket that never connected has sent no byte, whatever
// the failure (refused, no such host, no route, the deadline, or no free socket). After the connection, or on a
// reused one, every failure is `maybe`: the request may have arrived and the answer may be lost. With TLS the
// handshake counts as connected, which is the safe side.
//
// `fetch` does not expose its connections and costs six times as much CPU (300 µs a call against 50, measured with 64
// in flight).
import http from 'node:http'
import https from 'node:https'
import { monotonicMs } from '#kernel/clock.ts'
import { type Span, type Tracing, tracing } from '#kernel/trace.ts'

export type Reply =
  | { readonly sent: 'answered'; readonly status: number; readonly text: string }
  | { readonly sent: 'maybe'; readonly cause: string }
  | { readonly sent: 'no'; readonly cause: string }

export interface LineRequest {
  readonly method: 'GET' | 'POST'
  /** Begins with a slash; parameters are already encoded. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export interface LineOptions {
  readonly url: string
  /** From the request to the answer's last byte. */
  readonly timeout_ms: number
  readonly connections?: number
}

export interface Line {
  /** Never rejects. */
  ask(request: LineRequest): Promise<Reply>
  close(): void
}

const MAX_ANSWER_BYTES = 1_000_000

export function openLine({ url, timeout_ms, connections = 256 }: LineOptions): Line {
  const base = new URL(url)
  const secure = base.protocol === 'https:'
  // An agent obeys the server's `Keep-Alive: timeout` only if its own timeout is longer. Otherwise the server may
  // close a connection while we write, which is an avoidable `maybe`.
  const options = { keepAlive: true, maxSockets: connections, timeout: timeout_ms + 60_000 }
  const agent = secure ? new https.Agent(options) : new http.Agent(options)
  const start = secure ? https.request : http.request
  const prefix = base.pathname.replace(/\/$/, '')
  // URL keeps the brackets around an IPv6 address, and a socket does not accept them.
  const host = base.hostname.replace(/^\[|\]$/g, '')
  const target = { agent, host, port: base.port || (secure ? 443 : 80) }
  const ask = (request: LineRequest) => {
    const { method, path, headers, body = '' } = request
    const length = { 'Content-Length': Buffer.byteLength(body) }
    const open = () =>
      start({ ...target, method, path: prefix + path, headers: { ...headers, ...length } })
    const work = () => exchange(open, body, timeout_ms)
    return tracing ? traced(tracing, method, work) : work()
  }
  return { ask, close: () => release(agent) }
}

/** Without the path, which may hold a provider's names for a person's objects. */
function traced(on: Tracing, method: string, work: () => Promise<Reply>): Promise<Reply> {
  const send = async (span?: Span) => {
    const reply = await work()
    const status = reply.sent === 'answered' ? reply.status : undefined
    span?.set({ 'florin.result': reply.sent, 'http.response.status_code': status })
    return reply
  }
  return on.span('provider request', { 'http.request.method': method }, send, 'client')
}

/** `agent.destroy()` would also abort requests in flight. */
function release(agent: http.Agent): void {
  agent.maxFreeSockets = 0
  for (const sockets of Object.values(agent.freeSockets)) {
    for (const socket of sockets ?? []) socket.destroy()
  }
}

function exchange(open: () => http.ClientRequest, body: string | Buffer, timeout_ms: number) {
  return new Promise<Reply>((resolve) => {
    let connected = false
    const settle = (reply: Reply) => {
      clearTimeout(deadline)
      resolve(reply)
    }
    const fail = (cause: string) => settle({ sent: connected ? 'maybe' : 'no', cause })
    const deadline = setTimeout(() => {
      fail('deadline')
      request.destroy()
    }, timeout_ms)
    let request: http.ClientRequest
    try {
      request = open()
    } catch (error) {
      // Thrown for an invalid header, before a socket is opened.
      return fail(errorName(error))
    }
    request.once('socket', (socket) => {
      if (!socket.connecting) connected = true
      else socket.once('connect', () => (connected = true))
    })
    // An answer proves that the request was sent, even if the answer is lost.
    request.once('response', (response) => read(response, settle, fail))
    request.on('error', (error) => fail(errorName(error)))
    request.once('close', () => fail('closed'))
    request.end(body)
  })
}

function read(
  response: http.IncomingMessage,
  settle: (reply: Reply) => void,
  fail: (cause: string) => void,
): void {
  const pieces: Buffer[] = []
  let length = 0
  response.on('data', (piece: Buffer) => {
    length += piece.length
    pieces.push(piece)
    if (length > MAX_ANSWER_BYTES) response.destroy(new Error('too_long'))
  })
  response.on('error', (error) => fail(errorName(error)))
  response.once('end', () => {
    // `end` is also emitted if the connection is lost within the body.
    if (!response.complete) return fail('cut')
    const text = Buffer.concat(pieces, length).toString('utf8')
    settle({ sent: 'answered', status: response.statusCode ?? 0, text })
  })
}

/** The code or the message; both come from Node and contain no part of the request. */
function errorName(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}

export interface Circuit {
  /** True if a request may be sent; its result must then be reported. */
  admits(): boolean
  report(went: 'well' | 'badly'): void
  /** True from the last failure in a row until a request succeeds. */
  isOpen(): boolean
}

interface CircuitOptions {
  /** This many consecutive failures within the window open the circuit. */
  readonly failures?: number
  readonly window_ms?: number
  readonly rest_ms?: number
  readonly now?: () => number
}

/**
 * A circuit breaker: after several consecutive failures no requests are sent for a moment, so that payments get an
 * immediate and certain `not_sent` instead of a timeout each. Then one request probes the provider; if it succeeds, the
 * circuit closes. Written here, because libraries expect failures as exceptions and here they are values.
 */
export function createCircuit(options: CircuitOptions = {}): Circuit {
  const { failures = 5, window_ms = 30_000, rest_ms = 2_000, now = monotonicMs } = options
  /** Times of the last consecutive failures. */
  let row: number[] = []
  let open_until: number | undefined
  let probing = false
  const open = () => {
    open_until = now() + rest_ms
    probing = false
  }
  const close = () => {
    row = []
    open_until = undefined
    probing = false
  }
  return {
    admits() {
      if (open_until === undefined) return true
      if (probing || now() < open_until) return false
      probing = true
      return true
    },
    report(went) {
      if (went === 'well') return close()
      row = [...row, now()].slice(-failures)
      const within = now() - (row[0] ?? 0) <= window_ms
      if (open_until !== undefined || (row.length === failures && within)) open()
    },
    isOpen: () => open_until !== undefined,
  }
}
