import type { Services } from '#kernel/context.ts'
import { takeSnapshot } from './snapshot.ts'
import { countSettledTail, merchantsAfter } from './store.ts'

/** A balance reads about this many transfers at most, however many there are. */
const LONGEST_TAIL = 1_000
const MERCHANTS = 20

type Parts = Pick<Services, 'db' | 'tryCommit' | 'log'>

/** Looks at a few merchants, each time at the next ones, and takes a snapshot where many transfers came since. */
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

/** A merchant whose snapshot fails is logged and does not keep the others from theirs. */
async function sumUp(services: Parts, merchant_id: string): Promise<boolean> {
  try {
    const tail = await countSettledTail(services.db, merchant_id, LONGEST_TAIL)
    if (tail < LONGEST_TAIL) return false
    await takeSnapshot(services, merchant_id)
  } catch (err) {
    services.log.error(
      { err, merchant_id },
      'balance snapshot failed; it is tried again in the next round',
    )
    return false
  }
  return true
}
