import type { Resource } from '#resources/resource.ts'
import { announcing, backfill, indexQueued, queueAnnounced } from './queue.ts'
import { searchRoutes } from './routes.ts'

export const search: Resource = {
  routes: searchRoutes,
  reactions: [{ name: 'search', on: announcing, run: queueAnnounced }],
  sweeps: [
    { name: 'search', period_ms: 1_000, round: indexQueued },
    { name: 'search backfill', period_ms: 1_000, round: backfill },
  ],
}
