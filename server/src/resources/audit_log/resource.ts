import type { Resource } from '#resources/resource.ts'
import { auditLogRoutes } from './routes.ts'

export const auditLog: Resource = { routes: auditLogRoutes }
