import type { Resource } from '#resources/resource.ts'
import { embeddedRoutes } from './routes.ts'

export const embedded: Resource = { routes: embeddedRoutes }
