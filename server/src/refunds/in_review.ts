import type { Services } from '../kernel/context.ts'
import { countInReview } from './store.ts'

/** Refunds of which the provider does not tell what became: a person must ask. */
export function countRefundsInReview({ db }: Pick<Services, 'db'>): Promise<number> {
  return countInReview(db)
}
