import type { Resource } from '#resources/resource.ts'
import { eventRoutes } from './routes.ts'

export const events: Resource = { routes: eventRoutes }
