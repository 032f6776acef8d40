import { addMs } from '../kernel/clock.ts'
import type { Database } from '../kernel/db.ts'
import type { OperationRow } from './operation.ts'
import { claimOperations, selectOperation } from './store.ts'

export function findOperation(
  db: Database,
  merchant_id: string,
  operation_id: string,
): Promise<OperationRow | undefined> {
  return selectOperation(db, merchant_id, operation_id)
}

// Longer than a question to the provider takes; whoever dies while asking delays it by this much.
const CLAIMED_MS = 30_000

/**
 * Of all merchants, oldest first: what was asked and has no final answer. Whoever is given an operation
 * has it alone for a while; it comes up again when nobody has settled it by then.
 */
export function claimDueOperations(db: Database, now: Date, most: number): Promise<OperationRow[]> {
  return claimOperations(db, now, addMs(now, CLAIMED_MS), most)
}
