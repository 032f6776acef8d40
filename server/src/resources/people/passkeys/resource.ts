import type { Resource } from '#resources/resource.ts'
import { passkeyRoutes } from './routes.ts'

export const passkeys: Resource = { routes: passkeyRoutes }
