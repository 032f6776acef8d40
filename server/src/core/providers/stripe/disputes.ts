// Disputes at Stripe. Evidence is staged first, which Stripe validates without consequences, and then submitted: Stripe
// takes one submission per dispute.
import type {
  DisputeOutcome,
  DisputeRequest,
  DisputeStatus,
  EvidenceFile,
  EvidenceRequest,
  ProviderDispute,
} from '../dispute.ts'
import type { NotSent, Refused, Unknown } from '../provider.ts'
import {
  certainAfter,
  isNotSent,
  isRefusal,
  isUnknown,
  preparedAfter,
  refused,
  refusedBy,
  toOurs,
  unknown,
} from './answers.ts'
import { encodeForm, type Form } from './form.ts'
import { idIn, integerIn, type Json, objectIn, parseJson, textIn } from './json.ts'
import type { Wire } from './wire.ts'

/** Our evidence fields as Stripe names them. */
export const evidenceFields: Readonly<Record<string, string>> = {
  access_activity_log: 'access_activity_log',
  billing_address: 'billing_address',
  cancellation_policy: 'cancellation_policy',
  cancellation_policy_disclosure: 'cancellation_policy_disclosure',
  cancellation_rebuttal: 'cancellation_rebuttal',
  customer_communication: 'customer_communication',
  customer_email_address: 'customer_email_address',
  customer_name: 'customer_name',
  customer_purchase_ip: 'customer_purchase_ip',
  customer_signature: 'customer_signature',
  invoice_showing_distinct_transactions: 'duplicate_charge_documentation',
  product_description: 'product_description',
  receipt: 'receipt',
  recurring_transaction_agreement: 'uncategorized_file',
  refund_policy: 'refund_policy',
  refund_policy_disclosure: 'refund_policy_disclosure',
  refund_refusal_explanation: 'refund_refusal_explanation',
  service_date: 'service_date',
  service_documentation: 'service_documentation',
  shipping_address: 'shipping_address',
  shipping_carrier: 'shipping_carrier',
  shipping_date: 'shipping_date',
  shipping_documentation: 'shipping_documentation',
  shipping_tracking_number: 'shipping_tracking_number',
  uncategorized_file: 'uncategorized_file',
  uncategorized_text: 'uncategorized_text',
}

const LONG = 20_000
const SHORT = 5_000

/** Characters that a text may have; shorter for those that are not listed. */
const long: ReadonlySet<string> = new Set([
  'access_activity_log',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'uncategorized_text',
])

const FILE_TYPES: ReadonlySet<string> = new Set(['application/pdf', 'image/jpeg', 'image/png'])
/** All files together: card networks take no more. */
const MAX_FILE_BYTES = 4_500_000

/** Undefined if Stripe takes this evidence. */
export function findMisfit({ texts, files }: Pick<EvidenceRequest, 'texts' | 'files'>) {
  const fields = [...Object.keys(texts), ...files.map(({ field }) => field)]
  const foreign = fields.find((field) => !Object.hasOwn(evidenceFields, field))
  if (foreign !== undefined) return `Stripe has no evidence field for ${foreign}.`
  const named = fields.map((field) => evidenceFields[field] ?? '')
  const twice = named.find((name, index) => named.indexOf(name) !== index)
  if (twice !== undefined) {
    const both = fields.filter((field) => evidenceFields[field] === twice).join(' and ')
    return `Stripe has one field for ${both}. Join the files and send one of them.`
  }
  for (const [field, text] of Object.entries(texts)) {
    const most = long.has(field) ? LONG : SHORT
    if (text.length > most)
      return `${field} has more than ${most} characters, which Stripe refuses.`
  }
  const other = files.find(({ file_type }) => !FILE_TYPES.has(file_type))
  if (other !== undefined) return `${other.field} must be a PDF, JPEG or PNG file for Stripe.`
  const bytes = files.reduce((sum, { file_size }) => sum + file_size, 0)
  if (bytes <= MAX_FILE_BYTES) return undefined
  return `The files have ${bytes} bytes together; Stripe takes ${MAX_FILE_BYTES}. Send smaller files.`
}

const rows: Readonly<Record<string, { rank: number; status: DisputeStatus }>> = {
  warning_needs_response: { rank: 1, status: 'opened' },
  warning_under_review: { rank: 2, status: 'challenged' },
  warning_closed: { rank: 3, status: 'cancelled' },
  // An inquiry can become a dispute under the same id.
  needs_response: { rank: 4, status: 'opened' },
  under_review: { rank: 5, status: 'challenged' },
  won: { rank: 6, status: 'won' },
  lost: { rank: 7, status: 'lost' },
  prevented: { rank: 8, status: 'cancelled' },
}

/** Undefined unless every field is valid. */
export function readDispute(object: Json): ProviderDispute | undefined {
  const name = textIn(object, 'status') ?? ''
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined
  const details = objectIn(object, 'evidence_details')
  const dispute_id = textIn(object, 'id')
  const created = integerIn(object, 'created')
  const moved = toOurs(object, integerIn(object, 'amount'))
  const movements = object['balance_transactions']
  if (row === undefined || details === undefined || dispute_id === undefined) return undefined
  if (created === undefined || moved === undefined || !Array.isArray(movements)) return undefined
  const reason = textIn(object, 'reason') ?? 'general'
  const card = objectIn(objectIn(object, 'payment_method_details') ?? {}, 'card')
  const status = readStatus(row.status, details, object)
  const isLate = status === 'expired' && row.status === 'opened'
  return {
    dispute_id,
    operation_id: null,
    transaction_id: idIn(object, 'payment_intent') ?? null,
    // Stripe has no revision. A dispute only moves down this list, and its list of movements only grows.
    revision: row.rank * 10 + (isLate ? 5 : 0) + Math.min(movements.length, 4),
    stage: name.startsWith('warning_') ? 'pre_dispute' : 'dispute',
    status,
    reason,
    reason_code: (card && textIn(card, 'network_reason_code')) ?? reason,
    ...moved,
    ...movedBy(movements as readonly Json[], moved, object),
    opened_at: new Date(created * 1_000).toISOString(),
    challenge_required_by: new Date(
      (integerIn(details, 'due_by') ?? created) * 1_000,
    ).toISOString(),
  }
}

/** A lost dispute without evidence was accepted, or its deadline passed. */
function readStatus(status: DisputeStatus, details: Json, object: Json): DisputeStatus {
  if (integerIn(details, 'submission_count') !== 0) return status
  const isExpired =
    details['past_due'] === true || objectIn(object, 'metadata')?.['answer'] === 'expired'
  if (status === 'opened') return isExpired ? 'expired' : 'opened'
  if (status !== 'lost') return status
  return isExpired ? 'expired' : 'accepted'
}

/** Fees in another currency than the dispute are left out: Stripe's reports have them. */
function movedBy(movements: readonly Json[], { amount }: { amount: number }, object: Json) {
  const total = (name: string, each: readonly Json[]) =>
    each.reduce((sum, movement) => sum + (integerIn(movement, name) ?? 0), 0)
  const sameCurrency = movements.filter((each) => each['currency'] === object['currency'])
  const fees = toOurs(object, total('fee', sameCurrency))?.amount ?? 0
  return { debited: total('amount', movements) < 0 ? amount : 0, fees }
}

const pathTo = (dispute_id: string) => `/v1/disputes/${encodeURIComponent(dispute_id)}`

export async function queryDispute(
  wire: Wire,
  dispute_id: string,
): Promise<ProviderDispute | Unknown | 'never_seen'> {
  const object = await findDispute(wire, dispute_id)
  if (object === undefined || object === 'never_seen') return object ?? unknown
  return readDispute(object) ?? unknown
}

async function findDispute(
  wire: Wire,
  dispute_id: string,
): Promise<Json | 'never_seen' | undefined> {
  const reply = await wire.get(pathTo(dispute_id), dispute_id)
  if (reply.sent !== 'answered') return undefined
  if (reply.status === 404) return 'never_seen'
  const object = reply.status === 200 ? parseJson(reply.text) : undefined
  return object?.['id'] === dispute_id ? object : undefined
}

export async function submitEvidence(
  wire: Wire,
  request: EvidenceRequest,
): Promise<DisputeOutcome> {
  const misfit = findMisfit(request)
  if (misfit !== undefined) return refused('evidence_misfit', misfit)
  const { dispute_id, submission_id } = request
  const known = await findDispute(wire, dispute_id)
  if (known === undefined) return unknown
  if (known === 'never_seen') return missing
  const refusal = findObstacle(known, submission_id)
  if (refusal !== undefined) return refusal
  const files = await uploadAll(wire, request)
  if (!('ids' in files)) return files
  const texts = Object.entries(request.texts).map(([field, text]) => [evidenceFields[field], text])
  const form = {
    evidence: { ...Object.fromEntries(texts), ...files.ids },
    metadata: { submission_id },
    submit: false,
  }
  const staged = preparedAfter(await post(wire, dispute_id, form, `${submission_id}-stage`))
  if (isNotSent(staged)) return staged
  if (isRefusal(staged)) return settled(wire, dispute_id, submission_id, staged.error)
  const reply = await post(wire, dispute_id, { submit: true }, `${submission_id}-submit`)
  const answer = certainAfter(reply)
  if (isUnknown(answer) || isNotSent(answer)) return answer
  if (isRefusal(answer)) return settled(wire, dispute_id, submission_id, answer.error)
  return taken(answer)
}

function post(wire: Wire, dispute_id: string, form: Form, key: string, verb = '') {
  return wire.post(`${pathTo(dispute_id)}${verb}`, dispute_id, encodeForm(form), key)
}

const missing: Refused = refused('resource_missing', 'Stripe has no such dispute.')

/** The outcome if the dispute takes no evidence any more: this submission was taken, or another answer was. */
function findObstacle(object: Json, submission_id: string): DisputeOutcome | undefined {
  const dispute = readDispute(object)
  if (dispute === undefined) return unknown
  if (dispute.status === 'opened') return undefined
  const isOurs = objectIn(object, 'metadata')?.['submission_id'] === submission_id
  const isSubmitted =
    integerIn(objectIn(object, 'evidence_details') ?? {}, 'submission_count') !== 0
  if (isOurs && isSubmitted) return { result: 'taken', dispute }
  const message = `Stripe takes evidence once; this dispute is ${dispute.status}.`
  return refused('dispute_closed', message)
}

/** A refusal can mean that the same evidence was submitted before. */
async function settled(
  wire: Wire,
  dispute_id: string,
  submission_id: string,
  error: Json,
): Promise<DisputeOutcome> {
  const object = await findDispute(wire, dispute_id)
  if (object === undefined) return unknown
  return (object !== 'never_seen' && findObstacle(object, submission_id)) || refusedBy(error)
}

function taken(object: Json): DisputeOutcome {
  const dispute = readDispute(object)
  return dispute === undefined ? unknown : { result: 'taken', dispute }
}

/** File ids by Stripe's field names. */
async function uploadAll(
  wire: Wire,
  { files, submission_id, dispute_id }: EvidenceRequest,
): Promise<{ readonly ids: Form } | Refused | NotSent | Unknown> {
  const ids: Record<string, string> = {}
  for (const file of files) {
    const bytes = await readFile(file)
    if (bytes === undefined) return refused('file_missing', `${file.field} could not be read.`)
    const upload = { file_name: file.file_name, file_type: file.file_type, bytes }
    const key = `${submission_id}-${file.field}`
    const object = preparedAfter(await wire.upload(upload, dispute_id, key))
    if (isNotSent(object)) return object
    if (isRefusal(object)) return refusedBy(object.error)
    const id = textIn(object, 'id')
    if (id === undefined) return unknown
    ids[evidenceFields[file.field] ?? ''] = id
  }
  return { ids }
}

async function readFile(file: EvidenceFile): Promise<Buffer | undefined> {
  try {
    return await file.read?.()
  } catch {
    return undefined
  }
}

/**
 * Closing a dispute is how it is accepted. One whose deadline has passed is closed too, and marked, because it ends in
 * the same way.
 */
export async function closeDispute(
  wire: Wire,
  { dispute_id }: DisputeRequest,
  status: 'accepted' | 'expired',
): Promise<DisputeOutcome> {
  const key = `${dispute_id}-${status}`
  if (status === 'expired') {
    const form = { metadata: { answer: status }, submit: false }
    const marked = preparedAfter(await post(wire, dispute_id, form, `${key}-mark`))
    if (isNotSent(marked)) return marked
  }
  const answer = certainAfter(await post(wire, dispute_id, {}, key, '/close'))
  if (isUnknown(answer) || isNotSent(answer)) return answer
  if (!isRefusal(answer)) return taken(answer)
  const now = await queryDispute(wire, dispute_id)
  if (now === 'never_seen') return missing
  if ('result' in now) return unknown
  return now.status === status ? { result: 'taken', dispute: now } : refusedBy(answer.error)
}
