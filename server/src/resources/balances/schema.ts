// The API schemas of balances and ledger transfers.
import { type Static, Type } from 'typebox'
import { answer, Timestamp } from '#http/fields.ts'
import { among, currencies, listOf, listQuery, oneOrMany } from '#http/lists.ts'
import { accounts } from '#core/ledger/transfer.ts'
import { moves } from '#core/ledger/transfer.ts'

/** Sums have no bound, so they are bigint in the code and exact integers of any length in JSON. */
const said = (description: string) => Type.Unsafe<bigint>(Type.Integer({ description }))

const Balance = Type.Object({
  currency: Type.String(),
  available: said(accounts.available),
  pending: said(accounts.pending),
  held: said(accounts.held),
  reserved_for_disputes: said(accounts.reserved_for_disputes),
  refunds_in_transit: said(accounts.refunds_in_transit),
  payouts_in_transit: said(accounts.payouts_in_transit),
  fees: said(accounts.fees),
})
export type Balance = Static<typeof Balance>

export const Balances = answer('Balances', {
  merchant_id: Type.String(),
  as_of: Timestamp,
  balances: Type.Array(Balance, { description: 'One for each currency that has had a transfer.' }),
})
export type Balances = Static<typeof Balances>

export const Transfer = answer('Transfer', {
  transfer_id: Type.String(),
  cause: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  debit: Type.String({ description: 'The account that is debited.' }),
  credit: Type.String({ description: 'The account that is credited.' }),
  change_of_available: Type.Integer({ description: 'The change of your available balance.' }),
  object_type: Type.String({ description: 'payment, refund, dispute or payout.' }),
  object_id: Type.String(),
  created: Timestamp,
})
export type Transfer = Static<typeof Transfer>

export const transferFilters = {
  object_id: oneOrMany('A payment, refund, dispute or payout, or several.'),
  currency: currencies,
  cause: oneOrMany('A cause, or several.', { read: among(moves) }),
  account: oneOrMany('An account that is debited or credited, or several.', {
    read: among(accounts),
  }),
}

export const ListTransfers = listQuery(transferFilters)
export type ListTransfers = Static<typeof ListTransfers>

export const TransferList = listOf('TransferList', Transfer)
