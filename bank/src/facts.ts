// Operation facts: opening, ending, return.
import { randomBytes } from 'node:crypto'
import { APPROVED, SESSION_OVER } from './codes.ts'
import { endingWith, type Parent, type Plan } from './decide.ts'
import type { Faults } from './faults.ts'
import type { Balance, ClockFact, OperationFact, RecipientFact, RevocationFact } from './ledger.ts'
import { owedAt } from './events.ts'
import { INSTRUCTIONS_DAYS, instructionsOf } from './methods.ts'
import {
  type Effect,
  type Ending,
  type Instructions,
  movedAmount,
  type Operation,
  type OperationRequest,
  type Outcome,
  type PaidWith,
} from './operation.ts'

/** The fault `pending` reports a finished operation as pending for this long. */
const HIDDEN_MS = 1_000

/** The operation right after its request. */
export function opened(
  request: OperationRequest,
  plan: Plan,
  paid_with: PaidWith,
  faults: Faults,
  now: number,
): Operation {
  const { instrument: _, authentication: __, customer_present: ___, final: ____, ...rest } = request
  const transaction_id = `bnk_${randomBytes(12).toString('hex')}`
  const ending = endingUnder(faults, request, plan.ending)
  const outcome = plan.page ? 'challenge' : outcomeOf(ending)
  const isHidden = faults.pending && (outcome === 'approved' || outcome === 'declined')
  const operation: Operation = {
    ...rest,
    transaction_id,
    effective_amount: effectiveAmount(request, ending, faults),
    paid_with,
    outcome,
    ending,
    instructions: plan.instructions ? instructionsFor(request, transaction_id, now) : null,
    page_token: plan.page ? randomBytes(24).toString('base64url') : null,
    page_opened: false,
    due_at: dueAt(outcome, ending, now),
    hidden_until: isHidden ? now + HIDDEN_MS : null,
    lags_until: faults.query_lags_ms > 0 ? now + faults.query_lags_ms : null,
    callback_twice: faults.callback_twice,
    callback_late_ms: faults.callback_late_ms,
    owed: null,
  }
  return isHidden ? { ...operation, owed: owedAt(operation, now + HIDDEN_MS) } : operation
}

/** True if an approval holds the money instead of capturing it. */
function isHold({ kind, capture }: Pick<Operation, 'kind' | 'capture'>, ending: Ending): boolean {
  return kind === 'authorize' && (!capture || ending.review)
}

function endingUnder(faults: Faults, request: OperationRequest, ending: Ending): Ending {
  if (faults.drop_hold_ms === null || !isHold(request, ending)) return ending
  return { ...ending, aftermath: { type: 'drop_hold', wait_ms: faults.drop_hold_ms } }
}

/** Null if an approval moves the requested amount. A void moves no money. */
function effectiveAmount(request: OperationRequest, ending: Ending, faults: Faults): number | null {
  const { kind, amount } = request
  if (kind === 'void') return 0
  const isCapture = kind === 'capture' || (kind === 'authorize' && !isHold(request, ending))
  if (!faults.capture_less || !isCapture) return null
  return Math.min(amount, Math.max(1, Math.floor(amount / 2)))
}

function outcomeOf(ending: Ending): Outcome {
  if (ending.wait_ms > 0) return 'pending'
  return ending.code === APPROVED ? 'approved' : 'declined'
}

function dueAt(outcome: Outcome, { wait_ms, aftermath }: Ending, now: number): number | null {
  if (outcome === 'pending') return now + wait_ms
  return outcome === 'approved' && aftermath !== null ? now + aftermath.wait_ms : null
}

export function openingFacts(
  operation: Operation,
  request: OperationRequest,
  parent: Parent | undefined,
): OperationFact[] {
  const effect = effectOf(operation)
  const held = parent?.balance.held ?? 0
  // A void's fact has the released amount, which the request need not contain.
  const amount = effect === 'released' ? held : movedAmount(operation)
  const fact: OperationFact = { ...publicPart(operation), effect, amount, set: operation }
  const rest = held - amount
  if (effect !== 'captured' || !request.final) return [fact]
  return [fact, { ...publicPart(operation), effect: 'released', amount: rest, set: {} }]
}

/** Voiding an unfinished authorization ends it: its page must not approve it later. */
export function factsOfParent(
  operation: Operation,
  parent: Parent | undefined,
  now: number,
): OperationFact[] {
  const isVoided = operation.kind === 'void' && operation.outcome === 'approved'
  if (!isVoided || parent === undefined) return []
  const { outcome } = parent.operation
  if (outcome !== 'challenge' && outcome !== 'pending') return []
  return [endingFact(parent.operation, endingWith(SESSION_OVER), now)]
}

export function endingFact(operation: Operation, ending: Ending, now: number): OperationFact {
  const outcome = outcomeOf(ending)
  const set: Partial<Operation> = {
    outcome,
    ending,
    due_at: dueAt(outcome, ending, now),
    owed: outcome === 'pending' ? null : owedAt(operation, now),
  }
  const ended = { ...operation, ...set }
  return { ...publicPart(operation), effect: effectOf(ended), amount: movedAmount(ended), set }
}

/** The customer has opened the page. */
export function lookFact(operation: Operation): OperationFact {
  return { ...publicPart(operation), effect: 'looked_at', amount: 0, set: { page_opened: true } }
}

/** A refund or payout came back. */
export function returnFact(operation: Operation, code: string, now: number): OperationFact {
  const set: Partial<Operation> = {
    outcome: 'returned',
    ending: endingWith(code),
    due_at: null,
    owed: owedAt(operation, now),
  }
  return { ...publicPart(operation), effect: 'returned', amount: operation.amount, set }
}

/** The bank releases the rest of a hold without an event. */
export function dropFacts(operation: Operation, balance: Balance | undefined): OperationFact[] {
  if (balance === undefined || balance.is_closed) return []
  if (balance.held === 0 && balance.captured > 0) return []
  const { held: amount } = balance
  return [{ ...publicPart(operation), effect: 'released', amount, set: { due_at: null } }]
}

function publicPart(operation: Operation) {
  const { operation_id, kind, currency, parent_id, reference, transaction_id } = operation
  return { operation_id, kind, currency, parent_id, reference, transaction_id }
}

function effectOf(operation: Operation): Effect {
  if (operation.outcome === 'challenge') return 'challenged'
  if (operation.outcome !== 'approved') return operation.outcome
  const { kind, ending } = operation
  if (kind === 'authorize') return isHold(operation, ending) ? 'held' : 'charged'
  return (
    { capture: 'captured', void: 'released', refund: 'refunded', payout: 'paid_out' } as const
  )[kind]
}

const nothing = { amount: 0, currency: '', parent_id: null, reference: '', transaction_id: '' }

/** Nothing was done under this id, and nothing will be. */
export function revocationFact(operation_id: string): RevocationFact {
  return { operation_id, kind: 'revocation', effect: 'revoked', ...nothing, set: {} }
}

/** Moves no money. */
export function onboardingFact(fingerprint: string): RecipientFact {
  return { operation_id: fingerprint, kind: 'recipient', effect: 'onboarded', ...nothing, set: {} }
}

/** Moves no money. */
export function clockFact(merchant_id: string, ms: number, at: number): ClockFact {
  return { operation_id: merchant_id, kind: 'clock', effect: 'moved', ...nothing, set: { ms, at } }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Instructions for paying without a page. The accounts belong to the sandbox. */
function instructionsFor(
  request: OperationRequest,
  transaction_id: string,
  now: number,
): Instructions {
  const method_type = methodType(request)
  const reference = transaction_id.slice(-10).toUpperCase()
  const expires_at = new Date(now + INSTRUCTIONS_DAYS * DAY_MS).toISOString()
  const type = instructionsOf(method_type) ?? 'bank_transfer'
  if (type === 'voucher') return { type, reference, expires_at }
  if (type === 'qr') {
    const isUpi = method_type === 'upi_intent'
    const data = isUpi ? `upi://pay?pa=sandbox@upi&tr=${reference}` : `sandbox-pix:${reference}`
    return { type, data, expires_at }
  }
  const account =
    method_type === 'sepa' ? { iban: 'DE89370400440532013000' } : { account_number: '000123456789' }
  return { type, reference, ...account, bank_name: 'Sandbox Bank', expires_at }
}

function methodType({ instrument }: OperationRequest): string {
  return instrument !== null && 'method_type' in instrument ? instrument.method_type : ''
}
