// The adapter to the sandbox bank. It sends each request once and says what is certain about it.
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sameBytes } from '../../kernel/crypto.ts'
import type { Log } from '../../kernel/log.ts'
import { createCircuit } from '../circuit.ts'
import { type LineRequest, openLine, type Reply } from '../line.ts'
import type {
  AuthorizeOutcome,
  AuthorizeRequest,
  Callback,
  CaptureRequest,
  FollowUpOutcome,
  NotSent,
  Provider,
  QueryOutcome,
  RefundRequest,
  ToldOutcome,
  Unknown,
  VoidRequest,
} from '../provider.ts'
import {
  inMaintenance,
  outcomeOf,
  parseAnswer,
  type Refusal,
  refusalIn,
  refused,
  unknown,
  unreachable,
} from './answers.ts'

export interface BankOptions {
  readonly url: string
  readonly key: string
  readonly callback_secret: string
  readonly timeout_ms?: number
  readonly log: Log
}

type Posted = AuthorizeRequest | CaptureRequest | RefundRequest | (VoidRequest & { amount: 0 })

/** The bank did its part, whatever it said. */
const ordinary: ReadonlySet<number> = new Set([200, 400, 404, 422])

/** What is certain after a request; a refusal means other things to an authorize than to a refund. */
type Certain = ToldOutcome | Unknown | NotSent | Refusal

export function createBank(options: BankOptions): Provider {
  const { callback_secret } = options
  const wire = openWire(options)
  return {
    name: 'bank',
    async authorize(request: AuthorizeRequest) {
      return asAuthorize(await wire.post('authorize', request))
    },
    async capture(request: CaptureRequest) {
      return asFollowUp(await wire.post('capture', request))
    },
    async void(request: VoidRequest) {
      return asFollowUp(await wire.post('void', { ...request, amount: 0 }))
    },
    async refund(request: RefundRequest) {
      return asFollowUp(await wire.post('refund', request))
    },
    query: wire.query,
    settle: wire.settle,
    verifyCallback: (rawBody, headers) => verifyCallback(callback_secret, rawBody, headers),
    close: wire.close,
  }
}

function openWire({ url, key, timeout_ms = 20_000, log }: BankOptions) {
  const line = openLine({ url, timeout_ms })
  const circuit = createCircuit()
  const fixed = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }

  async function ask(request: LineRequest, operation_id: string, faults?: string): Promise<Reply> {
    // A misfortune that a developer ordered says nothing about the bank.
    const isOrdered = faults !== undefined
    if (!isOrdered && !circuit.admits()) return { sent: 'no', cause: 'circuit' }
    const reply = await line.ask(request)
    if (!isOrdered) circuit.report(isAlive(reply) ? 'well' : 'badly')
    if (reply.sent !== 'answered') log.warn({ operation_id, ...reply }, 'the bank gave no answer')
    else if (!ordinary.has(reply.status)) {
      log.error({ operation_id, status: reply.status }, 'the bank answered out of order')
    }
    return reply
  }

  async function post(kind: string, { faults, ...request }: Posted): Promise<Certain> {
    const { operation_id } = request
    const body = JSON.stringify({ kind, ...request })
    const headers = faults === undefined ? fixed : { ...fixed, 'X-Bank-Fault': faults }
    const path = '/operations'
    const reply = await ask({ method: 'POST', path, headers, body }, operation_id, faults)
    return certainAfter(reply, operation_id)
  }

  async function query(operation_id: string): Promise<QueryOutcome> {
    const path = `/operations/${encodeURIComponent(operation_id)}`
    return told(await ask({ method: 'GET', path, headers: fixed }, operation_id), operation_id)
  }

  async function settle(operation_id: string, outcome: 'approved' | 'declined') {
    const path = `/operations/${encodeURIComponent(operation_id)}/settle`
    const body = JSON.stringify({ outcome })
    await ask({ method: 'POST', path, headers: fixed, body }, operation_id)
    return query(operation_id)
  }

  return { post, query, settle, close: () => line.close() }
}

function isAlive(reply: Reply): boolean {
  return reply.sent === 'answered' && reply.status < 500
}

function certainAfter(reply: Reply, operation_id: string): Certain {
  if (reply.sent === 'no') return unreachable
  if (reply.sent === 'maybe') return unknown
  const answer = parseAnswer(reply.text)
  if (reply.status === 200) return outcomeOf(answer, operation_id) ?? unknown
  if (reply.status === 503 && answer?.['error'] === 'maintenance') return inMaintenance
  // The key is looked at first, so nothing was done; to us the bank is as good as away.
  if (reply.status === 401 && answer?.['error'] === 'unauthorized') return unreachable
  return refusalIn(reply.status, answer) ?? unknown
}

function told(reply: Reply, operation_id: string): QueryOutcome {
  if (reply.sent !== 'answered') return unknown
  const answer = parseAnswer(reply.text)
  if (reply.status === 200) return outcomeOf(answer, operation_id) ?? unknown
  const isNew = reply.status === 404 && answer?.['error'] === 'unknown_operation'
  return isNew ? 'never_seen' : unknown
}

function asAuthorize(certain: Certain): AuthorizeOutcome {
  if ('result' in certain) return certain.result === 'refused' ? unknown : certain
  const { error, message } = certain
  const said = { provider_code: error, provider_message: message }
  const rest = { transaction_id: null, network: null, reason: null }
  // Of the refusals only a fault of the request itself can meet an authorize.
  const code = error === 'invalid_request' ? 'UE_4001' : 'UE_9000'
  return { result: 'declined', code, ...said, ...rest }
}

function asFollowUp(certain: Certain): FollowUpOutcome {
  if (!('result' in certain)) return refused(certain.error, certain.message)
  // An answer about another kind of operation is no answer.
  return certain.result === 'declined' || certain.result === 'challenge' ? unknown : certain
}

function verifyCallback(
  secret: string,
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
): Callback | undefined {
  const given = headers['x-bank-signature']
  if (typeof given !== 'string') return undefined
  const expected = createHmac('sha256', secret).update(rawBody).digest('hex')
  if (!sameBytes(Buffer.from(given), Buffer.from(expected))) return undefined
  const news = parseAnswer(rawBody.toString('utf8'))
  const operation = news?.['operation'] as { operation_id?: unknown } | undefined
  const event_id = news?.['event_id']
  const operation_id = operation?.operation_id
  if (typeof event_id !== 'string' || typeof operation_id !== 'string') return undefined
  const outcome = outcomeOf(operation, operation_id)
  return outcome && { event_id, operation_id, outcome }
}
