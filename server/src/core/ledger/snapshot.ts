// A snapshot sums up all transfers below a watermark that the database gives: the oldest transaction that
// is still open. A transfer below it is committed and visible, or will never be. So no clock takes part, and
// a transfer that commits late is above the watermark and is added when a balance is read.
import { insert, remove } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import { findSettledBalances, findSnapshots, type SnapshotRow, snapshots } from './store.ts'

/** Replaces the snapshot of a merchant, so that a balance reads few transfers and not all of them. */
export async function takeSnapshot(
  services: Pick<Services, 'db' | 'tryCommit'>,
  merchant_id: string,
): Promise<void> {
  // In this order: a snapshot that another process takes in between makes this commit fail.
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
  // Refused when another process was faster.
  await services.tryCommit(insert(snapshots, row), ...replaced)
}
