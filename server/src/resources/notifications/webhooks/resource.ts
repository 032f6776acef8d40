import type { Resource } from '#resources/resource.ts'
import { enqueueDeliveries } from './enqueue.ts'

export const webhooks: Resource = {
  reactions: [{ name: 'webhooks', on: 'all', run: enqueueDeliveries }],
}
