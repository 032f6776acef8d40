// What happens by itself when a time has come.
import { moveFacts, openFacts } from './dispute_facts.ts'
import { dropFacts, endingFact, returnFact } from './facts.ts'
import { type Fact, isDispute, type Ledger, type Subject } from './ledger.ts'
import type { Operation } from './operation.ts'
import type { Terms } from './terms.ts'

export function whenDue(ledger: Ledger, subject: Subject, terms: Terms, now: number): Fact[] {
  if (isDispute(subject)) {
    return subject.verdict === null ? [] : moveFacts(subject, subject.verdict, terms, now)
  }
  const { outcome, ending } = subject
  if (outcome === 'pending') return [endingFact(subject, { ...ending, wait_ms: 0 }, now)]
  if (ending.aftermath?.type === 'return') return [returnFact(subject, ending.aftermath.code, now)]
  if (ending.aftermath?.type === 'drop_hold') {
    return dropFacts(subject, ledger.balances.get(subject.operation_id))
  }
  return disputeFacts(ledger, subject, terms, now)
}

/** The cardholder disputes all that was taken by now, once. */
function disputeFacts(ledger: Ledger, taking: Operation, terms: Terms, now: number): Fact[] {
  const authorization = ledger.operations.get(taking.parent_id ?? taking.operation_id)
  const dispute = authorization?.paid_with.dispute
  if (!authorization || !dispute) return []
  const { operation_id } = authorization
  const isDisputed = [...ledger.disputes.values()].some(
    (each) => each.operation_id === operation_id,
  )
  if (isDisputed) return []
  const amount = ledger.balances.get(operation_id)?.captured ?? 0
  return openFacts(authorization, { ...dispute, amount }, terms, now)
}
