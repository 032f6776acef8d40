import type { Resource } from '#resources/resource.ts'
import { anchorHeads } from './anchor.ts'
import { auditRoutes } from './routes.ts'
import { queueEvents, sealAgain, sealQueue } from './seal.ts'

export const audit: Resource = {
  routes: auditRoutes,
  reactions: [{ name: 'audit', on: 'all', run: queueEvents }],
  rotateEncryption: sealAgain,
  sweeps: [
    { name: 'audit', period_ms: 1_000, round: sealQueue },
    { name: 'audit anchors', period_ms: 10_000, round: anchorHeads },
  ],
}
