import type { Schemas } from '../api/client.ts'

export type Balance = Schemas['Balances']['balances'][number]
export type Account = Exclude<keyof Balance, 'currency'>

/** The balance accounts, nearest money first. `pending` is left out while nothing uses it. */
export const balanceWords: readonly (readonly [Account, string])[] = [
  ['pending', 'Captured, not available yet'],
  ['held', 'Authorized, can be captured'],
  ['reserved_for_disputes', 'Reserved for open disputes'],
  ['refunds_in_transit', 'Refunds on their way'],
  ['payouts_in_transit', 'Payouts on their way'],
  ['fees', "Fees, less the acquirer's"],
]
