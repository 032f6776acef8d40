import type { Resource } from '#resources/resource.ts'
import { clockRoutes } from './routes.ts'

export const clock: Resource = { routes: clockRoutes }
