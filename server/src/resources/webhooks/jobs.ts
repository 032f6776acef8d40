import type { Reaction } from '#core/outbox/reaction.ts'
import { enqueueDeliveries } from './enqueue.ts'

export const reactions: readonly Reaction[] = [
  { name: 'webhooks', on: 'all', run: enqueueDeliveries },
]
