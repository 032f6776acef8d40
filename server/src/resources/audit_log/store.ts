import { pagesOf } from '#kernel/page.ts'
import { columns } from '#kernel/sql.ts'
import { auditLog, type AuditRow } from '#http/audit.ts'

const auditColumns = columns<AuditRow>()(`
  merchant_id audit_id actor key_id user_id action object_ids fields address request_id created
`)

export const auditPages = pagesOf(auditLog, auditColumns, { indexed: ['key_id'] })
