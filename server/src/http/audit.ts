// The audit log: one row for each request or operator's command that changed who may do what, or where money and
// webhooks go. The row is part of the first commit of the request, so there is no change without it, and no row of a
// refused change. It has no personal data and no secret: only fields that the route names are recorded with values.
import { type Insert, insert, table, type Write } from '#kernel/change.ts'
import type { Commit } from '#kernel/commit.ts'
import { newId } from '#kernel/ids.ts'

export interface AuditRow {
  merchant_id: string
  audit_id: string
  actor: 'api_key' | 'user' | 'operator'
  key_id: string | null
  user_id: string | null
  /** The method and the URL of the route, or the command. */
  action: string
  object_ids: Readonly<Record<string, string>>
  fields: Readonly<Record<string, unknown>>
  address: string | null
  request_id: string | null
  /** By the wall clock: the clock of a merchant in the sandbox can be moved. */
  created: Date
}

export type Audited = Omit<AuditRow, 'merchant_id' | 'audit_id'>

export const auditLog = table<AuditRow>('audit_log', 'merchant_id', 'audit_id')

/** The merchant is that of the rows: the operator creates and changes merchants, and is none. */
export function audited(commit: Commit, about: Audited): Commit {
  let isRecorded = false
  return async (...writes) => {
    const [head] = writes
    if (head === undefined || isRecorded) return commit(...writes)
    await commit(...writes, auditEntry(merchantOf(writes), about))
    isRecorded = true
  }
}

/** A user and its roles belong to no merchant, so the head may have none. */
function merchantOf(writes: readonly Write[]): string {
  const owned = writes.map(({ row }) => row['merchant_id']).find((id) => typeof id === 'string')
  return owned ?? ''
}

/** A random id, also in a retry under an Idempotency-Key: the first attempt may have written its own row. */
export function auditEntry(merchant_id: string, about: Audited): Insert {
  return insert(auditLog, { merchant_id, audit_id: newId('aud'), ...about })
}

/** A command of the operator. */
export function commandOf(
  action: string,
  object_ids: AuditRow['object_ids'],
  fields: AuditRow['fields'],
  now: Date,
): Audited {
  const nowhere = { key_id: null, user_id: null, address: null, request_id: null }
  return { actor: 'operator', ...nowhere, action, object_ids, fields, created: now }
}

const HIDDEN = '[redacted]'

/** All fields that were sent, those in `shown` with their values. An inner field is written `outer.inner`. */
export function fieldsOf(sent: unknown, shown: readonly string[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  const visit = (object: object, above: string) => {
    for (const [name, value] of Object.entries(object)) {
      const path = above + name
      const isAbove = shown.some((each) => each.startsWith(`${path}.`))
      if (isAbove && typeof value === 'object' && value !== null) visit(value, `${path}.`)
      else fields[path] = shown.includes(path) ? withoutQuery(value) : HIDDEN
    }
  }
  visit(sent as object, '')
  return fields
}

/** The query of a URL and the credentials in it may be a secret. */
function withoutQuery(value: unknown): unknown {
  if (typeof value !== 'string' || !URL.canParse(value)) return value
  const { origin, pathname, search, username, password } = new URL(value)
  const isPlain = search === '' && username === '' && password === ''
  return isPlain || origin === 'null' ? value : `${origin}${pathname}?${HIDDEN}`
}
