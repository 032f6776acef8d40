import { recoverOperations } from '#core/operations/recover.ts'
import type { Resource } from '#resources/resource.ts'
import { retryParkedEvents } from './parked.ts'
import { pollEvents } from './poll_events.ts'
import { pollFeeds } from './poll_feeds.ts'
import { providerCallbackRoutes } from './routes.ts'

const BATCH = 50

export const providerCallbacks: Resource = {
  routes: providerCallbackRoutes,
  sweeps: [
    {
      name: 'operations without an outcome',
      period_ms: 1_000,
      round: (services) => recoverOperations(services, services.registry.settlers, BATCH),
    },
    { name: 'provider events', period_ms: 5_000, round: pollEvents },
    { name: 'provider events of accounts', period_ms: 5_000, round: pollFeeds },
    {
      name: 'parked provider events',
      period_ms: 5_000,
      round: (services) => retryParkedEvents(services, BATCH),
    },
  ],
}
