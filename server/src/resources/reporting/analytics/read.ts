import type { Services } from '#kernel/context.ts'
import { queueLag } from './queue_store.ts'

/** How long the oldest change of all merchants has waited to be counted. */
export function analyticsLagSeconds({ db }: Pick<Services, 'db'>): Promise<number> {
  return queueLag(db)
}
