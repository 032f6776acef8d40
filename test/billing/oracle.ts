// The judge of subscription billing. From the bank's own log and its own calendar it computes what every customer paid, got
// back, used and owns, and compares the API's invoices, credit and subscriptions with that. It shares no code with the
// program; the README says what it assumes.
import { Account } from './account.ts'
import { type BankMoney, bankMoney, type Fact } from './bank_money.ts'
import { chainOf } from './chain.ts'
import { wrongCredit } from './credit.ts'
import { wrongInvoice } from './invoices.ts'
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
  /** The time of the merchant. */
  readonly now: Date
  /** False: requests overlapped, so the order in which credit was used is not known. */
  readonly is_ordered?: boolean
}

export interface Verdict {
  readonly violations: readonly string[]
  /** By customer and currency. */
  readonly terms: ReadonlyMap<string, Terms>
}

export function judge(given: Case): Verdict {
  const { customers, facts, catalogue, journal = {}, now, is_ordered = true } = given
  const bank = bankMoney(facts)
  const violations: string[] = []
  const terms = new Map<string, Terms>()
  for (const records of customers) {
    const histories = records.subscriptions.map((subscription) => {
      const own = records.invoices.filter((row) => row.subscription_id === subscription.id)
      return { subscription, chain: chainOf(subscription, own, catalogue, journal) }
    })
    const judged = histories.flatMap(({ subscription, chain }) => [
      ...chain.violations,
      ...wrongStates(subscription, chain, journal, now),
    ])
    violations.push(...judged.map((what) => `${records.customer_id}: ${what}`))
    for (const currency of currenciesOf(records)) {
      const name = `${records.customer_id} ${currency}`
      const money = judgeMoney(records, histories, currency, { bank, journal, now, is_ordered })
      violations.push(...money.violations.map((what) => `${name}: ${what}`))
      terms.set(name, money.terms)
    }
  }
  return { violations, terms }
}

function currenciesOf({ invoices, balances }: CustomerRecords): Set<string> {
  return new Set([...Object.keys(balances), ...invoices.map(({ currency }) => currency)])
}

interface Known {
  readonly bank: ReadonlyMap<string, BankMoney>
  readonly journal: Journal
  readonly now: Date
  readonly is_ordered: boolean
}

function judgeMoney(
  records: CustomerRecords,
  all: readonly History[],
  currency: string,
  { bank, journal, now, is_ordered }: Known,
) {
  const histories = all.filter(
    ({ chain }) => chain.steps.length > 0 && chain.steps[0]?.invoice.currency === currency,
  )
  const invoices = invoicesOf(histories)
  const ids = new Set(invoices.map(({ id }) => id))
  const payments = records.payments.filter(({ invoice_id }) => ids.has(invoice_id))
  const account = new Account(payments, bank)
  const replay = new Replay(account, is_ordered && histories.length === 1)
  replayAll(replay, histories, records, currency)
  const subscriptions = histories.map(({ subscription }) => subscription)
  replay.finish(subscriptions, invoices, now)
  const wrong = histories.flatMap(({ subscription, chain }) =>
    chain.steps.flatMap(({ invoice }) =>
      wrongInvoice(invoice, subscription, account, records.give_backs, journal),
    ),
  )
  const credit = wrongCredit(records, account, payments, bank, currency, journal)
  return { violations: [...wrong, ...replay.violations, ...credit], terms: account.terms }
}
