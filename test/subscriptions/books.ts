// A scenario's view of its shop's books. A table has one line for each invoice, payment, e-mail or entry.
import assert from 'node:assert/strict'
import { testBank } from '#testing/bank.ts'
import type { Shop } from '#testing/harness.ts'
import {
  creditLines,
  invoiceLine,
  invoicesOf,
  itemLines,
  mailLines,
  paymentLine,
  paymentsOf,
  periodLine,
  readRows,
  statusOf,
} from './ledger.ts'
import { day, decimal, money, sameTable } from './notation.ts'

export class Books {
  readonly shop: Shop

  constructor(shop: Shop) {
    this.shop = shop
  }

  async is(name: string, status: string): Promise<void> {
    assert.equal(await statusOf(this.shop, name), status)
  }

  /** The invoices: creation time, amount due, and outcome. */
  async billed(table: string, name: string | null = null): Promise<void> {
    sameTable((await invoicesOf(this.shop, name)).map(invoiceLine), table)
  }

  /** The amount due on each day. */
  async totals(table: string): Promise<void> {
    const days = Map.groupBy(
      await invoicesOf(this.shop, null),
      ({ created, currency }) => `${day(created)}/${currency}`,
    )
    const lines = [...days].map(([key, rows]) => {
      const [date, currency = ''] = key.split('/')
      const sum = rows.reduce((total, { amount }) => total + amount, 0)
      return `${date} ${decimal(sum, currency)} ${currency}`
    })
    sameTable(lines, table)
  }

  /** The invoices by the periods that they are for. */
  async periods(table: string): Promise<void> {
    sameTable((await invoicesOf(this.shop, null)).map(periodLine), table)
  }

  /** The newest invoice's lines. */
  async lines(name: string, table: string): Promise<void> {
    const last = (await invoicesOf(this.shop, name)).at(-1)
    sameTable(last ? itemLines(last) : [], table)
  }

  /** The payments, one for each attempt, with the card's last digits. */
  async payments(table: string): Promise<void> {
    const rows = (await paymentsOf(this.shop)).filter(({ invoice_id }) => invoice_id !== null)
    sameTable(rows.map(paymentLine), table)
  }

  /** Number of charges to this shop's cards at the bank. */
  async charges(n: number): Promise<void> {
    const log = await (await testBank()).log()
    const own = new Set((await paymentsOf(this.shop)).map(({ payment_id }) => payment_id))
    const charges = log.filter(
      ({ reference, effect }) => own.has(reference) && effect === 'charged',
    )
    assert.equal(charges.length, n)
  }

  async mails(table: string): Promise<void> {
    sameTable(await mailLines(this.shop), table)
  }

  /** Every credit balance change. */
  async credit(name: string, table: string): Promise<void> {
    sameTable(await creditLines(this.shop, name), table)
  }

  async owns(name: string, credit: string): Promise<void> {
    const { amount, currency } = money(credit)
    const found = await this.balance(name, currency)
    assert.equal(decimal(found, currency), decimal(amount, currency))
  }

  /** The customer's credit, in the minor unit. */
  async balance(name: string, currency: string): Promise<number> {
    const [row] = await readRows<{ amount: number }>(
      this.shop,
      'select amount from credit_balances where merchant_id = $1 and customer_id = $2 and currency = $3',
      name,
      currency,
    )
    return row?.amount ?? 0
  }
}
