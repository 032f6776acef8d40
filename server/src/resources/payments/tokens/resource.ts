import type { Resource } from '#resources/resource.ts'
import { tokenRoutes } from './routes.ts'

export const tokens: Resource = { routes: tokenRoutes }
