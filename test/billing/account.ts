// One customer's money in one currency while the history is replayed: payments, credit lots, and the income from each
// period.
import type { BankMoney } from './bank_money.ts'
import type { Period } from './chain.ts'
import { Lots, type Part } from './lots.ts'
import type { Invoice, Payment } from './records.ts'
import { noTerms } from './terms.ts'

/** Credit that was granted from a period. */
interface Grant {
  readonly period: Period
  readonly amount: number
}

export class Account {
  readonly lots = new Lots()
  readonly terms = noTerms()
  /** Expected credit entry sums, by reason and object. */
  readonly expected = new Map<string, number>()
  private readonly payments: ReadonlyMap<string, readonly Payment[]>
  private readonly bank: ReadonlyMap<string, BankMoney>
  private readonly given_back = new Map<string, number>()
  private readonly taken_back = new Map<string, number>()
  private readonly used = new Map<string, readonly Part[]>()
  private readonly regranted = new Map<string, number>()
  private readonly grants: Grant[] = []

  constructor(payments: readonly Payment[], bank: ReadonlyMap<string, BankMoney>) {
    const sorted = payments.toSorted((a, b) => a.created.getTime() - b.created.getTime())
    this.payments = Map.groupBy(sorted, ({ invoice_id }) => invoice_id)
    this.bank = bank
  }

  enter(reason: string, object_id: string, amount: number): void {
    const key = `${reason} ${object_id}`
    this.expected.set(key, (this.expected.get(key) ?? 0) + amount)
  }

  paymentsOf({ id }: Invoice): readonly Payment[] {
    return this.payments.get(id) ?? []
  }

  receivedBy(payment_id: string): number {
    return this.bank.get(payment_id)?.received ?? 0
  }

  receivedFor(invoice: Invoice): number {
    return sum(this.paymentsOf(invoice), ({ payment_id }) => this.receivedBy(payment_id))
  }

  givenBackBy(payment_id: string): number {
    return this.given_back.get(payment_id) ?? 0
  }

  givenBackOf(invoice: Invoice): number {
    return sum(this.paymentsOf(invoice), ({ payment_id }) => this.givenBackBy(payment_id))
  }

  private takenBackOf(invoice: Invoice): number {
    return sum(this.paymentsOf(invoice), ({ payment_id }) => this.taken_back.get(payment_id) ?? 0)
  }

  giveBack(payment_id: string, amount: number): void {
    this.given_back.set(payment_id, this.givenBackBy(payment_id) + amount)
  }

  /** The invoice uses credit. */
  apply(invoice: Invoice): void {
    if (invoice.credit_applied === 0) return
    this.used.set(invoice.id, this.lots.use(invoice.credit_applied))
    this.enter('applied', invoice.id, -invoice.credit_applied)
    this.terms.open += invoice.credit_applied
  }

  /** The invoice will not be paid: its credit returns to the lots, where it settles what could not be collected. */
  returnApplied(invoice: Invoice): void {
    for (const { lot, amount } of this.used.get(invoice.id) ?? []) {
      const due = this.lots.returnTo(lot, amount)
      this.terms.waived -= due
      if (lot.payment_id) this.enter('given back', lot.payment_id, -due)
    }
    this.used.delete(invoice.id)
    this.enter('returned', invoice.id, invoice.credit_applied)
    this.terms.open -= invoice.credit_applied
  }

  broughtIn(period: Period): number {
    const own = sum(
      period.invoices,
      (invoice) =>
        this.receivedFor(invoice) - this.givenBackOf(invoice) + this.takenBackOf(invoice),
    )
    const granted = sum(this.grants, (grant) => (grant.period === period ? grant.amount : 0))
    const money = own + this.appliedIn(period) + this.carriedInto(period) - granted
    return Math.max(0, money)
  }

  private carriedInto({ before }: Period): number {
    return before ? Math.min(before.unused, this.broughtIn(before.period)) : 0
  }

  /** Credit counts as far as its money was not given back after it had been spent. */
  private appliedIn({ invoices }: Period): number {
    const parts = invoices.flatMap(({ id }) => this.used.get(id) ?? [])
    return sum([...Map.groupBy(parts, ({ lot }) => lot)], ([lot, own]) =>
      Math.max(0, sum(own, ({ amount }) => amount) - lot.uncollected),
    )
  }

  /** Money that bought nothing becomes credit. If it came in with a period, it is no longer there. */
  creditReceived(invoice: Invoice, period: Period | undefined): number {
    const isOfPeriod = period?.invoices.includes(invoice) === true
    let credited = 0
    for (const { payment_id } of this.paymentsOf(invoice)) {
      const part = this.holding(payment_id)
      if (part === 0) continue
      credited += part
      if (isOfPeriod) this.record(period, payment_id, part)
      else this.lots.grant(payment_id, part)
    }
    return credited
  }

  /** From the period's payments, then from the credit that it used, then from the period before. */
  grant(period: Period, amount: number): void {
    const left = this.grantFrom(period, period, amount)
    if (left > 0) this.record(period, null, left)
  }

  /** When one grant makes several lots, the older payment's lot is the older one. */
  private grantFrom(period: Period, source: Period, amount: number): number {
    const parts: { payment: Payment; part: number }[] = []
    let left = amount
    for (let from: Period | undefined = source; from && left > 0; from = from.before?.period) {
      for (const payment of from.invoices.flatMap((invoice) => this.paymentsOf(invoice))) {
        const part = Math.min(left, this.holding(payment.payment_id))
        if (part > 0) parts.push({ payment, part })
        left -= part
      }
      for (const invoice of from.invoices) left = this.regrant(period, invoice, left)
    }
    const sorted = parts.toSorted(
      (a, b) => a.payment.created.getTime() - b.payment.created.getTime(),
    )
    for (const { payment, part } of sorted) this.record(period, payment.payment_id, part)
    return left
  }

  /** A payment's remaining money: received, not given back, not put into credit. */
  private holding(payment_id: string): number {
    const outstanding = this.lots.outstandingOf(payment_id)
    const net = this.receivedBy(payment_id) - this.givenBackBy(payment_id)
    return Math.max(0, net - outstanding)
  }

  /** Credit that the invoice used goes back to the lots it came from. */
  private regrant(period: Period, { id }: Invoice, amount: number): number {
    let skip = this.regranted.get(id) ?? 0
    let left = amount
    for (const used of this.used.get(id) ?? []) {
      const passed = Math.min(skip, used.amount)
      skip -= passed
      const part = Math.min(left, used.amount - passed)
      if (part <= 0) continue
      used.lot.balance += part
      left -= part
      this.regranted.set(id, (this.regranted.get(id) ?? 0) + part)
      this.grants.push({ period, amount: part })
    }
    return left
  }

  private record(period: Period, payment_id: string | null, amount: number): void {
    this.lots.grant(payment_id, amount)
    this.grants.push({ period, amount })
  }

  /** Credit from this payment was taken back, or returned again if negative: that much less money was given back. */
  takeBack(payment_id: string, amount: number): void {
    this.taken_back.set(payment_id, (this.taken_back.get(payment_id) ?? 0) + amount)
  }
}

export function sum<T>(list: readonly T[], amount: (item: T) => number): number {
  return list.reduce((total, item) => total + amount(item), 0)
}
