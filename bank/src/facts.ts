// What is written down about an operation: how it was taken in, how it ended, how it came back.
import { randomBytes } from 'node:crypto'
import { APPROVED, SESSION_OVER } from './codes.ts'
import { endingWith, type Parent, type Plan } from './decide.ts'
import type { Faults } from './faults.ts'
import { instructionsFor } from './instructions.ts'
import type { OperationFact, RecipientFact } from './ledger.ts'
import { owedAt } from './news.ts'
import type { Effect, Ending, Operation, OperationRequest, Outcome, PaidWith } from './operation.ts'

/** How long an operation that is done already is told as pending, under the fault of that name. */
const HIDDEN_MS = 1_000

/** The operation as it stands right after it was asked for. */
export function opened(
  request: OperationRequest,
  plan: Plan,
  paid_with: PaidWith,
  faults: Faults,
  now: number,
): Operation {
  const { instrument: _, authentication: __, customer_present: ___, final: ____, ...kept } = request
  const transaction_id = `bnk_${randomBytes(12).toString('hex')}`
  const outcome = plan.page ? 'challenge' : outcomeOf(plan.ending)
  const isHidden = faults.pending && (outcome === 'approved' || outcome === 'declined')
  const operation: Operation = {
    ...kept,
    transaction_id,
    paid_with,
    outcome,
    ending: plan.ending,
    instructions: plan.instructions ? instructionsFor(request, transaction_id, now) : null,
    page_token: plan.page ? randomBytes(24).toString('base64url') : null,
    page_opened: false,
    due_at: dueAt(outcome, plan.ending, now),
    hidden_until: isHidden ? now + HIDDEN_MS : null,
    callback_twice: faults.callback_twice,
    callback_late_ms: faults.callback_late_ms,
    owed: null,
  }
  return isHidden ? { ...operation, owed: owedAt(operation, now + HIDDEN_MS) } : operation
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
  // A void says what it let go, which the caller need not have known.
  const amount = effect === 'released' ? held : operation.amount
  const fact: OperationFact = { ...publicPart(operation), effect, amount, set: operation }
  const rest = held - operation.amount
  if (effect !== 'captured' || !request.final) return [fact]
  return [fact, { ...publicPart(operation), effect: 'released', amount: rest, set: {} }]
}

/** Voiding an authorization that nobody has finished yet ends it: its page must not approve it later. */
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
  const { amount } = operation
  return { ...publicPart(operation), effect: effectOf(ended), amount, set }
}

/** The customer has come to the page; no money is behind it. */
export function lookFact(operation: Operation): OperationFact {
  return { ...publicPart(operation), effect: 'looked_at', amount: 0, set: { page_opened: true } }
}

/** What had gone out has come back. */
export function returnFact(operation: Operation, code: string, now: number): OperationFact {
  const set: Partial<Operation> = {
    outcome: 'returned',
    ending: endingWith(code),
    due_at: null,
    owed: owedAt(operation, now),
  }
  return { ...publicPart(operation), effect: 'returned', amount: operation.amount, set }
}

function publicPart(operation: Operation) {
  const { operation_id, kind, currency, parent_id, reference, transaction_id } = operation
  return { operation_id, kind, currency, parent_id, reference, transaction_id }
}

function effectOf(operation: Operation): Effect {
  if (operation.outcome === 'challenge') return 'challenged'
  if (operation.outcome !== 'approved') return operation.outcome
  const { kind, ending, capture } = operation
  if (kind === 'authorize') return capture && !ending.review ? 'charged' : 'held'
  return (
    { capture: 'captured', void: 'released', refund: 'refunded', payout: 'paid_out' } as const
  )[kind]
}

/** No money is behind it, so it has no amount. */
export function onboardingFact(fingerprint: string): RecipientFact {
  const nothing = { amount: 0, currency: '', parent_id: null, reference: '', transaction_id: '' }
  return { operation_id: fingerprint, kind: 'recipient', effect: 'onboarded', ...nothing, set: {} }
}
