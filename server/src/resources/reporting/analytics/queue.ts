import type { Services } from '#kernel/context.ts'
import type { RelayedEvent } from '#core/outbox/reaction.ts'
import type { Kind } from './dimensions.ts'
import { type Changed, queueObjects } from './queue_store.ts'

export const contents: Readonly<Record<string, Kind>> = {
  payment_details: 'payment',
  refund_details: 'refund',
  dispute_details: 'dispute',
}

/**
 * Queues the objects that events refer to. An object is counted as it is when its turn comes, so a repeated, late or
 * reordered event changes nothing.
 */
export async function queueChanged(
  { db }: Pick<Services, 'db'>,
  events: readonly RelayedEvent[],
): Promise<void> {
  const objects = events.flatMap(({ merchant_id, object_type, object_id }): Changed[] => {
    const kind = contents[object_type]
    return kind === undefined ? [] : [{ merchant_id, kind, object_id }]
  })
  if (objects.length > 0) await queueObjects(db, objects)
}
