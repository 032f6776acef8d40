import type { Resource } from '#resources/resource.ts'
import { merchantRoutes } from './routes.ts'

export const merchants: Resource = { routes: merchantRoutes }
