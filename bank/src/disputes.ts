// Actions on a dispute: the merchant's and, for tests, the cardholder's and the issuer's. A repeated request has no
// effect.
import { createHash } from 'node:crypto'
import type { Books } from './books.ts'
import type { Terms } from './config.ts'
import type { Dispute } from './dispute.ts'
import { moveFacts, type Move, openFacts, type Opening, targetOf } from './dispute_facts.ts'
import type { Faults } from './faults.ts'
import type { Operation } from './operation.ts'
import { Refusal } from './refusal.ts'
import type { Evidence } from './dispute_request.ts'

/** These `uncategorized_text` values determine the issuer's decision. */
export const verdicts: ReadonlyMap<string, 'win' | 'lose'> = new Map([
  ['winning_evidence', 'win'],
  ['losing_evidence', 'lose'],
])

export class Disputes {
  private readonly books: Books
  private readonly terms: Terms

  constructor(books: Books, terms: Terms) {
    this.books = books
    this.terms = terms
  }

  find(dispute_id: string): Dispute {
    const dispute = this.books.ledger.disputes.get(dispute_id)
    if (dispute !== undefined) return dispute
    throw new Refusal('unknown_dispute', 'The bank has no dispute with this id.')
  }

  submit(dispute: Dispute, evidence: Evidence, faults: Faults): void {
    const { submission_id, texts } = evidence
    const digest = createHash('sha256').update(JSON.stringify(evidence)).digest('hex')
    const before = new Map(Object.entries(dispute.submissions)).get(submission_id)
    if (before === digest) return
    if (before !== undefined) {
      throw new Refusal(
        'operation_id_reused',
        'This submission_id was used for other evidence. Use a new one for new evidence.',
      )
    }
    const now = this.books.now()
    if (now > dispute.challenge_by) {
      throw new Refusal('too_late', 'The deadline for evidence has passed. Accept the dispute.')
    }
    const verdict = verdicts.get(texts['uncategorized_text'] ?? '') ?? null
    this.move(dispute, 'challenge', faults, {
      submissions: { ...dispute.submissions, [submission_id]: digest },
      verdict,
      due_at: verdict === null ? null : now + this.terms.later_ms,
    })
  }

  /** The merchant accepts the dispute, or the deadline has passed. */
  close(dispute: Dispute, move: 'accept' | 'expire', faults: Faults): void {
    if (dispute.status !== targetOf(move)) this.move(dispute, move, faults)
  }

  /** For tests: a move by the cardholder or the issuer. */
  decide(dispute: Dispute, move: Move): void {
    this.books.write(...moveFacts(dispute, move, this.terms, this.books.now()))
  }

  open(authorization: Operation, opening: Partial<Opening>): Dispute {
    const captured = this.books.ledger.balances.get(authorization.operation_id)?.captured ?? 0
    const { stage = 'dispute', reason = 'fraudulent', amount = captured } = opening
    if (authorization.kind !== 'authorize' || amount < 1 || amount > captured) {
      throw new Refusal('wrong_state', `At most the captured ${captured} can be disputed.`)
    }
    const facts = openFacts(authorization, { stage, reason, amount }, this.terms, this.books.now())
    this.books.write(...facts)
    return this.find(facts[0]?.operation_id ?? '')
  }

  private move(dispute: Dispute, move: Move, faults: Faults, more: Partial<Dispute> = {}): void {
    if (faults.duplicate) {
      throw new Refusal(
        'duplicate',
        'The bank treats this as a duplicate. Query the dispute first.',
      )
    }
    const { callback_twice, callback_late_ms } = faults
    const all = { callback_twice, callback_late_ms, ...more }
    this.books.write(...moveFacts(dispute, move, this.terms, this.books.now(), all))
  }
}
