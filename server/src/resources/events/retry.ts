import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { readAnyProfile } from '#resources/profiles/get.ts'
import { resendEvent } from '#resources/webhooks/resend.ts'
import { readEvent } from './get.ts'
import type { Event } from './schema.ts'
import { toApi } from './to_api.ts'

/**
 * The same bytes, sent again by a worker within a second or so: a receiver may take ten seconds to answer,
 * too long for a caller to wait. What came of it is the newest attempt.
 */
export async function retryEvent(context: Context, event_id: string): Promise<Event> {
  const row = await readEvent(context, event_id)
  const profile = await readAnyProfile(context, row.profile_id)
  if (profile.webhook_details.webhook_url === null) {
    const field = 'webhook_details.webhook_url'
    const message = `The profile ${row.profile_id} has no \`${field}\`. Set it, then try again.`
    throw new Failure('IR_29', message, { field })
  }
  return toApi(row, await resendEvent(context, event_id))
}
