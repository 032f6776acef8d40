import { type Update, update } from '#kernel/change.ts'
import { type MerchantRow, merchants } from './store.ts'

/**
 * Changes only the version. When two commits hold the same row, one is refused and decides again: so a decision about
 * several rows, such as "this name is free", still holds when it is written.
 */
export function holdMerchant(current: MerchantRow): Update {
  return update(merchants, current, {})
}
