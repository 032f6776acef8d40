// Invariants at the end of every scenario, whatever happened in it.
import assert from 'node:assert/strict'
import type { BankFact } from '#testing/bank.ts'
import type { Shop } from '#testing/harness.ts'
import { invoicesOf, paymentsOf, readRows } from './ledger.ts'

export async function balances(shop: Shop, facts: readonly BankFact[]): Promise<void> {
  await paidIsCaptured(shop, facts)
  await creditIsItsEntries(shop)
  await numbersHaveNoGaps(shop)
}

const PAID: ReadonlySet<string> = new Set(['invoice_paid', 'payment_succeeded'])

/**
 * Every paid invoice has one payment, for its amount or for the part that the merchant accepted. The bank has
 * captured exactly the payments' received amounts.
 */
async function paidIsCaptured(shop: Shop, facts: readonly BankFact[]): Promise<void> {
  const [invoices, payments] = await Promise.all([invoicesOf(shop, null), paymentsOf(shop)])
  const succeeded = payments.filter(({ status }) => status === 'succeeded')
  for (const { invoice_id, status, amount, accepted_amount } of invoices) {
    const paying = payments.filter((payment) => payment.invoice_id === invoice_id)
    const isPaid = PAID.has(status) && amount > 0
    const expected = isPaid ? [accepted_amount ?? amount] : []
    const isPart = status === 'voided' || status === 'manual_review'
    if (isPart) continue
    assert.deepEqual(
      paying.map((payment) => payment.amount_received).filter((each) => each > 0),
      expected,
      `the payments of the invoice ${invoice_id}, which is ${status}`,
    )
  }
  const others = succeeded.filter(({ invoice_id }) => invoice_id === null)
  assert.deepEqual(others, [], 'payments without an invoice')
  const received = payments.map(({ amount_received, currency }) => ({
    amount: amount_received,
    currency,
  }))
  assert.deepEqual(capturedBy(facts), sums(received), 'the bank has captured what was received')
  const voided = invoices.filter(({ status }) => status === 'voided')
  const parts = payments.filter(({ invoice_id }) =>
    voided.some((invoice) => invoice.invoice_id === invoice_id),
  )
  for (const { amount, amount_received } of parts) assert.ok(amount_received < Math.max(1, amount))
}

/** By currency. */
function sums(of: readonly { amount: number; currency: string }[]): Record<string, number> {
  const found: Record<string, number> = {}
  for (const { amount, currency } of of) {
    if (amount > 0) found[currency] = (found[currency] ?? 0) + amount
  }
  return found
}

const CAPTURES: ReadonlySet<string> = new Set(['charged', 'captured'])

/** No other scenario runs meanwhile, so every fact belongs to this one. */
function capturedBy(facts: readonly BankFact[]): Record<string, number> {
  return sums(facts.filter(({ effect }) => CAPTURES.has(effect)))
}

interface Credit {
  customer_id: string
  currency: string
  amount: number
  entries: number
}

async function creditIsItsEntries(shop: Shop): Promise<void> {
  const rows = await readRows<Credit>(
    shop,
    `select b.customer_id, b.currency, b.amount, (select coalesce(sum(e.amount), 0)::bigint
       from credit_entries e where e.merchant_id = b.merchant_id and e.customer_id = b.customer_id
       and e.currency = b.currency) as entries
     from credit_balances b where b.merchant_id = $1`,
  )
  for (const { customer_id, currency, amount, entries } of rows) {
    assert.equal(amount, entries, `the credit of ${customer_id} in ${currency}`)
  }
}

/** `2027-000001`, `2027-000002` and so on, one for every invoice that was finalized. */
async function numbersHaveNoGaps(shop: Shop): Promise<void> {
  const invoices = await invoicesOf(shop, null)
  const finalized = invoices.flatMap(({ finalized_at, number }) =>
    finalized_at ? [{ year: String(finalized_at.getUTCFullYear()), number: number ?? 'none' }] : [],
  )
  for (const [year, rows] of Map.groupBy(finalized, (row) => row.year)) {
    assert.deepEqual(
      rows.map(({ number }) => number).toSorted(),
      rows.map((_, n) => `${year}-${String(n + 1).padStart(6, '0')}`),
    )
  }
  const others = invoices.filter(({ finalized_at, number }) => !finalized_at && number !== null)
  assert.deepEqual(others, [], 'numbers of invoices that were never finalized')
}
