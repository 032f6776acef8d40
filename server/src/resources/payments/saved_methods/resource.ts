import type { Resource } from '#resources/resource.ts'
import { savedMethodRoutes } from './routes.ts'

export const savedMethods: Resource = { routes: savedMethodRoutes }
