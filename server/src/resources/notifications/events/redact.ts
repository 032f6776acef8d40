import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import type { ContentType } from '#core/outbox/event_types.ts'
import { type EventRow, events } from '#core/outbox/event.ts'
import { redactAttempts } from '#resources/notifications/webhooks/redact_attempts.ts'
import { findObjectEvents } from './store.ts'

/**
 * Redacts the bodies in an object's events, and receivers' responses, which may repeat a body. Attempts are signed
 * when they are made, so a pending delivery sends the redacted body with a valid signature.
 */
export async function redactEvents(
  context: Context,
  object_type: ContentType,
  object_id: string,
  redact: (object: object) => object,
): Promise<void> {
  const { db, merchant_id } = context
  const ids = await retryOnConflict(async () => {
    const rows = await findObjectEvents(db, merchant_id, object_type, object_id)
    for (const row of rows) {
      const body = redactBody(row, redact)
      if (body !== row.body) await context.commit(update(events, row, { body }))
    }
    return rows.map(({ event_id }) => event_id)
  })
  if (ids.length > 0) await redactAttempts(context, ids)
}

function redactBody({ body }: EventRow, redact: (object: object) => object): string {
  const envelope = JSON.parse(body)
  const { content } = envelope
  const object = { ...content.object, ...redact(content.object) }
  return JSON.stringify({ ...envelope, content: { ...content, object } })
}
