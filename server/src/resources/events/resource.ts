import type { Resource } from '#resources/resource.ts'
import { eventRoutes } from './routes.ts'
import { subscriptionSample } from './samples.ts'

export const events: Resource = {
  routes: eventRoutes,
  // No resource sends these yet.
  samples: { subscription_details: subscriptionSample },
}
