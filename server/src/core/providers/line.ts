// A line to another machine: one request, one answer, and otherwise the one thing that matters about
// money: can any of it have been sent?
//
// Error codes do not tell. ECONNRESET and ETIMEDOUT come before a connection stands as well as long after
// the request was read. So we watch the connection itself: a socket that never connected has carried no
// byte, whatever it then failed of (refused, no such host, no route, the deadline, or still waiting for a
// free socket). From the moment it is connected, or was kept from an earlier request, every failure is
// `unknown`: the kernel may have handed the request over, and an answer may be lost on its way back.
// With TLS the handshake counts as connected already, which errs on the safe side.
//
// This is `node:http` and not `fetch`, because `fetch` does not show its connections and costs six times
// as much (300 µs of CPU a call against 50, measured with 64 at once).
import http from 'node:http'
import https from 'node:https'

export type Reply =
  | { readonly sent: 'answered'; readonly status: number; readonly text: string }
  | { readonly sent: 'maybe'; readonly cause: string }
  | { readonly sent: 'no'; readonly cause: string }

export interface LineRequest {
  readonly method: 'GET' | 'POST'
  /** Begins with a slash; what is filled into it is encoded. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface LineOptions {
  readonly url: string
  /** From the asking to the last byte of the answer. */
  readonly timeout_ms: number
  readonly connections?: number
}

export interface Line {
  /** Never rejects: not knowing is an answer. */
  ask(request: LineRequest): Promise<Reply>
  close(): void
}

/** An answer that is longer is no answer of a payment provider. */
const LONGEST_ANSWER = 1_000_000

export function openLine({ url, timeout_ms, connections = 256 }: LineOptions): Line {
  const base = new URL(url)
  const secure = base.protocol === 'https:'
  // An agent follows the server's `Keep-Alive: timeout` only if it has a longer timeout of its own, and a
  // connection that the server closes just as we write is an `unknown` for nothing.
  const options = { keepAlive: true, maxSockets: connections, timeout: timeout_ms + 60_000 }
  const agent = secure ? new https.Agent(options) : new http.Agent(options)
  const start = secure ? https.request : http.request
  const prefix = base.pathname.replace(/\/$/, '')
  // URL keeps the brackets of an IPv6 address, and a socket does not take them.
  const host = base.hostname.replace(/^\[|\]$/g, '')
  const target = { agent, host, port: base.port || (secure ? 443 : 80) }
  const ask = (request: LineRequest) => {
    const { method, path, headers, body = '' } = request
    const length = { 'Content-Length': Buffer.byteLength(body) }
    const open = () =>
      start({ ...target, method, path: prefix + path, headers: { ...headers, ...length } })
    return exchange(open, body, timeout_ms)
  }
  return { ask, close: () => release(agent) }
}

/** `agent.destroy()` would break off what is under way as well, and make unknowns of it. */
function release(agent: http.Agent): void {
  agent.maxFreeSockets = 0
  for (const sockets of Object.values(agent.freeSockets)) {
    for (const socket of sockets ?? []) socket.destroy()
  }
}

function exchange(open: () => http.ClientRequest, body: string, timeout_ms: number) {
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
      // Thrown for a header that HTTP cannot carry, before there is a socket.
      return fail(nameOf(error))
    }
    request.once('socket', (socket) => {
      if (!socket.connecting) connected = true
      else socket.once('connect', () => (connected = true))
    })
    // An answer proves that the request went out, whatever happens to the answer.
    request.once('response', (response) => read(response, settle, fail))
    request.on('error', (error) => fail(nameOf(error)))
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
    if (length > LONGEST_ANSWER) response.destroy(new Error('too_long'))
  })
  response.on('error', (error) => fail(nameOf(error)))
  response.once('end', () => {
    // A connection cut in the middle of a body ends it too; half an answer is none.
    if (!response.complete) return fail('cut')
    const text = Buffer.concat(pieces, length).toString('utf8')
    settle({ sent: 'answered', status: response.statusCode ?? 0, text })
  })
}

/** The code, else the message; both are Node's own words and hold nothing of the request. */
function nameOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
