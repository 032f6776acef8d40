import { change, insert, update, type Write } from '../kernel/change.ts'
import { addMs } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import { findBalances, findSnapshots, snapshots } from './store.ts'

// A commit takes seconds at most, and a transfer carries the moment of its decision: nothing that is
// older than this can still arrive. By the wall clock: a merchant's own may just have jumped ahead.
export const SETTLED_MS = 5 * 60_000

/** Sums up what can no longer change, so that a balance reads a few recent rows and not all of them. */
export async function takeSnapshot(
  services: Pick<Services, 'db' | 'committer' | 'clock'>,
  merchant_id: string,
): Promise<void> {
  const up_to = addMs(services.clock.now(), -SETTLED_MS)
  // In this order: whoever takes another one in between makes this one's commit fail.
  const known = await findSnapshots(services.db, merchant_id)
  if (known.some((row) => row.up_to >= up_to)) return
  const sums = await findBalances(services.db, merchant_id, up_to)
  const writes = sums.map(({ account, currency, balance }): Write => {
    const row = known.find((each) => each.account === account && each.currency === currency)
    if (row) return update(snapshots, row, { balance, up_to })
    return insert(snapshots, { merchant_id, account, currency, balance, up_to, version: 1 })
  })
  const [head, ...rest] = writes
  if (head) await services.committer.commit(change(head, ...rest))
}
