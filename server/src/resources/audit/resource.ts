import type { Resource } from '#resources/resource.ts'
import { auditRoutes } from './routes.ts'

export const audit: Resource = { routes: auditRoutes }
