import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { events } from '#core/outbox/event.ts'
import { toTrace } from '#http/audit.ts'
import { readAnyProfile } from '#resources/accounts/profiles/read.ts'
import { streamAgain } from '#resources/notifications/event_stream/append.ts'
import { isFollowed } from '#resources/notifications/event_stream/read.ts'
import { readDeliveries } from '#resources/notifications/webhooks/read.ts'
import { resendEvent } from '#resources/notifications/webhooks/resend.ts'
import { readEvent, toApi } from './read.ts'
import type { Event } from './schema.ts'

/**
 * Queues the same body again; a worker sends it within about a second. The call does not wait, because a receiver
 * may take ten seconds to answer.
 */
export async function retryEvent(context: Context, event_id: string): Promise<Event> {
  const row = await readEvent(context, event_id)
  const profile = await readAnyProfile(context, row.profile_id)
  const isSent = profile.webhook_details.webhook_url !== null
  if (!isSent && !(await isFollowed(context))) {
    const field = 'webhook_details.webhook_url'
    const message = `The profile ${row.profile_id} has no \`${field}\`, and no client follows the events. Set it or start \`florin listen\`, then try again.`
    throw new Failure('IR_29', message, { field })
  }
  await context.commit(toTrace(events, row))
  await streamAgain(context, event_id)
  if (isSent) return toApi(context, row, await resendEvent(context, event_id))
  const deliveries = await readDeliveries(context, [event_id])
  return toApi(context, row, deliveries.get(event_id))
}
