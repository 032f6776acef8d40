// The credit balance of a customer in a currency. Every change writes an entry, so the balance is the sum of its entries.
import { type Insert, insert, update, type Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import {
  type CreditBalanceRow,
  creditBalances,
  creditEntries,
  type CreditEntryRow,
  findCreditBalance,
} from './store.ts'

export type CreditMove = Pick<
  CreditEntryRow,
  'customer_id' | 'currency' | 'amount' | 'reason' | 'subscription_id' | 'invoice_id'
>

export function readCredit(
  { db, merchant_id }: Pick<Context, 'db' | 'merchant_id'>,
  { customer_id, currency }: Pick<CreditMove, 'customer_id' | 'currency'>,
): Promise<CreditBalanceRow | undefined> {
  return findCreditBalance(db, merchant_id, customer_id, currency)
}

/** The moves are of one balance. A negative amount uses credit; nothing is written for the amount 0. */
export function moveCredit(
  context: Pick<Context, 'merchant_id' | 'now' | 'id'>,
  balance: CreditBalanceRow | undefined,
  ...moves: readonly CreditMove[]
): Write[] {
  const { merchant_id, now } = context
  const [first, ...others] = moves.filter((move) => move.amount !== 0)
  if (first === undefined) return []
  const { customer_id, currency } = first
  const entries = [first, ...others].map((move) => entryOf(context, move))
  const moved = others.reduce((sum, move) => sum + move.amount, first.amount)
  const amount = (balance?.amount ?? 0) + moved
  const row = { merchant_id, customer_id, currency, amount, modified_at: now }
  const write = balance
    ? update(creditBalances, balance, { amount, modified_at: now })
    : insert(creditBalances, { ...row, version: 1 })
  return [write, ...entries]
}

function entryOf(context: Pick<Context, 'merchant_id' | 'now' | 'id'>, move: CreditMove): Insert {
  const { merchant_id, now: created } = context
  const { reason, subscription_id, invoice_id } = move
  const entry_id = context.id('cre', `${reason}/${subscription_id}/${invoice_id}`)
  return insert(creditEntries, { merchant_id, entry_id, ...move, created })
}
