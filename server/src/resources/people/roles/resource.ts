import type { Resource } from '#resources/resource.ts'
import { roleRoutes } from './routes.ts'

export const roles: Resource = { routes: roleRoutes }
