import type { Resource } from '#resources/resource.ts'
import { rotateEncryption } from './rotate_encryption.ts'
import { twoFactorRoutes } from './routes.ts'

export const twoFactor: Resource = { routes: twoFactorRoutes, rotateEncryption }
