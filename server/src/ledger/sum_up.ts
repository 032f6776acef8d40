import { addMs } from '../kernel/clock.ts'
import { Conflict } from '../kernel/commit.ts'
import type { Services } from '../kernel/context.ts'
import { SETTLED_MS, takeSnapshot } from './snapshot.ts'
import { merchantsAfter, tailLength } from './store.ts'

/** A balance reads about this many rows at most, however many there are. */
const LONGEST_TAIL = 1_000
const MERCHANTS = 20

type Parts = Pick<Services, 'db' | 'committer' | 'clock'>

/** Looks at a few merchants, each time at the next ones, and sums up where much has come since. */
export function summingUp(): (services: Parts) => Promise<number> {
  let after = ''
  return async (services) => {
    const merchants = await merchantsAfter(services.db, after, MERCHANTS)
    after = merchants.length < MERCHANTS ? '' : (merchants.at(-1) ?? '')
    let summed = 0
    for (const merchant_id of merchants) if (await sumUp(services, merchant_id)) summed += 1
    return summed
  }
}

async function sumUp(services: Parts, merchant_id: string): Promise<boolean> {
  const until = addMs(services.clock.now(), -SETTLED_MS)
  const tail = await tailLength(services.db, merchant_id, until, LONGEST_TAIL)
  if (tail < LONGEST_TAIL) return false
  await takeSnapshot(services, merchant_id).catch((error: unknown) => {
    // Another worker was faster.
    if (!(error instanceof Conflict)) throw error
  })
  return true
}
