// The adapter to the sandbox bank. It sends each request once and says what is certain about it.
import { DAY_MS } from '#kernel/clock.ts'
import type { DisputeRequest } from '../dispute.ts'
import type { PayoutCheck, PayoutOutcome, PayoutRequest } from '../payout.ts'
import type {
  AuthorizeOutcome,
  AuthorizeRequest,
  CaptureRequest,
  ModificationOutcome,
  NotSent,
  Provider,
  QueryOutcome,
  RefundRequest,
  Settlement,
  ToldOutcome,
  Unknown,
  VoidRequest,
} from '../provider.ts'
import {
  certainAfter,
  isRevoked,
  outcomeOf,
  type Refusal,
  refused,
  revoked,
  toldBy,
  unknown,
} from './answers.ts'
import { answered, toldDispute } from './disputes.ts'
import { eventPage, verifyCallback } from './events.ts'
import { checked } from './payouts.ts'
import { type BankOptions, openWire, type Wire } from './wire.ts'

type Posted =
  | AuthorizeRequest
  | CaptureRequest
  | RefundRequest
  | PayoutRequest
  | (VoidRequest & { amount: 0 })

type Certain = ToldOutcome | Unknown | NotSent | Refusal

export function createBank(options: BankOptions): Provider {
  const wire = openWire(options)
  return {
    name: 'bank',
    certainty: { resend: true, revoke: true, horizon_ms: HORIZON_MS },
    authorize: async (request) => asAuthorize(await operate(wire, 'authorize', request)),
    capture: async (request) => asFollowUp(await operate(wire, 'capture', request)),
    void: async (request) => asFollowUp(await operate(wire, 'void', { ...request, amount: 0 })),
    refund: async (request) => asFollowUp(await operate(wire, 'refund', request)),
    payout: async (request) => asPayout(await operate(wire, 'payout', request)),
    checkPayout: async (request) => checked(await askPayout(wire, 'check', request)),
    query: (operation_id) => query(wire, operation_id),
    revoke: (operation_id) => revoke(wire, operation_id),
    submitEvidence: ({ dispute_id, faults, ...evidence }) =>
      answerDispute(wire, 'evidence', { dispute_id, faults }, evidence),
    acceptDispute: (request) => answerDispute(wire, 'accept', request),
    expireDispute: (request) => answerDispute(wire, 'expire', request),
    queryDispute: async (dispute_id) =>
      toldDispute(await wire.get(`/disputes/${encode(dispute_id)}`, dispute_id), dispute_id),
    listEvents: async (cursor) =>
      eventPage(await wire.get(`/news?after=${encode(cursor ?? '')}`, 'news')),
    settle: (operation_id, outcome) => settle(wire, operation_id, outcome),
    onboard: async (request) => checked(await askPayout(wire, 'onboard', request)),
    verifyCallback: (rawBody, headers) => verifyCallback(options.callback_secret, rawBody, headers),
    close: () => wire.close(),
  }
}

const encode = encodeURIComponent

const HORIZON_MS = DAY_MS

async function operate(wire: Wire, kind: string, posted: Posted): Promise<Certain> {
  const { faults, ...request } = posted
  const { operation_id } = request
  const reply = await wire.post('/operations', operation_id, { kind, ...request }, faults)
  if (isRevoked(reply)) return revoked
  return certainAfter(reply, (answer) => outcomeOf(answer, operation_id))
}

/** Only an answer about the operation is certain; a revocation that was not made says nothing about it. */
async function revoke(wire: Wire, operation_id: string) {
  const reply = await wire.post(`/operations/${encode(operation_id)}/revoke`, operation_id, {})
  const certain = certainAfter(reply, (answer) => outcomeOf(answer, operation_id))
  return 'result' in certain && certain.result !== 'not_sent' ? certain : unknown
}

async function query(wire: Wire, operation_id: string): Promise<QueryOutcome> {
  const reply = await wire.get(`/operations/${encode(operation_id)}`, operation_id)
  return toldBy(reply, (answer) => outcomeOf(answer, operation_id), 'unknown_operation')
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
  // Of the refusals only a fault of the request itself can meet an authorize or a payout.
  const code = error === 'invalid_request' ? 'UE_4001' : 'UE_9000'
  return { result: 'declined', code, ...said, ...rest } as const
}

function asFollowUp(certain: Certain): ModificationOutcome {
  if (!('result' in certain)) return refused(certain.error, certain.message)
  // An answer about another kind of operation is no answer.
  return certain.result === 'declined' || certain.result === 'challenge' ? unknown : certain
}

function asPayout(certain: Certain): PayoutOutcome {
  if (!('result' in certain)) return declinedFor(certain)
  return certain.result === 'refused' || certain.result === 'challenge' ? unknown : certain
}
