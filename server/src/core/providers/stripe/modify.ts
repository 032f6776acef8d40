// Captures, voids and refunds; queries and revocations.
import type { Reply } from '../line.ts'
import type { Approved, ModificationOutcome, Outcome, QueryOutcome } from '../provider.ts'
import type { CaptureRequest, OperationRef, RefundRequest, VoidRequest } from '../request.ts'
import {
  certainAfter,
  isNotSent,
  isRefusal,
  isUnknown,
  operationIn,
  readRefund,
  readTransaction,
  refused,
  refusedBy,
  revoked,
  toOurs,
  unknown,
} from './answers.ts'
import { encodeForm } from './form.ts'
import { type Json, objectIn, parseJson, textIn } from './json.ts'
import { captureForm, captureKey, refundForm, stripeAmount } from './requests.ts'
import type { Wire } from './wire.ts'

const encode = encodeURIComponent

/** The path, what to expand, and how it is ended, by the id's prefix. */
const transactions = {
  pi: { path: '/v1/payment_intents', expand: ['latest_charge'], end: 'cancel' },
  seti: { path: '/v1/setup_intents', expand: ['latest_attempt'], end: 'cancel' },
  cs: {
    path: '/v1/checkout/sessions',
    expand: ['payment_intent.latest_charge', 'setup_intent.latest_attempt'],
    end: 'expire',
  },
} as const

function findKind(transaction_id: string) {
  const prefix = transaction_id.slice(0, transaction_id.indexOf('_'))
  return Object.hasOwn(transactions, prefix)
    ? transactions[prefix as keyof typeof transactions]
    : transactions.pi
}

function pathTo(transaction_id: string, verb?: string): string {
  const path = `${findKind(transaction_id).path}/${encode(transaction_id)}`
  return verb === undefined ? path : `${path}/${verb}`
}

/** Sent again with the same bytes, so it is stored before the first call. */
export function composeCapture(request: CaptureRequest, multicapture: boolean): string {
  return encodeForm(captureForm(request, multicapture))
}

export function composeRefund(request: RefundRequest): string {
  return encodeForm(refundForm(request))
}

export async function capture(
  wire: Wire,
  request: CaptureRequest,
  multicapture: boolean,
): Promise<ModificationOutcome> {
  const { operation_id, final, parent_transaction_id: parent } = request
  if (!final && !multicapture) {
    return refused('multicapture', 'This Stripe account captures a payment once only.')
  }
  if (!parent || stripeAmount(request) === undefined) return impossible(parent)
  const body = request.body ?? composeCapture(request, multicapture)
  const reply = await wire.post(pathTo(parent, 'capture'), operation_id, body, operation_id)
  return modified(reply, (intent) => readCapture(intent, operation_id))
}

export async function voidHold(wire: Wire, request: VoidRequest): Promise<ModificationOutcome> {
  const { operation_id, currency, parent_transaction_id: parent, body = '' } = request
  if (!parent) return impossible(parent)
  const path = pathTo(parent, findKind(parent).end)
  const reply = await wire.post(path, operation_id, body, operation_id)
  return modified(reply, (ended) => readVoid(ended, parent, currency))
}

export async function refund(wire: Wire, request: RefundRequest): Promise<ModificationOutcome> {
  const { operation_id, parent_transaction_id: parent } = request
  if (!parent || stripeAmount(request) === undefined) return impossible(parent)
  const body = request.body ?? composeRefund(request)
  const reply = await wire.post('/v1/refunds', operation_id, body, operation_id)
  return modified(reply, (object) =>
    operationIn(object) === operation_id ? asModification(readRefund(object)) : undefined,
  )
}

function impossible(parent: string | null | undefined): ModificationOutcome {
  return parent
    ? refused('invalid_amount', 'Stripe cannot express this amount in this currency.')
    : refused('resource_missing', 'Stripe has no payment for this operation.')
}

function modified(
  reply: Reply,
  read: (answer: Json) => ModificationOutcome | undefined,
): ModificationOutcome {
  const answer = certainAfter(reply)
  if (isUnknown(answer) || isNotSent(answer)) return answer
  return isRefusal(answer) ? refusedBy(answer.error) : (read(answer) ?? unknown)
}

function asModification(reading: ReturnType<typeof readRefund>): ModificationOutcome | undefined {
  return reading?.result === 'challenge' ? undefined : reading
}

/** Undefined if this capture was not made. */
function readCapture(intent: Json, operation_id: string): Approved | undefined {
  const taken = textIn(objectIn(intent, 'metadata') ?? {}, captureKey(operation_id))
  const id = textIn(intent, 'id')
  // The metadata has our units, and the currency is not converted.
  const amount = taken === undefined ? Number.NaN : Number(taken)
  const currency = toOurs(intent, 0)?.currency
  if (id === undefined || currency === undefined || !Number.isSafeInteger(amount)) return undefined
  return { result: 'approved', transaction_id: id, review: false, amount, currency }
}

/** Undefined unless it has ended. */
function readVoid(ended: Json, parent: string, currency: string): Approved | undefined {
  const isEnded = ended['status'] === 'canceled' || ended['status'] === 'expired'
  if (ended['id'] !== parent || !isEnded) return undefined
  return { result: 'approved', transaction_id: parent, review: false, amount: 0, currency }
}

export function query(wire: Wire, operation: OperationRef): Promise<QueryOutcome> {
  switch (operation.kind) {
    case 'authorize':
      return queryAuthorize(wire, operation)
    case 'capture':
      return queryParent(wire, operation, (intent) => readCapture(intent, operation.operation_id))
    case 'void':
      return queryVoid(wire, operation)
    case 'refund':
      return queryRefund(wire, operation)
    case 'reversal':
      return queryReversal(wire, operation)
    case 'payout':
    case 'answer':
      return Promise.resolve(unknown)
  }
}

/** Without a committed id, nothing was confirmed, and nothing will be. */
async function queryAuthorize(wire: Wire, operation: OperationRef): Promise<QueryOutcome> {
  const { operation_id, transaction_id } = operation
  if (transaction_id === null) return 'never_seen'
  const object = await readObject(wire, transaction_id, operation_id)
  return (object && readTransaction(object)) ?? unknown
}

async function readObject(wire: Wire, id: string, about: string): Promise<Json | undefined> {
  const expand = encodeForm({ expand: findKind(id).expand })
  const reply = await wire.get(`${pathTo(id)}?${expand}`, about)
  const isFound = reply.sent === 'answered' && reply.status === 200
  const object = isFound ? parseJson(reply.text) : undefined
  return object?.['id'] === id ? object : undefined
}

async function queryParent(
  wire: Wire,
  { operation_id, parent_transaction_id: parent }: OperationRef,
  read: (parent: Json) => Approved | undefined,
): Promise<QueryOutcome> {
  if (parent === null) return unknown
  const object = await readObject(wire, parent, operation_id)
  return object === undefined ? unknown : (read(object) ?? 'never_seen')
}

function queryVoid(wire: Wire, operation: OperationRef): Promise<QueryOutcome> {
  const { parent_transaction_id: parent, currency } = operation
  return queryParent(wire, operation, (object) => readVoid(object, parent ?? '', currency))
}

/** A reversal is a refund, or a void of money that was only held. */
async function queryReversal(wire: Wire, operation: OperationRef): Promise<QueryOutcome> {
  const refunded = await queryRefund(wire, operation)
  return refunded === 'never_seen' ? queryVoid(wire, operation) : refunded
}

/** Stripe's lists are exact, unlike its search. */
async function queryRefund(wire: Wire, operation: OperationRef): Promise<QueryOutcome> {
  const { operation_id, parent_transaction_id: payment_intent } = operation
  if (payment_intent === null) return unknown
  let starting_after: string | undefined
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const list = encodeForm({ payment_intent, limit: 100, starting_after })
    const reply = await wire.get(`/v1/refunds?${list}`, operation_id)
    const page =
      reply.sent === 'answered' && reply.status === 200 ? parseJson(reply.text) : undefined
    if (page === undefined || !Array.isArray(page['data'])) return unknown
    const refunds = page['data'] as readonly Json[]
    const own = refunds.find((each) => operationIn(each) === operation_id)
    if (own !== undefined) return readRefund(own) ?? unknown
    if (page['has_more'] !== true) return 'never_seen'
    starting_after = textIn(refunds.at(-1) ?? {}, 'id')
  }
  return unknown
}

const MAX_PAGES = 10

/**
 * Cancels an intent that is not confirmed. What was done stays done: a hold would be released by a cancellation, so it
 * is looked up first.
 */
export async function revoke(
  wire: Wire,
  operation: OperationRef,
): Promise<Exclude<Outcome, { result: 'not_sent' }>> {
  const { kind, operation_id, transaction_id } = operation
  if (kind !== 'authorize') return unknown
  if (transaction_id === null) return revoked
  const before = await queryAuthorize(wire, operation)
  if (before !== 'never_seen') return before
  const { end, expand } = findKind(transaction_id)
  const form = end === 'cancel' ? encodeForm({ expand }) : ''
  const path = pathTo(transaction_id, end)
  const answer = certainAfter(await wire.post(path, operation_id, form, `${operation_id}-revoke`))
  if (isUnknown(answer) || isNotSent(answer)) return unknown
  // It was confirmed meanwhile.
  const reading = isRefusal(answer)
    ? await queryAuthorize(wire, operation)
    : readTransaction(answer)
  return reading === undefined || reading === 'never_seen' ? unknown : reading
}
