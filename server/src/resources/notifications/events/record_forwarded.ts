import type { Context } from '#kernel/context.ts'
import { failures } from '#core/outbound/post.ts'
import { insertListenerAttempts } from '#resources/notifications/event_stream/record_attempts.ts'
import { maskText } from '#resources/notifications/webhooks/attempt_log.ts'
import type { Forwarded, RecordForwarded } from './stream_schema.ts'

/** Records what a listener has done with events. Their deliveries and retries stay as they are. */
export async function recordForwarded(
  context: Context,
  { listener, attempts }: RecordForwarded,
): Promise<Forwarded> {
  const rows = attempts.map((attempt) => {
    const { event_id, url, duration_ms, response_status = null, error = null } = attempt
    const { response_body = null } = attempt
    return {
      event_id,
      attempt: attempt.attempt,
      url: place(url),
      response_status,
      response_body: response_body === null ? null : maskText(response_body),
      error,
      error_message: error === null ? null : failures[error as keyof typeof failures],
      duration_ms,
    }
  })
  return { recorded: await insertListenerAttempts(context, listener, rows) }
}

/** A URL without the parts that may be a credential. */
function place(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
