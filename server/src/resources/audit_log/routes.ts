import { listRoutes } from '#http/lists.ts'
import type { Route } from '#http/route.ts'
import { listAuditLog } from './list.ts'
import { AuditLog, ListAuditLog } from './schema.ts'

export const auditLogRoutes: Route[] = listRoutes({
  url: '/audit_log',
  tag: 'Audit log',
  summary: 'List the audit log',
  access: 'api_keys:read',
  query: ListAuditLog,
  answer: AuditLog,
  run: listAuditLog,
})
