// Adapter for the sandbox bank. It sends each request once and reports only what is certain. A circuit breaker stops
// requests to a bank that fails.
import { DAY_MS } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import { certaintyTable } from '../certainty.ts'
import type { DisputeRequest } from '../dispute.ts'
import { createCircuit, openLine, type Reply } from '../line.ts'
import type { PayoutCheck, PayoutCheckOutcome, PayoutOutcome, PayoutRequest } from '../payout.ts'
import type {
  AuthorizeOutcome,
  CredentialCheck,
  ModificationOutcome,
  NotSent,
  Provider,
  QueryOutcome,
  Settlement,
  ReportedOutcome,
  Unknown,
} from '../provider.ts'
import type { AuthorizeRequest, CaptureRequest, RefundRequest, VoidRequest } from '../request.ts'
import {
  certainAfter,
  isRevoked,
  parseOutcome,
  type Refusal,
  refused,
  reportedBy,
  revoked,
  unknown,
} from './answers.ts'
import { parseSchedule } from './clocks.ts'
import { toDeclineCode, toObstacle } from './codes.ts'
import { answered, reportedDispute } from './disputes.ts'
import { eventPage, verifyCallback } from './events.ts'

type Posted =
  | AuthorizeRequest
  | CaptureRequest
  | RefundRequest
  | PayoutRequest
  | (VoidRequest & { amount: 0 })

type Certain = ReportedOutcome | Unknown | NotSent | Refusal

/** Ids are remembered for good, and a revoked one is refused for good. */
export const BANK_CERTAINTY = certaintyTable(DAY_MS, {
  resend: { remembered_ms: null, identical: false },
  revoke: 'final',
  query: 'lagging',
})

export function createBank(options: BankOptions): Provider {
  const wire = openWire(options)
  return {
    name: 'bank',
    certainty: BANK_CERTAINTY,
    authorize: async (request) => asAuthorize(await operate(wire, 'authorize', request)),
    capture: async (request) => asModification(await operate(wire, 'capture', request)),
    void: async (request) => asModification(await operate(wire, 'void', { ...request, amount: 0 })),
    refund: async (request) => asModification(await operate(wire, 'refund', request)),
    payout: async (request) => asPayout(await operate(wire, 'payout', request)),
    checkPayout: async (request) => checked(await askPayout(wire, 'check', request)),
    query: ({ operation_id }) => query(wire, operation_id),
    revoke: ({ operation_id }) => revoke(wire, operation_id),
    submitEvidence: ({ dispute_id, faults, ...evidence }) =>
      answerDispute(wire, 'evidence', { dispute_id, faults }, evidence),
    acceptDispute: (request) => answerDispute(wire, 'accept', request),
    expireDispute: (request) => answerDispute(wire, 'expire', request),
    queryDispute: async (dispute_id) =>
      reportedDispute(await wire.get(`/disputes/${encode(dispute_id)}`, dispute_id), dispute_id),
    listEvents: async (cursor) =>
      eventPage(await wire.get(`/events?after=${encode(cursor ?? '')}`, 'events')),
    check: () => check(wire),
    settle: (operation_id, outcome) => settle(wire, operation_id, outcome),
    onboard: async (request) => checked(await askPayout(wire, 'onboard', request)),
    readSchedule: async (merchant_id) => parseSchedule(await wire.get(...clockPath(merchant_id))),
    moveClock: async (merchant_id, ms) =>
      parseSchedule(await wire.post(...clockPath(merchant_id), { ms })),
    verifyCallback: (rawBody, headers) => verifyCallback(options.callback_secret, rawBody, headers),
    isCircuitOpen: () => wire.isCircuitOpen(),
    close: () => wire.close(),
  }
}

const encode = encodeURIComponent

/** The path to a merchant's clock, and its name for the log. */
function clockPath(merchant_id: string): [path: string, about: string] {
  return [`/clocks/${encode(merchant_id)}`, merchant_id]
}

async function operate(wire: Wire, kind: string, posted: Posted): Promise<Certain> {
  const { faults, ...request } = posted
  const { operation_id } = request
  const reply = await wire.post('/operations', operation_id, { kind, ...request }, faults)
  if (isRevoked(reply)) return revoked
  return certainAfter(reply, (answer) => parseOutcome(answer, operation_id))
}

/** Only an answer about the operation is certain; a failed revocation is not evidence. */
async function revoke(wire: Wire, operation_id: string) {
  const reply = await wire.post(`/operations/${encode(operation_id)}/revoke`, operation_id, {})
  const certain = certainAfter(reply, (answer) => parseOutcome(answer, operation_id))
  return 'result' in certain && certain.result !== 'not_sent' ? certain : unknown
}

async function query(wire: Wire, operation_id: string): Promise<QueryOutcome> {
  const reply = await wire.get(`/operations/${encode(operation_id)}`, operation_id)
  return reportedBy(reply, (answer) => parseOutcome(answer, operation_id), 'unknown_operation')
}

/** An id that no operation has: with a valid key the bank answers that it does not know it. */
async function check(wire: Wire): Promise<CredentialCheck> {
  const reply = await wire.get('/operations/none', 'check')
  if (reply.sent !== 'answered') return unknown
  if (reply.status === 404) return { result: 'valid', card_entry: 'raw' }
  if (reply.status !== 401) return unknown
  return { result: 'invalid', message: 'The sandbox bank does not know this key.' }
}

async function settle(wire: Wire, operation_id: string, outcome: Settlement) {
  await wire.post(`/operations/${encode(operation_id)}/settle`, operation_id, { outcome })
  return query(wire, operation_id)
}

function askPayout(wire: Wire, verb: 'check' | 'onboard', { faults, ...request }: PayoutCheck) {
  return wire.post(`/payouts/${verb}`, `payouts/${verb}`, request, faults)
}

async function answerDispute(
  wire: Wire,
  verb: 'evidence' | 'accept' | 'expire',
  { dispute_id, faults }: DisputeRequest,
  body: object = {},
) {
  const path = `/disputes/${encode(dispute_id)}/${verb}`
  return answered(await wire.post(path, dispute_id, body, faults), dispute_id)
}

function asAuthorize(certain: Certain): AuthorizeOutcome {
  if ('result' in certain) return certain.result === 'refused' ? unknown : certain
  return declinedFor(certain)
}

function declinedFor({ error, message }: Refusal) {
  const said = { provider_code: error, provider_message: message }
  const rest = { transaction_id: null, network: null, reason: null }
  // An authorize or a payout can be refused only for an invalid request.
  const code = error === 'invalid_request' ? 'UE_4001' : 'UE_9000'
  return { result: 'declined', code, ...said, ...rest } as const
}

function asModification(certain: Certain): ModificationOutcome {
  if (!('result' in certain)) return refused(certain.error, certain.message)
  // These results belong to other operation kinds.
  return certain.result === 'declined' || certain.result === 'challenge' ? unknown : certain
}

function asPayout(certain: Certain): PayoutOutcome {
  if (!('result' in certain)) return declinedFor(certain)
  return certain.result === 'refused' || certain.result === 'challenge' ? unknown : certain
}

function checked(reply: Reply): PayoutCheckOutcome {
  const certain = certainAfter(reply, readCheck)
  if ('result' in certain) return certain
  // The bank would refuse the payout as well.
  return no('ineligible', certain.error, certain.message)
}

function readCheck(answer: Readonly<Record<string, unknown>>): PayoutCheckOutcome | undefined {
  const { eligible, code, message } = answer
  if (eligible === true) return { result: 'eligible' }
  if (eligible !== false || typeof code !== 'string' || typeof message !== 'string')
    return undefined
  const reason = toObstacle(code)
  return reason === null ? undefined : no(reason, code, message)
}

function no(
  result: 'ineligible' | 'needs_vendor_account',
  provider_code: string,
  provider_message: string,
): PayoutCheckOutcome {
  return { result, code: toDeclineCode(provider_code), provider_code, provider_message }
}

export interface BankOptions {
  readonly url: string
  readonly key: string
  readonly callback_secret: string
  readonly timeout_ms?: number
  readonly log: Log
}

interface Wire {
  /** `about` is an id for the log; no other part of a request is logged. */
  get(path: string, about: string): Promise<Reply>
  post(path: string, about: string, body: object, faults?: string): Promise<Reply>
  isCircuitOpen(): boolean
  close(): void
}

const ordinary: ReadonlySet<number> = new Set([200, 400, 404, 422])

function openWire({ url, key, timeout_ms = 20_000, log }: BankOptions): Wire {
  const line = openLine({ url, timeout_ms })
  const circuit = createCircuit()
  const fixed = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }

  async function ask(
    request: { method: 'GET' | 'POST'; path: string; body?: string },
    about: string,
    faults?: string,
  ): Promise<Reply> {
    // A fault that a developer requested must not open the circuit.
    const isRequested = faults !== undefined
    if (!isRequested && !circuit.admits()) return { sent: 'no', cause: 'circuit' }
    const headers = isRequested ? { ...fixed, 'X-Bank-Fault': faults } : fixed
    const reply = await line.ask({ ...request, headers })
    if (!isRequested) circuit.report(isAlive(reply) ? 'well' : 'badly')
    if (reply.sent !== 'answered') {
      log.warn({ about, ...reply }, 'bank: no answer; recovery finds the outcome')
    } else if (!ordinary.has(reply.status) && !isRevoked(reply)) {
      const message = 'bank: unexpected HTTP status; recovery finds the outcome'
      log.error({ about, status: reply.status }, message)
    }
    return reply
  }

  return {
    get: (path, about) => ask({ method: 'GET', path }, about),
    post: (path, about, body, faults) =>
      ask({ method: 'POST', path, body: JSON.stringify(body) }, about, faults),
    isCircuitOpen: () => circuit.isOpen(),
    close: () => line.close(),
  }
}

function isAlive(reply: Reply): boolean {
  return reply.sent === 'answered' && reply.status < 500
}
