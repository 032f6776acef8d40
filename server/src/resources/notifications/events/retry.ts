import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { events } from '#core/outbox/event.ts'
import { toTrace } from '#http/audit.ts'
import { readAnyProfile } from '#resources/accounts/profiles/read.ts'
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
  if (profile.webhook_details.webhook_url === null) {
    const field = 'webhook_details.webhook_url'
    const message = `The profile ${row.profile_id} has no \`${field}\`. Set it, then try again.`
    throw new Failure('IR_29', message, { field })
  }
  await context.commit(toTrace(events, row))
  return toApi(context, row, await resendEvent(context, event_id))
}
