import type { Resource } from '#resources/resource.ts'
import { organizationRoutes } from './routes.ts'

export const organizations: Resource = { routes: organizationRoutes }
