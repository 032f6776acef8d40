// Everything the bank does goes through here: a plan is made, written down as facts and taken in, all
// in one turn of the event loop, so that two requests can never both have the last of a hold.
import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { networkOf, ruleFor } from './cards.ts'
import type { Clock } from './clock.ts'
import { APPROVED, DUPLICATE, SESSION_OVER } from './codes.ts'
import {
  afterChoice,
  afterSettling,
  type Choice,
  decide,
  type Parent,
  type Plan,
} from './decide.ts'
import { type Faults, noFaults } from './faults.ts'
import { instructionsFor } from './instructions.ts'
import { emptyLedger, type Fact, type Ledger, take } from './ledger.ts'
import { type Log, openLog } from './log.ts'
import type { Effect, Ending, Operation, OperationRequest, Outcome, PaidWith } from './operation.ts'
import { Refusal } from './refusal.ts'

/** How long an operation that is done already is told as pending, under the fault of that name. */
const HIDDEN_MS = 1_000

interface OperationsOptions {
  path: string
  key: string
  clock: Clock
  /** Called when a callback has become owed. */
  onOwed: (operation: Operation) => void
}

export async function openOperations(options: OperationsOptions): Promise<Operations> {
  const ledger = emptyLedger()
  const log = await openLog<Fact>(options.path, (fact) => take(ledger, fact))
  return new Operations(options, ledger, log)
}

export class Operations {
  readonly log: Log<Fact>
  private readonly clock: Clock
  private readonly onOwed: (operation: Operation) => void
  private readonly ledger: Ledger
  private readonly fingerprint: (number: string) => string
  private readonly waits = new Map<string, () => void>()

  constructor(options: OperationsOptions, ledger: Ledger, log: Log<Fact>) {
    this.log = log
    this.clock = options.clock
    this.onOwed = options.onOwed
    this.ledger = ledger
    this.fingerprint = fingerprinter(options.key)
    for (const operation of ledger.operations.values()) this.wait(operation)
  }

  /** Does what is asked, or says what became of it when it was asked before. */
  ask(request: OperationRequest, faults: Faults = noFaults): Operation {
    const { ledger, clock } = this
    const known = ledger.operations.get(request.operation_id)
    if (known !== undefined) return sameAgain(known, request)
    const parent = parentOf(ledger, request)
    const decided = decide(request, parent)
    const plan = faults.duplicate ? refusedAsDuplicate : decided
    const paid_with = parent?.operation.paid_with ?? paidWith(request, this.fingerprint)
    const operation = opened(request, plan, paid_with, faults, clock.now())
    const ofParent = factsOfParent(operation, parent, clock.now())
    this.write(...ofParent, ...factsFor(operation, request, parent))
    return ledger.operations.get(request.operation_id) ?? operation
  }

  find(operation_id: string): Operation | undefined {
    return this.ledger.operations.get(operation_id)
  }

  findPage(token: string): Operation | undefined {
    return this.ledger.pages.get(token)
  }

  choose(operation: Operation, choice: Choice): void {
    this.end(operation, afterChoice(operation, choice))
  }

  settle(operation: Operation, outcome: 'approved' | 'declined'): void {
    if (operation.outcome !== 'pending') {
      throw new Refusal(
        'wrong_state',
        `Only a pending operation can be settled; this one is ${operation.outcome}.`,
      )
    }
    this.end(operation, afterSettling(operation, outcome))
  }

  /** Every operation with a callback that may still be owed. */
  owing(): Operation[] {
    return [...this.ledger.operations.values()].filter(({ owed }) => owed !== null)
  }

  /** Nothing may be told before this resolves. */
  flushed(): Promise<void> {
    return this.log.flushed()
  }

  async stop(): Promise<void> {
    for (const stop of this.waits.values()) stop()
    await this.log.close()
  }

  private end(operation: Operation, ending: Ending): void {
    this.write(endingFact(operation, ending, this.clock.now()))
  }

  private write(...facts: Fact[]): void {
    this.log.append(this.clock.now(), ...facts)
    for (const fact of facts) {
      const operation = take(this.ledger, fact)
      this.wait(operation)
      if (fact.set.owed) this.onOwed(operation)
    }
  }

  /** Ends a pending operation when its time comes. */
  private wait(operation: Operation): void {
    this.waits.get(operation.operation_id)?.()
    this.waits.delete(operation.operation_id)
    if (operation.outcome !== 'pending' || operation.due_at === null) return
    const ms = Math.max(0, operation.due_at - this.clock.now())
    const call = () => this.end(operation, { ...operation.ending, wait_ms: 0 })
    this.waits.set(operation.operation_id, this.clock.after(ms, call))
  }
}

const refusedAsDuplicate: Plan = {
  page: false,
  ending: { code: DUPLICATE, review: false, wait_ms: 0 },
  instructions: false,
}

function sameAgain(known: Operation, request: OperationRequest): Operation {
  const isSame =
    known.kind === request.kind &&
    known.amount === request.amount &&
    known.currency === request.currency
  if (isSame) return known
  throw new Refusal(
    'operation_id_reused',
    'This operation_id was used for another kind or amount. Use a new one for a new operation.',
  )
}

function parentOf(ledger: Ledger, request: OperationRequest): Parent | undefined {
  const operation = ledger.operations.get(request.parent_id ?? '')
  const balance = ledger.balances.get(request.parent_id ?? '')
  if (operation?.kind !== 'authorize' || balance === undefined) return undefined
  return { operation, balance }
}

function opened(
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
  const hidden_until = isHidden ? now + HIDDEN_MS : null
  const operation: Operation = {
    ...kept,
    transaction_id,
    paid_with,
    outcome,
    ending: plan.ending,
    instructions: plan.instructions ? instructionsFor(request, transaction_id, now) : null,
    page_token: plan.page ? randomBytes(24).toString('base64url') : null,
    due_at: outcome === 'pending' ? now + plan.ending.wait_ms : null,
    hidden_until,
    callback_twice: faults.callback_twice,
    callback_late_ms: faults.callback_late_ms,
    owed: null,
  }
  return isHidden ? { ...operation, owed: owedBy(operation, now + HIDDEN_MS) } : operation
}

function outcomeOf(ending: Ending): Outcome {
  if (ending.wait_ms > 0) return 'pending'
  return ending.code === APPROVED ? 'approved' : 'declined'
}

function owedBy(operation: Operation, at: number) {
  if (operation.callback_url === null) return null
  return {
    event_id: `bev_${randomBytes(12).toString('hex')}`,
    due_at: at + operation.callback_late_ms,
    twice: operation.callback_twice,
  }
}

function factsFor(
  operation: Operation,
  request: OperationRequest,
  parent: Parent | undefined,
): Fact[] {
  const effect = effectOf(operation)
  const held = parent?.balance.held ?? 0
  // A void says what it let go, which the caller need not have known.
  const amount = effect === 'released' ? held : operation.amount
  const fact: Fact = { ...publicPart(operation), effect, amount, set: operation }
  const rest = held - operation.amount
  if (effect !== 'captured' || !request.final) return [fact]
  return [fact, { ...publicPart(operation), effect: 'released', amount: rest, set: {} }]
}

/** Voiding an authorization that nobody has finished yet ends it: its page must not approve it later. */
function factsOfParent(operation: Operation, parent: Parent | undefined, now: number): Fact[] {
  const isVoided = operation.kind === 'void' && operation.outcome === 'approved'
  if (!isVoided || parent === undefined) return []
  const { outcome } = parent.operation
  if (outcome !== 'challenge' && outcome !== 'pending') return []
  return [endingFact(parent.operation, { code: SESSION_OVER, review: false, wait_ms: 0 }, now)]
}

function endingFact(operation: Operation, ending: Ending, now: number): Fact {
  const outcome = outcomeOf(ending)
  const set: Partial<Operation> = {
    outcome,
    ending,
    due_at: outcome === 'pending' ? now + ending.wait_ms : null,
    owed: outcome === 'pending' ? null : owedBy(operation, now),
  }
  const ended = { ...operation, ...set }
  const { amount } = operation
  return { ...publicPart(operation), effect: effectOf(ended), amount, set }
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

/** The same card gives the same fingerprint, and without the key it cannot be guessed from one. */
function fingerprinter(key: string): (number: string) => string {
  const derived = Buffer.from(hkdfSync('sha256', key, 'florin-bank', 'card fingerprint', 32))
  return (number) => createHmac('sha256', derived).update(number).digest('hex').slice(0, 32)
}

function paidWith(request: OperationRequest, fingerprint: (number: string) => string): PaidWith {
  const { instrument } = request
  const isCard = instrument?.type === 'card'
  const number = isCard ? instrument.number : null
  return {
    type: instrument?.type ?? 'other',
    method: instrument?.type === 'redirect' ? instrument.method : null,
    method_type: instrument && 'method_type' in instrument ? instrument.method_type : null,
    network: number === null ? null : networkOf(number),
    first_six: number?.slice(0, 6) ?? null,
    last_four: number?.slice(-4) ?? null,
    fingerprint: number === null ? null : fingerprint(number),
    refunds: number === null ? null : (ruleFor(number).refunds ?? null),
  }
}
