// Open decisions for people, each with the request that settles it: plan changes that wait for their payment, and
// credit that an earlier release granted without checking the money. Neither is a violation, and nothing is changed
// here.
import type { Database } from '#kernel/db.ts'
import type { SubscriptionRecord } from '#core/invariants/record.ts'
import {
  balancesAfter,
  type CreditOfSubscription,
  creditOfSubscriptions,
  heldBySubscriptions,
} from './decisions_store.ts'

const PAGE = 200

/** A plan change that waits for its payment is normal. */
export function waitingChange({ subscription, invoices }: SubscriptionRecord): string[] {
  const { pending_update, open_invoice_id, subscription_id, plan_id, item_price_id } = subscription
  const invoice = invoices.find(({ invoice_id }) => invoice_id === open_invoice_id)
  if (invoice?.reason !== 'plan_change') return []
  const { invoice_id, amount } = invoice
  if (pending_update === null) {
    return [
      `was changed to ${item_price_id} before ${invoice_id} is paid, by an earlier release; to end it: POST /subscriptions/${subscription_id}/cancel {"cancel_option": "immediately"}`,
    ]
  }
  const { item_price_id: next, expires_at } = pending_update
  const present = JSON.stringify({ plan_id, item_price_id })
  return [
    `changes to ${next} when ${amount} for ${invoice_id} is paid, until ${expires_at}; to undo it: PUT /subscriptions/${subscription_id}/update ${present}`,
  ]
}

export interface UnbackedCredit {
  customer_id: string
  message: string
}

/** Only what is left: credit that was spent cannot be taken away. */
export async function* unbackedCredit(
  db: Database,
  merchant_id: string,
): AsyncIterable<UnbackedCredit> {
  let page = await balancesAfter(db, merchant_id, '', '', PAGE)
  while (page.length > 0) {
    const customers = [...new Set(page.map(({ customer_id }) => customer_id))]
    const entries = await creditOfSubscriptions(db, merchant_id, customers)
    const suspects = entries.filter(({ unnamed }) => unnamed > 0)
    const held = await heldBy(db, merchant_id, suspects)
    for (const { customer_id, currency, amount } of page) {
      const own = entries.filter((e) => e.customer_id === customer_id && e.currency === currency)
      const message = proposal({ customer_id, currency, amount }, own, held)
      if (message !== undefined) yield { customer_id, message }
    }
    const last = page.at(-1)
    page = await balancesAfter(db, merchant_id, last?.customer_id ?? '', last?.currency ?? '', PAGE)
  }
}

async function heldBy(
  db: Database,
  merchant_id: string,
  suspects: readonly CreditOfSubscription[],
): Promise<ReadonlyMap<string, number>> {
  const ids = suspects.flatMap(({ subscription_id }) => subscription_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await heldBySubscriptions(db, merchant_id, ids)
  return new Map(rows.map(({ subscription_id, held }) => [subscription_id, held]))
}

/** Corrections that the merchant has made already count as the one that is proposed. */
function proposal(
  balance: { customer_id: string; currency: string; amount: number },
  entries: readonly CreditOfSubscription[],
  held: ReadonlyMap<string, number>,
): string | undefined {
  const { customer_id, currency } = balance
  const total = (of: (entry: CreditOfSubscription) => number) =>
    entries.reduce((sum, entry) => sum + of(entry), 0)
  const unbacked = entries.filter((entry) => excessCredit(entry, held) > 0)
  const excess = total((entry) => excessCredit(entry, held)) + total(({ corrected }) => corrected)
  const amount = Math.min(
    excess,
    balance.amount,
    total(({ lot }) => lot),
  )
  if (amount <= 0) return undefined
  const ids = unbacked.map(({ subscription_id }) => subscription_id).join(', ')
  const body = { currency, amount: -amount, reason: 'Granted without money' }
  const path = `/customers/${encodeURIComponent(customer_id)}/credit`
  return `${amount} of its ${balance.amount} ${currency} of credit, granted for ${ids}, never was money; to take it away: POST ${path} ${JSON.stringify(body)}`
}

/** Credit granted beyond the money that the subscription has brought in, and beyond the credit that it used. */
function excessCredit(entry: CreditOfSubscription, held: ReadonlyMap<string, number>): number {
  const { subscription_id, unnamed, granted, taken, used } = entry
  if (subscription_id === null || unnamed <= 0) return 0
  const money = Math.max(0, held.get(subscription_id) ?? 0) + used
  return Math.max(0, Math.min(unnamed, granted + taken - money))
}
