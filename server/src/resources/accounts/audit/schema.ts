// API schemas for the audit trail.
import { type Static, Type } from 'typebox'
import { answer, keyIn, nullable, text, Timestamp } from '#http/fields.ts'
import { among, equalTo, listSchema, listQuery, oneOrMany } from '#http/lists.ts'

const actors = {
  api_key: 'A request with a secret key.',
  agent: 'An agent that uses a secret key through `/mcp`.',
  user: 'A user who has signed in.',
  operator: 'The operator of this service.',
  shopper: 'Somebody on a hosted page or with a publishable key.',
  provider: 'The acquirer.',
  anonymous: 'A request without a key or a session.',
  system: 'Background work.',
} as const

const object = (description: string) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: 'object',
    additionalProperties: true,
    description,
  })

export const AuditEntry = answer('AuditEntry', {
  audit_id: Type.String({ description: 'For an event its `event_id`.' }),
  merchant_id: Type.String(),
  actor: Type.Unsafe<string>(keyIn(actors, 'Who caused the change.')),
  key_id: nullable(Type.String({ description: 'The key of the request.' })),
  user_id: nullable(Type.String({ description: 'The user of the request.' })),
  action: Type.String({
    description:
      'The type of the event, or `test_event`; if the change has no event, the method and the route of the request or the command of the operator.',
  }),
  object_type: nullable(Type.String({ description: 'Such as `payment` or `profile`.' })),
  object_id: nullable(Type.String({ description: 'The object that was changed.' })),
  event_id: nullable(Type.String({ description: 'Of an event.' })),
  object_ids: Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'The ids in the URL; empty for an event.',
  }),
  fields: object(
    'The fields that were sent; empty for an event. Secrets and personal data are `[redacted]`; inner fields are written `outer.inner`.',
  ),
  changes: object('Settings before and after: `{"name": {"from": "a", "to": "b"}}`.'),
  address: nullable(
    Type.String({ description: 'The address that the request came from; not for shoppers.' }),
  ),
  request_id: nullable(Type.String({ description: 'As in the header X-Request-Id.' })),
  created: Timestamp,
})
export type AuditEntry = Static<typeof AuditEntry>

export const auditFilters = {
  object_id: oneOrMany('An object, or several separated by commas.'),
  key_id: oneOrMany('A key, or several separated by commas.'),
  user_id: oneOrMany('A user, or several separated by commas.'),
  actor: oneOrMany('A kind of actor, or several.', { read: among(actors) }),
  by: equalTo(
    keyIn({ people: 'Users and the operator of this service.' }, 'Only changes by these actors.'),
  ),
  action: equalTo(text(128, { description: 'Exactly this `action`, such as `payment_failed`.' })),
}

export const ListAudit = listQuery(auditFilters)
export type ListAudit = Static<typeof ListAudit>

export const AuditList = listSchema('AuditList', AuditEntry)
