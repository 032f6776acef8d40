import { partitionSweep } from '#kernel/partitions.ts'
import type { Resource } from '#resources/resource.ts'
import { redactRequests } from './redact.ts'
import { requestRoutes } from './routes.ts'

export const requests: Resource = {
  routes: requestRoutes,
  sweeps: [partitionSweep],
  redact: redactRequests,
}
