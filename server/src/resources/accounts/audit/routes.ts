import { listRoutes } from '#http/lists.ts'
import type { Route } from '#http/route.ts'
import { listAudit } from './read.ts'
import { AuditList, ListAudit } from './schema.ts'

export const auditRoutes: Route[] = listRoutes({
  url: '/audit',
  tag: 'Audit trail',
  summary: 'List the audit trail',
  access: 'api_keys:read',
  query: ListAudit,
  answer: AuditList,
  run: listAudit,
})
