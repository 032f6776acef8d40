import { addMs, DAY_MS } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { deleteCardFailures } from './store.ts'

const BATCH = 1_000
/** The longest window in which a profile can count failures. */
const LONGEST_WINDOW_MS = DAY_MS

/** Failures that no profile can count any more, of all merchants, in bounded batches. */
export async function deleteOldCardFailures({ db, clock }: Services): Promise<void> {
  const before = addMs(clock.now(), -LONGEST_WINDOW_MS)
  while ((await deleteCardFailures(db, before, BATCH)) === BATCH);
}
