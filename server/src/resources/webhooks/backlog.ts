import type { Services } from '#kernel/context.ts'
import { type Backlog, backlogs } from './store.ts'

export type { Backlog }

/** What is due and not delivered, by lane; what it costs to ask does not depend on how much that is. */
export function countBacklog({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Backlog[]> {
  return backlogs(db, clock.now())
}
