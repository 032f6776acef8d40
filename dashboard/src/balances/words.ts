import type { Schemas } from '../api/client.ts'

export type Balance = Schemas['Balances']['balances'][number]
export type Account = Exclude<keyof Balance, 'currency'>

/** The accounts below the available balance, nearest money first, each with a reason. */
export const balanceReasons: readonly (readonly [Account, string])[] = [
  ['pending', 'The acquirer releases it soon.'],
  ['held', 'Capture it, and it becomes available. Otherwise it goes back to the customer.'],
  ['reserved_for_disputes', 'You get it back if you win. If you lose, the cardholder gets it.'],
  ['refunds_in_transit', 'Taken from what is available. You get it back if a refund fails.'],
  ['payouts_in_transit', 'Taken from what is available. You get it back if a payout fails.'],
  ['fees', 'What you were charged for disputes, less what the acquirer charged.'],
]
