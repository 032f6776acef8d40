// What happens by itself when a time has come.
import { endingFact, returnFact } from './facts.ts'
import type { Fact, Ledger, Subject } from './ledger.ts'

export function whenDue(_ledger: Ledger, operation: Subject, now: number): Fact[] {
  const { outcome, ending } = operation
  if (outcome === 'pending') return [endingFact(operation, { ...ending, wait_ms: 0 }, now)]
  return ending.aftermath === null ? [] : [returnFact(operation, ending.aftermath.code, now)]
}
