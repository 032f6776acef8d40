import type { Context } from '#kernel/context.ts'
import type { AuditRow } from '#http/audit.ts'
import { project } from '#http/fields.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { AuditEntry, auditFilters, type ListAuditLog } from './schema.ts'
import { auditPages } from './store.ts'

const list = {
  source: auditPages,
  filters: auditFilters,
  toApi: (row: AuditRow) => project(AuditEntry, row),
}

export function listAuditLog(context: Context, input: ListAuditLog): Promise<Envelope<AuditEntry>> {
  return readList(context, list, input)
}
