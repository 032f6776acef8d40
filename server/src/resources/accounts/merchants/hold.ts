import { type Update, update } from '#kernel/change.ts'
import { type MerchantRow, merchants } from './store.ts'

/**
 * Changes nothing but the version. Of two commits that hold the same row, one is refused and decides again: so a
 * decision on several rows, such as "this name is free", still holds when it is written.
 */
export function holdMerchant(current: MerchantRow): Update {
  return update(merchants, current, {})
}
