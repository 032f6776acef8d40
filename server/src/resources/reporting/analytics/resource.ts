import { eventTypes } from '#core/outbox/event_types.ts'
import type { Resource } from '#resources/resource.ts'
import { countQueued } from './count.ts'
import { contents, queueChanged } from './queue.ts'
import { advanceRebuilds } from './rebuild.ts'
import { analyticsRoutes } from './routes.ts'

export const analytics: Resource = {
  routes: analyticsRoutes,
  reactions: [
    {
      name: 'analytics',
      on: Object.entries(eventTypes).flatMap(([name, { content }]) =>
        content in contents ? name : [],
      ),
      run: queueChanged,
    },
  ],
  sweeps: [
    { name: 'analytics', period_ms: 1_000, round: countQueued },
    { name: 'analytics rebuilds', period_ms: 1_000, round: advanceRebuilds },
  ],
}
