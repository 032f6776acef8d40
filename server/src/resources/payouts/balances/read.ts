import type { Context } from '#kernel/context.ts'
import { balances } from '#core/ledger/read.ts'
import type { Account } from '#core/ledger/transfer.ts'
import type { Balances } from './schema.ts'

/** Each account's current balance, by currency. */
export async function getBalances(context: Context): Promise<Balances> {
  const rows = await balances(context)
  const currencies = [...Map.groupBy(rows, (row) => row.currency)]
  return {
    merchant_id: context.merchant_id,
    as_of: context.now,
    balances: currencies.map(([currency, group]) => {
      const on = (account: Account) => group.find((row) => row.account === account)?.balance ?? 0n
      return {
        currency,
        available: on('available'),
        pending: on('pending'),
        held: on('held'),
        reserved_for_disputes: on('reserved_for_disputes'),
        refunds_in_transit: on('refunds_in_transit'),
        payouts_in_transit: on('payouts_in_transit'),
        fees: on('fees'),
      }
    }),
  }
}
