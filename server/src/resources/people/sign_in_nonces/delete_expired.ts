import type { Services } from '#kernel/context.ts'
import { deleteChallenges } from './store.ts'

const BATCH = 1_000

export async function deleteExpiredChallenges({ db, clock }: Services): Promise<void> {
  while ((await deleteChallenges(db, clock.now(), BATCH)) === BATCH);
}
