// The judge for subscription billing. From the bank's own log and its own calendar it computes the amounts that every
// customer paid, got back, used and owns, and compares the API's invoices, credit and subscriptions with them. It
// shares no code with the program; the README states its assumptions.
import { Account } from './account.ts'
import { type BankMoney, bankMoney, type Fact } from './bank_money.ts'
import { chainOf } from './chain.ts'
import { wrongCredit } from './credit.ts'
import { wrongInvoice } from './invoices.ts'
import { type Happening, inOrder, movesWithin, NATURAL, type Order } from './orders.ts'
import type { Catalogue, CustomerRecords, Journal } from './records.ts'
import { Replay } from './replay.ts'
import { wrongStates } from './states.ts'
import type { Terms } from './terms.ts'
import { type History, invoicesOf, replayAll } from './timeline.ts'

export interface Case {
  readonly customers: readonly CustomerRecords[]
  readonly facts: readonly Fact[]
  readonly catalogue: Catalogue
  readonly journal?: Journal
  /** The merchant's time. */
  readonly now: Date
  /**
   * Requests overlapped and clocks differed: the order in which credit was used is not known, nor that of a return
   * and of subscription billing within this time. Absent: every order is known.
   */
  readonly close_ms?: number
}

export interface Verdict {
  readonly violations: readonly string[]
  /** By customer and currency. */
  readonly terms: ReadonlyMap<string, Terms>
}

export function judge(given: Case): Verdict {
  const { customers, facts, catalogue, journal = {}, now, close_ms } = given
  const bank = bankMoney(facts)
  const violations: string[] = []
  const terms = new Map<string, Terms>()
  for (const records of customers) {
    const toHistories = () => historiesOf(records, catalogue, journal, close_ms)
    const judged = toHistories().flatMap(({ subscription, chain }) => [
      ...chain.violations,
      ...wrongStates(subscription, chain, journal, now),
    ])
    violations.push(...judged.map((what) => `${records.customer_id}: ${what}`))
    for (const currency of currenciesOf(records)) {
      const name = `${records.customer_id} ${currency}`
      const money = judgeMoney(records, toHistories, currency, { bank, journal, now, close_ms })
      violations.push(...money.violations.map((what) => `${name}: ${what}`))
      terms.set(name, money.terms)
    }
  }
  return { violations, terms }
}

/** A replay writes into the periods: each needs its own histories. */
function historiesOf(
  records: CustomerRecords,
  catalogue: Catalogue,
  journal: Journal,
  close_ms = 0,
): History[] {
  return records.subscriptions.map((subscription) => {
    const own = records.invoices.filter((row) => row.subscription_id === subscription.id)
    return { subscription, chain: chainOf(subscription, own, catalogue, journal, close_ms) }
  })
}

function currenciesOf({ invoices, balances }: CustomerRecords): Set<string> {
  return new Set([...Object.keys(balances), ...invoices.map(({ currency }) => currency)])
}

interface Known {
  readonly bank: ReadonlyMap<string, BankMoney>
  readonly journal: Journal
  readonly now: Date
  readonly close_ms: number | undefined
}

const MAX_ORDERS = 2_000

/** No violation if some order of close steps explains the records. */
function judgeMoney(
  records: CustomerRecords,
  toHistories: () => readonly History[],
  currency: string,
  known: Known,
) {
  const judged = judgeOrder(records, toHistories(), currency, known, NATURAL)
  const { close_ms } = known
  if (close_ms === undefined || judged.violations.length === 0) return judged
  for (const order of ordersWithin(judged.happenings, close_ms)) {
    const moved = judgeOrder(records, toHistories(), currency, known, order)
    if (moved.violations.length === 0) return moved
  }
  return judged
}

/** By ids first: it is the likely order of many steps on a stopped clock, which few moves do not reach. */
function* ordersWithin(natural: readonly Happening[], close_ms: number): Generator<Order> {
  const by_ids = { by_ids: true, moves: [] }
  yield by_ids
  for (const moves of movesWithin(natural, close_ms, MAX_ORDERS)) yield { by_ids: false, moves }
  const sorted = inOrder(natural, by_ids)
  for (const moves of movesWithin(sorted, close_ms, MAX_ORDERS)) yield { by_ids: true, moves }
}

function judgeOrder(
  records: CustomerRecords,
  all: readonly History[],
  currency: string,
  { bank, journal, now, close_ms }: Known,
  order: Order,
) {
  const histories = all.filter(
    ({ chain }) => chain.steps.length > 0 && chain.steps[0]?.invoice.currency === currency,
  )
  const invoices = invoicesOf(histories)
  const ids = new Set(invoices.map(({ id }) => id))
  const payments = records.payments.filter(({ invoice_id }) => ids.has(invoice_id))
  const account = new Account(payments, bank)
  const replay = new Replay(account, close_ms === undefined && histories.length === 1)
  const happenings = replayAll(replay, histories, records, currency, order)
  const subscriptions = histories.map(({ subscription }) => subscription)
  replay.finish(subscriptions, invoices, now)
  const wrong = histories.flatMap(({ subscription, chain }) =>
    chain.steps.flatMap(({ invoice }) =>
      wrongInvoice(invoice, subscription, account, records.give_backs, journal),
    ),
  )
  const credit = wrongCredit(records, account, payments, bank, currency, journal)
  const violations = [...wrong, ...replay.violations, ...credit]
  return { violations, terms: account.terms, happenings }
}
