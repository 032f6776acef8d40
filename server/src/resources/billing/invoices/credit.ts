// A customer's credit balance in a currency. Every change writes an entry, so the balance is the sum of its entries.
// An entry names the payment whose money it is: one payment's entries are a lot, and lots are used oldest first.
import { type Insert, insert, update, type Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { readClaims } from '#resources/payments/payments/claims.ts'
import { book } from '#core/ledger/transfer.ts'
import {
  type CreditBalanceRow,
  creditBalances,
  creditEntries,
  type CreditEntryRow,
  findCreditBalance,
  findEntriesOfInvoices,
  findLots,
  findUncollected,
  type Lot,
} from './store.ts'

export type CreditMove = Pick<
  CreditEntryRow,
  'customer_id' | 'currency' | 'amount' | 'reason' | 'subscription_id' | 'invoice_id'
> &
  Partial<Pick<CreditEntryRow, 'payment_id' | 'given_back' | 'note' | 'entry_id'>>

/** Fields that all moves in one decision share. */
export type About = Omit<CreditMove, 'amount' | 'payment_id' | 'given_back'>

type Reader = Pick<Context, 'db' | 'merchant_id'>

export function readCredit(
  { db, merchant_id }: Reader,
  { customer_id, currency }: Pick<CreditMove, 'customer_id' | 'currency'>,
): Promise<CreditBalanceRow | undefined> {
  return findCreditBalance(db, merchant_id, customer_id, currency)
}

/** All moves affect one balance. A negative amount uses credit; nothing is written for the amount 0. */
export function moveCredit(
  context: Pick<Context, 'merchant_id' | 'now' | 'id'>,
  balance: CreditBalanceRow | undefined,
  ...moves: readonly CreditMove[]
): Write[] {
  const { merchant_id, now } = context
  const [first, ...others] = moves.filter((move) => move.amount !== 0)
  if (first === undefined) return []
  const { customer_id, currency } = first
  const entries = [first, ...others].flatMap((move) => entryWrites(context, move))
  const moved = others.reduce((sum, move) => sum + move.amount, first.amount)
  const amount = (balance?.amount ?? 0) + moved
  const row = { merchant_id, customer_id, currency, amount, modified_at: now }
  const write = balance
    ? update(creditBalances, balance, { amount, modified_at: now })
    : insert(creditBalances, { ...row, version: 1 })
  return [write, ...entries]
}

/** The entry, and its transfer between the memo accounts. */
function entryWrites(
  context: Pick<Context, 'merchant_id' | 'now' | 'id'>,
  move: CreditMove,
): Insert[] {
  const { merchant_id, now: created } = context
  const { reason, subscription_id, invoice_id, currency, amount } = move
  const { payment_id = null, given_back = null, note = null } = move
  const purpose = `${reason}/${subscription_id}/${invoice_id}/${payment_id}`
  const { entry_id = context.id('cre', purpose) } = move
  const money = { payment_id, names_money: true, given_back }
  const row = { merchant_id, ...move, entry_id, ...money, note, created }
  const booking = { merchant_id, object_id: entry_id, operation_id: entry_id, currency }
  const sums = amount > 0 ? { credit_issue: amount } : { credit_use: -amount }
  return [insert(creditEntries, row), ...book(booking, sums, created)]
}

/** Takes an amount from the lots, oldest first. */
export async function spendMoves(
  context: Reader,
  about: About,
  amount: number,
): Promise<CreditMove[]> {
  if (amount === 0) return []
  const lots = await readLots(context, about)
  return fromLots(lots, amount).map(({ payment_id, amount: part }) => ({
    ...about,
    payment_id,
    amount: -part,
  }))
}

/** Oldest first; lots from the same grant are ordered by payment age. */
async function readLots(context: Reader, { customer_id, currency }: About): Promise<Lot[]> {
  const lots = await findLots(context.db, context.merchant_id, customer_id, currency)
  const ids = lots.flatMap(({ payment_id }) => payment_id ?? [])
  const claims = ids.length > 1 ? await readClaims(context, ids) : []
  const made = new Map(claims.map(({ payment_id, created }) => [payment_id, created.getTime()]))
  const madeAt = ({ payment_id }: Lot) => made.get(payment_id ?? '') ?? Number.MAX_SAFE_INTEGER
  return lots.toSorted((a, b) => a.granted.getTime() - b.granted.getTime() || madeAt(a) - madeAt(b))
}

/** Lot parts that make up the amount; the remainder belongs to no payment. */
function fromLots(lots: readonly Lot[], amount: number): Lot[] {
  const parts: Lot[] = []
  let rest = amount
  for (const { payment_id, amount: has } of lots) {
    const part = Math.min(rest, has)
    if (part > 0) parts.push({ payment_id, amount: part })
    rest -= part
  }
  return rest === 0 ? parts : [...parts, { payment_id: null, amount: rest }]
}

/** The credit that an invoice used and did not return, by lot. */
export function appliedLots(entries: readonly CreditEntryRow[]): Lot[] {
  const sums = new Map<string | null, number>()
  for (const { reason, payment_id, amount } of entries) {
    if (reason !== 'applied' && reason !== 'returned') continue
    sums.set(payment_id, (sums.get(payment_id) ?? 0) - amount)
  }
  return [...sums].map(([payment_id, amount]) => ({ payment_id, amount }))
}

/**
 * The credit that was applied to an invoice returns to its lots. If its money was given back meanwhile and the credit
 * could not be collected then, because it was spent, it is collected now.
 */
export async function returnMoves(
  { db, merchant_id }: Reader,
  about: Omit<About, 'reason'> & { invoice_id: string },
): Promise<CreditMove[]> {
  const entries = await findEntriesOfInvoices(db, merchant_id, [about.invoice_id])
  const lots = appliedLots(entries).filter(({ amount }) => amount > 0)
  const missing = await readUncollected({ db, merchant_id }, lots)
  return lots.flatMap(({ payment_id, amount }) => {
    const due = Math.min(amount, missing.get(payment_id) ?? 0)
    const of = { ...about, payment_id }
    return [
      { ...of, amount, reason: 'returned' as const },
      { ...of, amount: 0 - due, reason: 'uncollected' as const },
    ]
  })
}

/** Amounts that could not be taken back, per lot. */
export async function readUncollected(
  { db, merchant_id }: Reader,
  lots: readonly Lot[],
): Promise<ReadonlyMap<string | null, number>> {
  const ids = lots.flatMap(({ payment_id }) => payment_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await findUncollected(db, merchant_id, ids)
  return new Map(rows.map(({ payment_id, amount }) => [payment_id, amount]))
}
