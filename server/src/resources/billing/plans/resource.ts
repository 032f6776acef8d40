import type { Resource } from '#resources/resource.ts'
import { planRoutes } from './routes.ts'

export const plans: Resource = { routes: planRoutes }
