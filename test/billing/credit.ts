// A customer's credit against the replayed history: every entry, the balance, and money conservation.
import { type Account, sum } from './account.ts'
import type { BankMoney } from './bank_money.ts'
import type { CustomerRecords, Entry, Journal, Payment } from './records.ts'
import { imbalanceOf, spellTerms } from './terms.ts'

export function wrongCredit(
  records: CustomerRecords,
  account: Account,
  payments: readonly Payment[],
  bank: ReadonlyMap<string, BankMoney>,
  currency: string,
  { corrections }: Journal,
): string[] {
  const { terms } = account
  const given_back = sum(payments, ({ payment_id }) => account.givenBackBy(payment_id))
  terms.returned = sum(payments, ({ payment_id }) => bank.get(payment_id)?.returned ?? 0)
  terms.promised = given_back - terms.returned
  const owned = records.balances[currency] ?? 0
  const entries = records.entries.filter((entry) => entry.currency === currency)
  const wrong = wrongEntries(entries, account)
  const asked = corrections?.get(`${records.customer_id} ${currency}`)
  if (asked !== undefined && asked !== terms.corrections) {
    wrong.push(`corrections of ${asked} were made, the entries have ${terms.corrections}`)
  }
  if (owned !== sum(entries, ({ amount }) => amount)) {
    wrong.push(`the balance is ${owned}, its entries add up to another sum`)
  }
  if (owned < 0) wrong.push(`the balance is ${owned}`)
  if (owned !== terms.credit) {
    wrong.push(`the credit is ${owned} instead of ${terms.credit} (${spellTerms(terms)})`)
  }
  const imbalance = imbalanceOf(terms)
  if (imbalance !== 0) wrong.push(`${imbalance} was created or lost (${spellTerms(terms)})`)
  return wrong
}

const GIVEN_BACK: ReadonlySet<string> = new Set(['refund', 'dispute', 'uncollected'])

/** The object an entry is about. Refunds, disputes and their uncollected rest are judged together. */
function subjectOf({ reason, subscription_id, invoice_id, payment_id }: Entry): string {
  if (reason === 'correction') return 'correction '
  if (reason === 'cancellation') return `cancellation ${subscription_id}`
  return GIVEN_BACK.has(reason) ? `given back ${payment_id}` : `${reason} ${invoice_id}`
}

function wrongEntries(entries: readonly Entry[], { expected }: Account): string[] {
  const found = new Map<string, number>()
  for (const entry of entries) {
    const key = subjectOf(entry)
    found.set(key, (found.get(key) ?? 0) + entry.amount)
  }
  const keys = new Set([...found.keys(), ...expected.keys()])
  return [...keys].flatMap((key) => {
    const amount = found.get(key) ?? 0
    const right = expected.get(key) ?? 0
    return amount === right ? [] : [`the credit entries "${key}" are ${amount} instead of ${right}`]
  })
}
