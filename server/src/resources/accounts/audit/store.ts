import { table } from '#kernel/change.ts'
import { pageSource } from '#kernel/page.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { AuditRow } from '#http/audit.ts'

/** A row from audit_log, or an event: then the last four are null. */
export interface EntryRow
  extends Pick<
    AuditRow,
    | 'merchant_id'
    | 'audit_id'
    | 'key_id'
    | 'user_id'
    | 'action'
    | 'object_type'
    | 'object_id'
    | 'address'
    | 'request_id'
    | 'created'
  > {
  /** `system` for background work. */
  actor: AuditRow['actor'] | 'system'
  event_id: string | null
  object_ids: AuditRow['object_ids'] | null
  fields: AuditRow['fields'] | null
  changes: AuditRow['changes']
}

/** A view over both tables. */
const entries = table<EntryRow>('audit_entries', 'merchant_id', 'audit_id')

const entryColumns = columns<EntryRow>()(`
  merchant_id audit_id actor key_id user_id action object_type object_id event_id object_ids fields
  changes address request_id created
`)

export const entryPages = pageSource(entries, entryColumns, {
  indexed: ['object_id', 'user_id', 'key_id'],
  partial: { by: sql`actor in ('user', 'operator')` },
  // Beside a filter with its own index: as an expression the column has none.
  conditions: { by: () => sql`and (actor || '') in ('user', 'operator')` },
})
