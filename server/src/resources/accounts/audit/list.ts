import type { Context } from '#kernel/context.ts'
import { project } from '#http/fields.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { AuditEntry, auditFilters, type ListAudit } from './schema.ts'
import { type EntryRow, entryPages } from './store.ts'

const list = { source: entryPages, filters: auditFilters, toApi }

export function listAudit(context: Context, input: ListAudit): Promise<Envelope<AuditEntry>> {
  return readList(context, list, input)
}

function toApi(row: EntryRow): AuditEntry {
  const { object_ids, fields, changes } = row
  const all = { object_ids: object_ids ?? {}, fields: fields ?? {}, changes: changes ?? {} }
  return project(AuditEntry, { ...row, ...all })
}
