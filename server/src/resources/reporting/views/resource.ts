import type { Resource } from '#resources/resource.ts'
import { redactViews } from './redact.ts'
import { viewRoutes } from './routes.ts'

export const views: Resource = { routes: viewRoutes, redact: redactViews }
