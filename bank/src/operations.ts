// Carries out operations, once per id: a plan is decided and written as facts.
import { createHmac, hkdfSync } from 'node:crypto'
import type { Books } from './books.ts'
import { networkOf, ruleFor } from './cards.ts'
import { DUPLICATE, PAYOUT_RETURNED, REFUND_RETURNED } from './codes.ts'
import type { Terms } from './config.ts'
import {
  afterChoice,
  afterSettling,
  type Choice,
  decide,
  endingWith,
  type Parent,
  type Plan,
} from './decide.ts'
import {
  endingFact,
  factsOfParent,
  lookFact,
  onboardingFact,
  opened,
  openingFacts,
  returnFact,
  revocationFact,
} from './facts.ts'
import { type Faults, noFaults } from './faults.ts'
import type { Ledger } from './ledger.ts'
import type { Operation, OperationRequest, PaidWith, Recipient } from './operation.ts'
import { accountNumber, checkPayout, decidePayout } from './payouts.ts'
import { Refusal } from './refusal.ts'

export class Operations {
  private readonly books: Books
  private readonly terms: Terms
  private readonly fingerprint: (number: string) => string

  constructor(books: Books, terms: Terms, key: string) {
    this.books = books
    this.terms = terms
    this.fingerprint = fingerprinter(key)
  }

  /** Idempotent: a repeated request returns the existing operation. */
  ask(request: OperationRequest, faults: Faults = noFaults): Operation {
    const { ledger } = this.books
    const known = ledger.operations.get(request.operation_id)
    if (known !== undefined) return sameAgain(known, request)
    if (this.isRevoked(request.operation_id)) throw revoked()
    const parent = parentOf(ledger, request)
    const decided = this.plan(request, parent)
    if (faults.refuse_void && request.kind === 'void') throw voidRefused()
    const plan = faults.duplicate ? refusedAsDuplicate : decided
    const paid_with = parent?.operation.paid_with ?? paidWith(request, this.fingerprint)
    const now = this.books.now()
    const operation = opened(request, plan, paid_with, faults, now)
    const ofParent = factsOfParent(operation, parent, now)
    this.books.write(...ofParent, ...openingFacts(operation, request, parent))
    return ledger.operations.get(request.operation_id) ?? operation
  }

  /** Prevents any operation under this id, unless there is one already. */
  revoke(operation_id: string): void {
    if (this.find(operation_id) !== undefined || this.isRevoked(operation_id)) return
    this.books.write(revocationFact(operation_id))
  }

  isRevoked(operation_id: string): boolean {
    return this.books.ledger.revoked.has(operation_id)
  }

  /** For queries, which may lag. */
  findByQuery(operation_id: string): Operation | undefined {
    const operation = this.find(operation_id)
    const isLagging = (operation?.lags_until ?? 0) > this.books.now()
    return isLagging ? undefined : operation
  }

  find(operation_id: string): Operation | undefined {
    return this.books.ledger.operations.get(operation_id)
  }

  findPage(token: string): Operation | undefined {
    return this.books.ledger.pages.get(token)
  }

  lookAt(operation: Operation): void {
    if (!operation.page_opened) this.books.write(lookFact(operation))
  }

  choose(operation: Operation, choice: Choice): void {
    this.books.write(endingFact(operation, afterChoice(operation, choice), this.books.now()))
  }

  check(to: Recipient) {
    return checkPayout(to, this.isOnboarded(to))
  }

  /** The rail opens an account for the recipient. */
  onboard(to: Recipient): void {
    if (this.isOnboarded(to)) return
    this.books.write(onboardingFact(this.fingerprint(accountNumber(to))))
  }

  settle(operation: Operation, outcome: Settlement): void {
    const now = this.books.now()
    if (outcome === 'returned')
      return this.books.write(returnFact(operation, returnCode(operation), now))
    if (operation.outcome !== 'pending') {
      throw new Refusal(
        'wrong_state',
        `Only a pending operation can be settled; this one is ${operation.outcome}.`,
      )
    }
    this.books.write(endingFact(operation, afterSettling(operation, outcome), now))
  }

  private isOnboarded(to: Recipient): boolean {
    return this.books.ledger.onboarded.has(this.fingerprint(accountNumber(to)))
  }

  private plan(request: OperationRequest, parent: Parent | undefined): Plan {
    const { kind, instrument } = request
    const isRecipient = instrument?.type === 'card' || instrument?.type === 'account'
    if (kind !== 'payout' || !isRecipient) return decide(request, parent, this.terms)
    return decidePayout(instrument, this.isOnboarded(instrument), this.terms)
  }
}

export const settlements = ['approved', 'declined', 'returned'] as const
type Settlement = (typeof settlements)[number]

function returnCode({ kind, outcome }: Operation): string {
  if (kind === 'refund' && outcome === 'approved') return REFUND_RETURNED
  if (kind === 'payout' && outcome === 'approved') return PAYOUT_RETURNED
  throw new Refusal('wrong_state', 'Only an approved refund or payout can be returned.')
}

function revoked(): Refusal {
  return new Refusal(
    'revoked',
    'This operation_id was revoked, so nothing was done. Use a new one.',
  )
}

function voidRefused(): Refusal {
  return new Refusal(
    'wrong_state',
    'The bank refuses to void this authorization; the hold remains.',
  )
}

const refusedAsDuplicate: Plan = {
  page: false,
  ending: endingWith(DUPLICATE),
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

/** The same card always has the same fingerprint; without the key the card cannot be guessed from it. */
function fingerprinter(key: string): (number: string) => string {
  const derived = Buffer.from(hkdfSync('sha256', key, 'florin-bank', 'card fingerprint', 32))
  return (number) => createHmac('sha256', derived).update(number).digest('hex').slice(0, 32)
}

function paidWith(request: OperationRequest, fingerprint: (number: string) => string): PaidWith {
  const { instrument } = request
  const card = instrument?.type === 'card' ? instrument.number : null
  const number = instrument?.type === 'account' ? instrument.account : card
  const rule = card === null ? undefined : ruleFor(card)
  return {
    type: instrument?.type ?? 'other',
    method: instrument && 'method' in instrument ? instrument.method : null,
    method_type: instrument && 'method_type' in instrument ? instrument.method_type : null,
    network: card === null ? null : networkOf(card),
    first_six: card?.slice(0, 6) ?? null,
    last_four: number?.slice(-4) ?? null,
    fingerprint: number === null ? null : fingerprint(number),
    captures: rule?.captures ?? null,
    refunds: rule?.refunds ?? null,
    dispute: rule?.dispute ?? null,
  }
}
