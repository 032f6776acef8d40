import type { Services } from '#kernel/context.ts'
import { queueLag } from './queue_store.ts'

/** Age of the oldest change across all merchants that is not counted yet. */
export function analyticsLagSeconds({ db }: Pick<Services, 'db'>): Promise<number> {
  return queueLag(db)
}
