import type { Database } from '#kernel/db.ts'
import type { OperationRow } from './operation.ts'
import { selectOperation } from './store.ts'

export function findOperation(
  db: Database,
  merchant_id: string,
  operation_id: string,
): Promise<OperationRow | undefined> {
  return selectOperation(db, merchant_id, operation_id)
}
