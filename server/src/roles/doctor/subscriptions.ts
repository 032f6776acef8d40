// Reads subscriptions with their invoices in pages, and checks what belongs to a merchant as a whole.
import type { Services } from '#kernel/context.ts'
import type { Database } from '#kernel/db.ts'
import type { SubscriptionRecord } from '#core/invariants/record.ts'
import { wrongAccount } from './accounts.ts'
import { objectRecords } from './record.ts'
import { creditSums, subscriptionsAfter, wrongBalances, wrongYears } from './subscriptions_store.ts'

const PAGE = 200

/** A subscription moves no money itself: it has events only. */
const subject = { kinds: [], causes: [], event_object: 'subscription_details' }

export async function* eachSubscriptionPage(
  db: Database,
  merchant_id: string,
): AsyncIterable<SubscriptionRecord[]> {
  let page = await subscriptionsAfter(db, merchant_id, '', PAGE)
  while (page.length > 0) {
    const ids = page.map((row) => row.subscription_id)
    const recordById = await objectRecords(db, merchant_id, subject, ids)
    yield page.map(({ invoices, ...subscription }) => ({
      subscription,
      invoices: invoices ?? [],
      ...recordById(subscription.subscription_id),
    }))
    page = await subscriptionsAfter(db, merchant_id, ids.at(-1) ?? '', PAGE)
  }
}

export async function wrongNumbers(db: Database, merchant_id: string): Promise<string[]> {
  const years = await wrongYears(db, merchant_id)
  return years.map(
    ({ year, last, count, highest }) =>
      `${year}: the last number is ${last}, ${count ?? 0} invoices have one, the highest is ${highest}`,
  )
}

export async function wrongCredit(db: Database, merchant_id: string): Promise<string[]> {
  const differences = await wrongBalances(db, merchant_id)
  return differences.map(
    ({ customer_id, currency, balance, entries }) =>
      `the credit of ${customer_id} is ${balance} ${currency}, its entries sum to ${entries}`,
  )
}

/** Credit is in the books as a memo account. */
export function wrongCreditAccount(
  parts: Pick<Services, 'db'>,
  merchant_id: string,
): Promise<string[]> {
  return wrongAccount(parts, merchant_id, 'customer_credit', 'credit balances', creditSums)
}
