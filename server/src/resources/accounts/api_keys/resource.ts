import type { Resource } from '#resources/resource.ts'
import { apiKeyRoutes } from './routes.ts'
import { apiKey } from './state.ts'

export const apiKeys: Resource = { routes: apiKeyRoutes, machine: apiKey }
