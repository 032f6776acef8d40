import type { Resource } from '#resources/resource.ts'
import { removeExpiredFiles } from './delete.ts'
import { fileRoutes } from './routes.ts'

const BATCH = 100

export const files: Resource = {
  routes: fileRoutes,
  sweeps: [
    {
      name: 'unreferenced files',
      period_ms: 60_000,
      round: (services) => removeExpiredFiles(services, BATCH),
    },
  ],
}
