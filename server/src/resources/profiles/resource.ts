import type { Resource } from '#resources/resource.ts'
import { profileRoutes } from './routes.ts'

export const profiles: Resource = { routes: profileRoutes }
