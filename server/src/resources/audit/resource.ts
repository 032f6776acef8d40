import type { Resource } from '#resources/resource.ts'
import { auditRoutes } from './routes.ts'
import { sealAgain, sealEvents, sealRows } from './seal.ts'

export const audit: Resource = {
  routes: auditRoutes,
  reactions: [{ name: 'audit', on: 'all', run: sealEvents }],
  rotateEncryption: sealAgain,
  sweeps: [{ name: 'audit', period_ms: 1_000, round: sealRows }],
}
