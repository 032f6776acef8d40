import type { Context } from '#kernel/context.ts'
import { project } from '#http/fields.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { AuditEntry, auditFilters, type ListAudit } from './schema.ts'
import { entryPages, type EntryRow } from './store.ts'

export { findAnchored } from './anchors_store.ts'
export { countRefused, REFUSALS } from './queue_store.ts'

const list = { source: entryPages, filters: auditFilters, toApi }

export function listAudit(context: Context, input: ListAudit): Promise<Envelope<AuditEntry>> {
  return readList(context, list, input)
}

function toApi(row: EntryRow): AuditEntry {
  const { object_ids, fields, changes } = row
  const all = { object_ids: object_ids ?? {}, fields: fields ?? {}, changes: changes ?? {} }
  return project(AuditEntry, { ...row, ...all })
}
