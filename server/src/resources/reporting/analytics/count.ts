import type { Services } from '#kernel/context.ts'
import { countObjects, queueNotedChanges, requeueRestored } from './queue_store.ts'

const BATCH = 500
/** So that a round ends within seconds, also while a rebuild fills the queue. */
const BATCHES = 20

/** Counts queued objects in batches; returns how many. */
export async function countQueued({ db }: Pick<Services, 'db'>): Promise<number> {
  let counted = 0
  for (let batch = 0; batch < BATCHES; batch++) {
    const noted = await queueNotedChanges(db, BATCH)
    const n = await countObjects(db, BATCH)
    if (n === 0 && (await requeueRestored(db, BATCH)) > 0) continue
    counted += n
    if (n < BATCH && noted < BATCH) break
  }
  return counted
}
