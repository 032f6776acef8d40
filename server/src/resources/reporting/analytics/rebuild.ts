// Counts all of a merchant's objects again, from their tables. Each step is recorded, so any worker can continue an
// interrupted rebuild.
import type { Services } from '#kernel/context.ts'
import { countQueued } from './count.ts'
import {
  deleteOld,
  findOpenRebuilds,
  findRebuild,
  finishCounting,
  hasRoom,
  insertRebuild,
  queueNext,
  type Rebuild,
} from './rebuild_store.ts'

const CHUNK = 2_000
/** Bounds the queue: at most this many rebuild objects wait at once. */
const MOST_WAITING = 10_000
const MERCHANTS = 10

type Needs = Pick<Services, 'db'>

export async function startRebuild({ db }: Needs, merchant_id: string): Promise<void> {
  await insertRebuild(db, merchant_id)
}

/** Advances each open rebuild by one step; returns how many there are. */
export async function advanceRebuilds({ db }: Needs): Promise<number> {
  const open = await findOpenRebuilds(db, MERCHANTS)
  for (const rebuild of open) {
    if (rebuild.state === 'counting') await finishCounting(db, rebuild)
    else if (rebuild.state === 'cleaning') await deleteOld(db, rebuild, CHUNK)
    else if (await hasRoom(db, MOST_WAITING)) await queueNext(db, rebuild, CHUNK)
  }
  return open.length
}

/**
 * Works on rebuilds beside the workers until the merchant's rebuild has ended; reports how many objects are queued.
 */
export async function finishRebuild(
  services: Needs,
  merchant_id: string,
  report: (rebuild: Rebuild) => void,
): Promise<void> {
  for (;;) {
    const rebuild = await findRebuild(services.db, merchant_id)
    if (rebuild === undefined || rebuild.state === 'done') return
    report(rebuild)
    await advanceRebuilds(services)
    await countQueued(services)
  }
}
