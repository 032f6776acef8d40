import type { Resource } from '#resources/resource.ts'
import { userRoutes } from './routes.ts'

export const users: Resource = { routes: userRoutes }
