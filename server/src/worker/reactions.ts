import type { Reaction } from '../relay/reaction.ts'
import { reactions as webhooks } from '../webhooks/jobs.ts'

/** Everything that follows from events, of all folders. */
export const reactions: readonly Reaction[] = [...webhooks]
