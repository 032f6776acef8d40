// API schemas for balances and ledger transfers.
import { type Static, Type } from 'typebox'
import { answer, described, keyIn, Timestamp } from '#http/fields.ts'
import { among, currencies, listSchema, listQuery, oneOrMany } from '#http/lists.ts'
import { accounts } from '#core/ledger/transfer.ts'
import { moves } from '#core/ledger/transfer.ts'

/** Sums have no bound, so they are bigint in code and exact integers of any length in JSON. */
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
  as_of: described(Timestamp, 'The time of these balances, in UTC.'),
  balances: Type.Array(Balance, { description: 'One for each currency that has had a transfer.' }),
})
export type Balances = Static<typeof Balances>

export const Transfer = answer('Transfer', {
  transfer_id: Type.String({ description: 'The id of the transfer: its operation and its cause.' }),
  cause: Type.Unsafe<string>({
    title: 'TransferCause',
    type: 'string',
    enum: Object.keys(moves),
    description: 'Why the money moved. The reference page of the ledger has the accounts of each.',
  }),
  amount: Type.Integer({ description: 'What moved, in the lowest unit of the currency.' }),
  currency: Type.String(),
  debit: Type.Unsafe<string>(keyIn(accounts, 'The account that is debited.')),
  credit: Type.Unsafe<string>(keyIn(accounts, 'The account that is credited.')),
  change_of_available: Type.Integer({ description: 'The change of your available balance.' }),
  object_type: Type.Unsafe<string>({
    type: 'string',
    enum: [...new Set(Object.values(moves).map(({ of }) => of))],
    description: 'The type of the object that the money moved for.',
  }),
  object_id: Type.String({ description: 'The id of the object that the money moved for.' }),
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

export const TransferList = listSchema('TransferList', Transfer)
