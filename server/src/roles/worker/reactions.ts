import type { Reaction } from '#core/outbox/reaction.ts'
import { reactions as webhooks } from '#resources/webhooks/jobs.ts'

/** The reactions of all folders. */
export const reactions: readonly Reaction[] = [...webhooks]
