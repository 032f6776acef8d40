// A snapshot contains the sums over all transfers below a watermark: the oldest transaction that is still open. Every
// transfer below it is committed and visible, or never will be, so no clock is involved. A transfer that commits late
// is above the watermark and is added when a balance is read.
import { insert, remove } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import {
  countSettledTail,
  findSettledBalances,
  findSnapshots,
  merchantsAfter,
  type SnapshotRow,
  snapshots,
} from './store.ts'

/** Replaces a merchant's snapshot, so that a balance reads few transfers. */
export async function takeSnapshot(
  services: Pick<Services, 'db' | 'tryCommit'>,
  merchant_id: string,
): Promise<void> {
  // Snapshots are read first, so that a concurrent snapshot makes this commit fail.
  const known = await findSnapshots(services.db, merchant_id)
  const { watermark, balances } = await findSettledBalances(services.db, merchant_id)
  const isNew = known.every((row) => !row.is_original || BigInt(row.watermark) < BigInt(watermark))
  if (balances.length === 0 || !isNew) return
  const row: SnapshotRow = {
    merchant_id,
    watermark,
    accounts: balances.map(({ account }) => account),
    currencies: balances.map(({ currency }) => currency),
    balances: balances.map(({ balance }) => balance.toString()),
    version: 1,
  }
  const replaced = known.map((each) => remove(snapshots, each))
  // Refused if another process has replaced the snapshot.
  await services.tryCommit(insert(snapshots, row), ...replaced)
}

/** Approximate maximum number of transfers that a balance reads. */
const MAX_TAIL = 1_000
const MERCHANTS = 20

type Parts = Pick<Services, 'db' | 'tryCommit' | 'log'>

/** Each call checks the next few merchants, and takes a snapshot for those with many transfers since the last one. */
export function createSnapshotter(): (services: Parts) => Promise<number> {
  let after = ''
  return async (services) => {
    const merchants = await merchantsAfter(services.db, after, MERCHANTS)
    after = merchants.length < MERCHANTS ? '' : (merchants.at(-1) ?? '')
    let taken = 0
    for (const merchant_id of merchants) if (await snapshotIfDue(services, merchant_id)) taken += 1
    return taken
  }
}

/** A failed snapshot is logged and does not stop the others. */
async function snapshotIfDue(services: Parts, merchant_id: string): Promise<boolean> {
  try {
    const tail = await countSettledTail(services.db, merchant_id, MAX_TAIL)
    if (tail < MAX_TAIL) return false
    await takeSnapshot(services, merchant_id)
  } catch (err) {
    services.log.error(
      { err, merchant_id },
      'ledger: balance snapshot failed; it is retried in the next round',
    )
    return false
  }
  return true
}
