import type { Context } from '#kernel/context.ts'
import { type Envelope, envelope, pageRequest } from '#http/lists.ts'
import { readAttempts } from '#resources/notifications/webhooks/read.ts'
import { readEvent } from './read.ts'
import { Attempt, type ListAttempts } from './schema.ts'
import { project } from '#http/fields.ts'

/** Newest first. */
export async function listAttempts(
  context: Context,
  event_id: string,
  input: ListAttempts,
): Promise<Envelope<Attempt>> {
  await readEvent(context, event_id)
  const request = pageRequest(input)
  return envelope(request, await readAttempts(context, event_id, request), (row) =>
    project(Attempt, row),
  )
}
