import type { Services } from '#kernel/context.ts'
import { countLate, countOpen, type LateOperations, type OpenOperations } from './store.ts'

export type { LateOperations, OpenOperations }

/** Operations without a final outcome, by kind and status. The cost is bounded, however many there are. */
export function countOpenOperations({
  db,
  provider,
}: Pick<Services, 'db' | 'provider'>): Promise<OpenOperations[]> {
  return countOpen(db, provider.certainty.horizon_ms)
}

/** Operations that were approved after they had been closed, and their reversals. */
export function countLateOperations({ db }: Pick<Services, 'db'>): Promise<LateOperations[]> {
  return countLate(db)
}
