import type { Resource } from '#resources/resource.ts'
import { singleSignOnRoutes } from './routes.ts'

export const singleSignOn: Resource = { routes: singleSignOnRoutes }
