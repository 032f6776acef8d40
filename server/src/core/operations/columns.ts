import { columns } from '#kernel/sql.ts'
import type { OperationRow } from './operation.ts'

export const operationColumns = columns<OperationRow>()(`
  merchant_id operation_id object_id kind status amount currency provider parent_id intent
  transaction_id provider_code provider_message created sends poll_after_ms check_at checks
  finished_at version
`)
