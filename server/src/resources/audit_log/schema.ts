// The API schemas of the audit log.
import { type Static, Type } from 'typebox'
import { answer, nullable, Timestamp } from '#http/fields.ts'
import { listOf, listQuery, oneOrMany } from '#http/lists.ts'

export const AuditEntry = answer('AuditEntry', {
  audit_id: Type.String(),
  merchant_id: Type.String(),
  actor: Type.String({ description: '`api_key`, or `operator` for the operator of this service.' }),
  key_id: nullable(Type.String({ description: 'The key of the request.' })),
  action: Type.String({
    description: 'The method and the route of the request, or the command of the operator.',
  }),
  object_ids: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'The ids in the URL.',
  }),
  fields: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description:
      'The fields that were sent. Secrets and personal data are `[redacted]`; inner fields are written `outer.inner`.',
  }),
  address: nullable(Type.String({ description: 'The address that the request came from.' })),
  request_id: nullable(Type.String({ description: 'As in the header X-Request-Id.' })),
  created: Timestamp,
})
export type AuditEntry = Static<typeof AuditEntry>

export const auditFilters = { key_id: oneOrMany('A key, or several separated by commas.') }

export const ListAuditLog = listQuery(auditFilters)
export type ListAuditLog = Static<typeof ListAuditLog>

export const AuditLog = listOf('AuditLog', AuditEntry)
