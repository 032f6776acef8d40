// An HTTP proxy between Florin and the bank, for network faults and slow acquirers: a request can be held until the
// test releases it, dropped before or after it has reached the bank, or answered by the test. A held request reaches
// the bank even if the caller has given up meanwhile.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { eventually } from './eventually.ts'

export interface BankRequest {
  readonly method: string
  readonly path: string
  /** The JSON body; an empty object if there is none. */
  readonly body: Readonly<Record<string, unknown>>
  is_done: boolean
}

/**
 * `forward`: as if there were no proxy. `drop`: the bank never sees the request. `lose_answer`: the bank
 * acts, and its answer is lost. An object is the answer in the bank's place.
 */
export type Verdict = 'forward' | 'drop' | 'lose_answer' | { status: number; body: unknown }

type Match = (request: BankRequest) => boolean

export interface HeldRequest {
  /** Resolves when the request is at the proxy. */
  readonly arrived: Promise<BankRequest>
  release(verdict?: Verdict): void
}

export interface BankProxy extends AsyncDisposable {
  readonly url: string
  /** Every request so far. */
  readonly requests: readonly BankRequest[]
  /** Decides about every matching request; the rule that was added last is asked first. */
  on(match: Match, verdict: (request: BankRequest) => Verdict | Promise<Verdict>): void
  /** Decides about the next matching request only. */
  next(match: Match, verdict: Verdict): void
  /** Holds the next matching request until it is released. */
  hold(match: Match): HeldRequest
  /** Removes all rules; requests that are held stay held. */
  clear(): void
  /** Resolves when no request is held or under way. */
  idle(): Promise<void>
}

/** A new operation, of this kind if given. */
export function isOperation(kind?: string): Match {
  return ({ method, path, body }) =>
    method === 'POST' && path === '/operations' && (kind === undefined || body['kind'] === kind)
}

/** A query about an operation, or about this one if given. */
export function isQuery(operation_id?: string): Match {
  return ({ method, path }) =>
    method === 'GET' &&
    (operation_id === undefined
      ? path.startsWith('/operations/')
      : path === `/operations/${operation_id}`)
}

/** The bank's answer to a question about an operation that it does not know. */
export const UNKNOWN_OPERATION: Verdict = {
  status: 404,
  body: { error: 'unknown_operation', message: 'The bank does not know this operation.' },
}

interface Rule {
  match: Match
  verdict: (request: BankRequest) => Verdict | Promise<Verdict>
  once: boolean
}

export async function startBankProxy(bank_url: string): Promise<BankProxy> {
  const requests: BankRequest[] = []
  const rules: Rule[] = []
  const verdictFor = (asked: BankRequest): Verdict | Promise<Verdict> => {
    const rule = rules.findLast(({ match }) => match(asked))
    if (rule === undefined) return 'forward'
    if (rule.once) rules.splice(rules.indexOf(rule), 1)
    return rule.verdict(asked)
  }
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const payload = await text(incoming)
    const { method = '', url = '' } = incoming
    const asked: BankRequest = { method, path: url, body: parsed(payload), is_done: false }
    requests.push(asked)
    try {
      await obey(await verdictFor(asked), { bank_url, incoming, payload }, response)
    } finally {
      asked.is_done = true
    }
  }
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    on: (match, verdict) => void rules.push({ match, verdict, once: false }),
    next: (match, verdict) => void rules.push({ match, verdict: () => verdict, once: true }),
    hold(match) {
      const arrival = Promise.withResolvers<BankRequest>()
      const decision = Promise.withResolvers<Verdict>()
      const verdict = (asked: BankRequest) => {
        arrival.resolve(asked)
        return decision.promise
      }
      rules.push({ match, verdict, once: true })
      return {
        arrived: arrival.promise,
        release: (given: Verdict = 'forward') => decision.resolve(given),
      }
    },
    clear: () => void rules.splice(0),
    async idle() {
      await eventually('the proxy is idle', async () => requests.every(({ is_done }) => is_done))
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function parsed(payload: string): Record<string, unknown> {
  if (payload === '') return {}
  const value: unknown = JSON.parse(payload)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

interface Forwarding {
  bank_url: string
  incoming: IncomingMessage
  payload: string
}

async function obey(verdict: Verdict, forwarding: Forwarding, to: ServerResponse): Promise<void> {
  if (verdict === 'drop') {
    to.destroy()
    return
  }
  if (typeof verdict === 'object') {
    to.writeHead(verdict.status, { 'Content-Type': 'application/json' })
    to.end(JSON.stringify(verdict.body))
    return
  }
  const answer = await forwarded(forwarding)
  if (verdict === 'lose_answer') to.destroy()
  else to.writeHead(answer.status, answer.headers).end(answer.payload)
}

function forwarded({ bank_url, incoming, payload }: Forwarding) {
  return new Promise<{ status: number; headers: Record<string, string>; payload: string }>(
    (resolve, reject) => {
      const { method, headers, url } = incoming
      const outgoing = request(new URL(url ?? '/', bank_url), { method, headers }, (answer) => {
        const type = answer.headers['content-type'] ?? 'application/json'
        text(answer).then(
          (body) =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: { 'Content-Type': type },
              payload: body,
            }),
          reject,
        )
      })
      outgoing.on('error', reject)
      outgoing.end(payload)
    },
  )
}
