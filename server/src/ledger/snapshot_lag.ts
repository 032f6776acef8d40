import type { Services } from '../kernel/context.ts'
import { watermarkAge } from './store.ts'

/**
 * By how many seconds snapshots lag behind the transfers. Balances stay exact however large it is, but
 * reading one costs more; a transaction that is left open anywhere on the server makes it grow.
 */
export function snapshotLagSeconds({ db }: Pick<Services, 'db'>): Promise<number> {
  return watermarkAge(db)
}
