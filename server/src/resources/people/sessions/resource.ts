import type { Resource } from '#resources/resource.ts'
import { sessionRoutes } from './routes.ts'

export const sessions: Resource = { routes: sessionRoutes }
