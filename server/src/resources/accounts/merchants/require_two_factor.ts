import { type Update, update } from '#kernel/change.ts'
import { type MerchantRow, merchants } from './store.ts'

export function requireTwoFactor(
  current: MerchantRow,
  require_two_factor: boolean,
  now: Date,
): Update {
  return update(merchants, current, { require_two_factor, modified_at: now })
}
