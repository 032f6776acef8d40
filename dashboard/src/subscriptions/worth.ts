// What the present period of a subscription is worth: computed from its invoices as the server does it, for the dialogs that
// say what a cancellation or another plan will credit. The server computes it again in the request.
import type { Schemas } from '../api/client.ts'
import type { Invoice } from '../invoices/words.ts'
import { unusedShare } from './proration.ts'
import type { Subscription } from './words.ts'

export interface Worth {
  /** The unused part, and never more than the period has brought in. */
  readonly rest: number
  /** Money received and credit used, less what was given back or credited before. */
  readonly brought_in: number
}

type Entry = Schemas['CustomerCredit']['entries'][number]

/** As of a moment. Invoices are newest first; undefined until they are read. */
export function computeWorth(
  { period_end }: Pick<Subscription, 'period_end'>,
  invoices: readonly Invoice[] | undefined,
  entries: readonly Entry[],
  at: number,
): Worth | undefined {
  if (invoices === undefined || Number.isNaN(at)) return undefined
  const isOver = period_end === null || Date.parse(period_end) <= at
  const paid = invoices.filter(({ status }) => status === 'invoice_paid')
  const [newest] = paid
  if (isOver || newest?.period_end !== period_end) return { rest: 0, brought_in: 0 }
  const brought_in = broughtIn(paid, entries)
  return { rest: Math.min(unusedTime(newest, at), brought_in), brought_in }
}

const TIME: ReadonlySet<string> = new Set(['plan', 'coupon', 'remaining_time'])

/** A plan change replaces the lines before it, so the newest paid invoice has the present ones. */
function unusedTime({ line_items }: Invoice, at: number): number {
  const lines = line_items.filter(({ item_type }) => TIME.has(item_type))
  const [first] = lines
  if (first === undefined) return 0
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  return unusedShare(amount, first, at)
}

/** Of the period of the newest of these paid invoices. A change to another interval carries the rest of the period before over. */
function broughtIn(paid: readonly Invoice[], entries: readonly Entry[]): number {
  const other = paid.findIndex(({ period_end }) => period_end !== paid[0]?.period_end)
  const own = other < 0 ? paid : paid.slice(0, other)
  const start = own.at(-1)
  if (start === undefined) return 0
  const carried =
    start.reason === 'plan_change'
      ? Math.min(0 - unusedLines(start), broughtIn(paid.slice(own.length), entries))
      : 0
  const kept = own.reduce((sum, invoice) => sum + netReceived(invoice), 0)
  return Math.max(0, kept + carried - takenBack(own, entries))
}

function unusedLines({ line_items }: Invoice): number {
  const lines = line_items.filter(({ item_type }) => item_type === 'unused_time')
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}

function netReceived(invoice: Invoice): number {
  const { amount_received, amount_refunded, amount_disputed } = invoice
  const { credit_applied, credit_granted } = invoice
  return amount_received - amount_refunded - amount_disputed + credit_applied - credit_granted
}

const TAKEN: ReadonlySet<string> = new Set(['refund', 'dispute', 'uncollected'])

/** Credit that was granted from these payments and taken back with a refund or dispute; negative. */
function takenBack(own: readonly Invoice[], entries: readonly Entry[]): number {
  const payments = new Set(own.map(({ payment_id }) => payment_id))
  return entries
    .filter(({ reason, payment_id }) => TAKEN.has(reason) && payments.has(payment_id))
    .reduce((sum, { amount }) => sum + amount, 0)
}
