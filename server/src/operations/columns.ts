import { columns } from '../kernel/sql.ts'
import type { OperationRow } from './operation.ts'

export const operationColumns = columns<OperationRow>({
  merchant_id: true,
  operation_id: true,
  object_id: true,
  kind: true,
  status: true,
  amount: true,
  currency: true,
  provider: true,
  parent_id: true,
  intent: true,
  transaction_id: true,
  provider_code: true,
  provider_message: true,
  created: true,
  sends: true,
  poll_after_ms: true,
  check_at: true,
  checks: true,
  finished_at: true,
  version: true,
})
