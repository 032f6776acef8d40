import type { Resource } from '#resources/resource.ts'
import { userPageRoutes } from './routes.ts'

export const userPages: Resource = { routes: userPageRoutes }
