// Disputes. Adyen's webhooks report steps, not states, and its API cannot be queried for a dispute. Each step has a
// rank, which is the revision: of two reports about a dispute the later step counts, in whatever order they arrive.
import { addMs, DAY_MS, parseMoment, systemClock } from '#kernel/clock.ts'
import type {
  DisputeOutcome,
  DisputeRequest,
  DisputeStage,
  DisputeStatus,
  EvidenceRequest,
  ProviderDispute,
} from '../dispute.ts'
import { type Answer, asObject, certainAfter, refused, type Refusal, unknown } from './answers.ts'
import { chooseDefense, type Defense, type DefenseReason } from './defense.ts'
import type { Item } from './events.ts'
import type { Reference } from './reference.ts'
import type { Account } from './requests.ts'
import type { Wire } from './wire.ts'

interface DisputeStep {
  readonly revision: number
  readonly stage: DisputeStage
  readonly status: DisputeStatus
  readonly is_debited: boolean
}

/**
 * Steps that change nothing here are left out. INFORMATION_SUPPLIED also follows an inquiry, and
 * DISPUTE_DEFENSE_PERIOD_ENDED an acceptance: neither says what happened to the money.
 */
const steps: Readonly<Record<string, DisputeStep>> = {
  REQUEST_FOR_INFORMATION: step(1_000, 'pre_dispute', 'opened', false),
  NOTIFICATION_OF_CHARGEBACK: step(2_000, 'dispute', 'opened', false),
  CHARGEBACK: step(3_000, 'dispute', 'opened', true),
  CHARGEBACK_REVERSED: step(5_000, 'dispute', 'won', false),
  SECOND_CHARGEBACK: step(6_000, 'pre_arbitration', 'lost', true),
  PREARBITRATION_WON: step(7_000, 'pre_arbitration', 'won', false),
  PREARBITRATION_LOST: step(7_000, 'pre_arbitration', 'lost', true),
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: step(8_000, 'dispute', 'won', false),
}

/** Our answers are steps between a chargeback and its decision. */
const ANSWERED = 4_000

export const disputeEvents = Object.keys(steps)

function step(
  revision: number,
  stage: DisputeStage,
  status: DisputeStatus,
  is_debited: boolean,
): DisputeStep {
  return { revision, stage, status, is_debited }
}

/** Usual time for a defense, where the webhook has no deadline. */
const DEFENSE_MS = 7 * DAY_MS
const MAX_REASON = 255

/**
 * Undefined unless the item is a dispute's. Without the payment's reference (an account setting) the item's own one is
 * not the dispute's, so it is left out. Reason and deadline are not signed: they are for people.
 */
export function disputeIn(
  item: Item,
  { operation_id, call }: Reference,
  amount: number,
  given: Answer,
): ProviderDispute | undefined {
  const { event_code, psp_reference, original_reference, currency } = item
  const found = Object.hasOwn(steps, event_code) ? steps[event_code] : undefined
  if (found === undefined || original_reference === '' || !item.is_success) return undefined
  const { revision, stage, status, is_debited } = found
  const more = asObject(given['additionalData']) ?? {}
  const opened_at = momentIn(given['eventDate']) ?? systemClock.now()
  const deadline = momentIn(more['defensePeriodEndsAt']) ?? addMs(opened_at, DEFENSE_MS)
  return {
    dispute_id: psp_reference,
    operation_id: call === 'payment' ? operation_id : null,
    transaction_id: original_reference,
    revision,
    stage,
    status,
    reason: textIn(given['reason']),
    reason_code: textIn(more['chargebackReasonCode']),
    amount,
    currency,
    debited: is_debited ? amount : 0,
    fees: 0,
    opened_at: opened_at.toISOString(),
    challenge_required_by: deadline.toISOString(),
  }
}

function momentIn(value: unknown): Date | undefined {
  return typeof value === 'string' ? parseMoment(value) : undefined
}

function textIn(value: unknown): string {
  const text = typeof value === 'string' ? value.trim().slice(0, MAX_REASON) : ''
  return text === '' ? 'unknown' : text
}

/** The dispute after our answer. In a chargeback the money is taken by then, even if that report is still missing. */
function after(known: ProviderDispute, status: DisputeStatus): DisputeOutcome {
  const isInquiry = known.stage === 'pre_dispute'
  const revision = isInquiry ? known.revision + 1 : Math.max(known.revision + 1, ANSWERED)
  const debited = isInquiry ? known.debited : known.amount
  return { result: 'taken', dispute: { ...known, status, revision, debited } }
}

export async function acceptDispute(
  wire: Wire,
  account: Account,
  { dispute_id, known }: DisputeRequest,
): Promise<DisputeOutcome> {
  if (known === undefined) return UNDESCRIBED
  const failed = await ask(wire, account, '/acceptDispute', dispute_id)
  return failed ?? after(known, 'accepted')
}

/** Adyen lets the deadline pass by itself, so nothing is sent. */
export function expireDispute({ known }: DisputeRequest): DisputeOutcome {
  return known === undefined ? UNDESCRIBED : after(known, 'expired')
}

/** Adyen's answer says only that it was taken, so the dispute must come with the request. */
const UNDESCRIBED = refused('unknown_dispute', 'There is no such dispute.')

const OPEN: ReadonlySet<DisputeStatus> = new Set(['opened', 'challenged'])
const OVER = refused('dispute_over', 'The dispute has ended.')

/** Asks which defenses apply, supplies the documents, then defends. Each step can be repeated. */
export async function submitEvidence(
  wire: Wire,
  account: Account,
  request: EvidenceRequest,
): Promise<DisputeOutcome> {
  const { dispute_id, known } = request
  if (known === undefined) return UNDESCRIBED
  if (!OPEN.has(known.status)) return OVER
  const reasons = await applicableReasons(wire, account, dispute_id)
  if (!Array.isArray(reasons)) return reasons as DisputeOutcome
  const defense = await chooseDefense(reasons, request)
  if ('missing' in defense) return refused('missing_documents', defense.missing)
  const failed = await defend(wire, account, dispute_id, defense)
  return failed ?? after(known, 'challenged')
}

async function defend(wire: Wire, account: Account, dispute_id: string, defense: Defense) {
  const { documents: defenseDocuments, reason: defenseReasonCode } = defense
  const supplied = { defenseDocuments }
  return (
    (await ask(wire, account, '/supplyDefenseDocument', dispute_id, supplied)) ??
    (await ask(wire, account, '/defendDispute', dispute_id, { defenseReasonCode }))
  )
}

async function applicableReasons(
  wire: Wire,
  account: Account,
  dispute_id: string,
): Promise<DefenseReason[] | DisputeOutcome> {
  const body = composeDispute(account, dispute_id)
  const reply = await wire.dispute('/retrieveApplicableDefenseReasons', dispute_id, body)
  const certain = certainAfter<DefenseReason[] | Refusal>(reply, (answer) => {
    const failure = readFailure(answer)
    return failure === 'none' ? reasonsIn(answer['defenseReasons']) : failure
  })
  if (Array.isArray(certain)) return certain
  return 'error' in certain ? refused(certain.error, certain.message) : certain
}

function reasonsIn(value: unknown): DefenseReason[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((each): DefenseReason[] => {
    const { defenseReasonCode: code, defenseDocumentTypes: types = [] } = asObject(each) ?? {}
    if (typeof code !== 'string' || !Array.isArray(types)) return []
    const documents = types.flatMap((type) => {
      const { defenseDocumentTypeCode: name, requirementLevel: level } = asObject(type) ?? {}
      return typeof name === 'string' && typeof level === 'string' ? [{ name, level }] : []
    })
    return [{ code, documents }]
  })
}

function composeDispute(
  { merchant_account }: Account,
  disputePspReference: string,
  more: object = {},
): string {
  return JSON.stringify({ merchantAccountCode: merchant_account, disputePspReference, ...more })
}

/** Undefined if it was done. */
async function ask(
  wire: Wire,
  account: Account,
  path: string,
  dispute_id: string,
  more?: object,
): Promise<DisputeOutcome | undefined> {
  const reply = await wire.dispute(path, dispute_id, composeDispute(account, dispute_id, more))
  const certain = certainAfter<Refusal | 'none'>(reply, readFailure)
  if (certain === 'none') return undefined
  return 'error' in certain ? refused(certain.error, certain.message) : certain
}

/** Undefined if the answer is not in the documented format. */
function readFailure(answer: Answer): Refusal | 'none' | undefined {
  const { success, errorMessage } = asObject(answer['disputeServiceResult']) ?? {}
  if (success === true) return 'none'
  if (success !== false) return undefined
  const message = typeof errorMessage === 'string' ? errorMessage : 'Adyen refused the answer.'
  return { error: 'dispute_service', message }
}

/** The API has no route that reads a dispute. */
export const unreadable = unknown
