import type { Reaction } from '#core/outbox/reaction.ts'
import { reactions as webhooks } from '#resources/webhooks/jobs.ts'

/** Everything that follows from events, of all folders. */
export const reactions: readonly Reaction[] = [...webhooks]
