import type { Resource } from '#resources/resource.ts'
import { rotateEncryption } from './rotate_encryption.ts'
import { profileRoutes } from './routes.ts'

export const profiles: Resource = { routes: profileRoutes, rotateEncryption }
