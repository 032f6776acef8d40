// A customer's visible API state, without ids: equal histories look the same.
import type { CustomerRecords, Entry, Invoice, Line, Price, Subscription } from './records.ts'

export function visible(records: CustomerRecords, prices: ReadonlyMap<string, Price>): object {
  const { subscriptions, invoices, entries, balances } = records
  const nameOf = (id: string) => JSON.stringify({ ...prices.get(id), item_price_id: undefined })
  return {
    balances,
    entries: entries.map(shownEntryOf).toSorted(byText),
    subscriptions: subscriptions
      .map((row) => ({
        ...shownSubscription(row, nameOf),
        invoices: invoices
          .filter(({ subscription_id }) => subscription_id === row.id)
          .map((invoice) => shownInvoice(invoice, nameOf))
          .toSorted(byText),
      }))
      .toSorted(byText),
  }
}

function byText(a: object, b: object): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1
}

function shownEntryOf({ created, reason, amount, currency }: Entry) {
  return { created: tensOfMinutes(new Date(0), created), reason, amount, currency }
}

type Name = (item_price_id: string) => string

function shownSubscription(row: Subscription, nameOf: Name) {
  const { created, status, period_start, period_end, trial_end, next_billing_at } = row
  const { cycles_billed, pause_at, paused_at, resume_at, cancel_at, cancelled_at, ended_at } = row
  const { pending_update: waiting, cancel_reason } = row
  const dates = { period_start, period_end, trial_end, next_billing_at, cancelled_at, ended_at }
  const plans = { pause_at, paused_at, resume_at, cancel_at, expires_at: waiting?.expires_at }
  const price = nameOf(row.item_price_id)
  return { created, status, price, cycles_billed, cancel_reason, ...dates, ...plans }
}

function shownInvoice(invoice: Invoice, nameOf: Name) {
  const { created, reason, status, total, credit_applied, credit_granted, amount } = invoice
  const { amount_received, amount_refunded, amount_disputed, paid_at, next_attempt_at } = invoice
  const line_items = invoice.line_items.map((line) => shownLine(line, nameOf))
  const money = { total, credit_applied, credit_granted, amount, amount_received }
  const rest = { amount_refunded, amount_disputed, next_attempt_at }
  const paid = { paid_after: paid_at && tensOfMinutes(created, paid_at) }
  return { created, reason, status, ...money, ...rest, ...paid, line_items }
}

/** The bank's own time goes on while a clock stands still, so its outcomes are earlier by what the machine needed. */
function tensOfMinutes(from: Date, until: Date): number {
  return Math.round((until.getTime() - from.getTime()) / 600_000)
}

function shownLine({ item_type, item_id, amount, period_start, period_end }: Line, nameOf: Name) {
  const item = item_type === 'coupon' ? '' : nameOf(item_id)
  return { item_type, item, amount, period_start, period_end }
}
