import type { Resource } from '#resources/resource.ts'
import { auditRoutes } from './routes.ts'
import { queueEvents, sealAgain, sealQueue } from './seal.ts'

export const audit: Resource = {
  routes: auditRoutes,
  reactions: [{ name: 'audit', on: 'all', run: queueEvents }],
  rotateEncryption: sealAgain,
  sweeps: [{ name: 'audit', period_ms: 1_000, round: sealQueue }],
}
