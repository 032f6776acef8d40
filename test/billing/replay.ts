// Replays one customer's history in one currency, and computes every credit and time amount on the way.
import type { Account } from './account.ts'
import { type Chain, type Period, type Step, sumOf } from './chain.ts'
import type { Span } from './calendar.ts'
import { hasEnded, outcomeOf } from './outcomes.ts'
import type { Entry, GiveBack, Invoice, Subscription } from './records.ts'
import { restOf } from './rounding.ts'

/** Time that was bought with one invoice. */
interface Slice {
  readonly value: number
  readonly span: Span
}

export class Replay {
  readonly violations: string[] = []
  private readonly account: Account
  /** True if the order of all credit uses is known. */
  private readonly is_ordered: boolean
  private readonly slices = new Map<string, Slice>()
  private readonly settled = new Set<string>()

  constructor(account: Account, is_ordered: boolean) {
    this.account = account
    this.is_ordered = is_ordered
  }

  /** The invoice is made. One that was eventually paid counts as paid from here: it buys time as of this moment. */
  draft(step: Step, subscription: Subscription): void {
    const { invoice, period } = step
    const { lots } = this.account
    const asked = Math.max(0, invoice.total)
    const applied = Math.min(lots.balance, asked)
    if (this.is_ordered && applied !== invoice.credit_applied) {
      this.violations.push(`${invoice.id} used ${invoice.credit_applied} of ${lots.balance} credit`)
    }
    if (invoice.reason === 'plan_change') this.checkUnused(step)
    this.account.apply(invoice)
    if (invoice.reason === 'renewal') this.endSlice(subscription, undefined, 0)
    const isPaid = outcomeOf(invoice, subscription) === 'paid'
    if (invoice.reason === 'renewal' || isPaid) period?.invoices.push(invoice)
    if (isPaid && period) this.pay(step, subscription, period)
  }

  private checkUnused({ invoice, running, at }: Step): void {
    if (running === undefined) return
    const { account } = this
    const rest = this.restOf(running.subscription, at)
    const brought_in = account.broughtIn(running)
    const unused = 0 - sumOf(invoice, 'unused_time')
    const expected = Math.min(rest, brought_in)
    if (unused === expected) return
    this.violations.push(
      `${invoice.id} credits ${unused} of unused time instead of ${expected} (${rest} is left, ${brought_in} was brought in)`,
    )
  }

  private pay({ invoice, at }: Step, subscription: Subscription, period: Period): void {
    const { account } = this
    const { terms } = account
    this.settled.add(invoice.id)
    if (invoice.reason === 'plan_change') {
      this.endSlice(subscription, at, 0 - sumOf(invoice, 'unused_time'))
    }
    const received = account.receivedFor(invoice)
    terms.open -= invoice.credit_applied
    terms.received += received
    terms.waived += invoice.amount - received
    const line = invoice.line_items.findLast(({ item_type }) => item_type !== 'unused_time')
    if (line) {
      const value = sumOf(invoice, 'plan', 'coupon', 'remaining_time')
      const span = { start: line.period_start, end: line.period_end }
      this.slices.set(subscription.id, { value, span })
    }
    if (invoice.credit_granted === 0) return
    account.grant(period, invoice.credit_granted)
    account.enter('plan_change', invoice.id, invoice.credit_granted)
  }

  private restOf({ id }: Subscription, now: Date): number {
    const slice = this.slices.get(id)
    return slice ? restOf(slice.value, slice.span, now) : 0
  }

  /** The time until then is used; the rest is worth `back` to the customer. Undefined: everything is used. */
  private endSlice(subscription: Subscription, at: Date | undefined, back: number): void {
    const { terms } = this.account
    const { value = 0 } = this.slices.get(subscription.id) ?? {}
    const rest = at ? this.restOf(subscription, at) : 0
    terms.used += value - rest
    terms.forfeited += Math.max(0, rest - back)
    terms.waived += Math.max(0, back - rest)
    this.slices.delete(subscription.id)
  }

  /** The invoice buys nothing: it was voided, or its money came too late. What was received for it becomes credit. */
  close({ invoice, period }: Step, reason: 'part_payment' | 'late_payment'): void {
    const { account } = this
    const { terms } = account
    this.settled.add(invoice.id)
    account.returnApplied(invoice)
    const received = account.receivedFor(invoice)
    const credited = account.creditReceived(invoice, period)
    terms.received += received
    // Money given back before did not come from time or credit.
    terms.waived -= received - credited
    account.enter(reason, invoice.id, credited)
  }

  /** A subscription that was blocked in a plan change is treated as if it were cancelled with `prorate`. */
  end(subscription: Subscription, { course }: Chain, at: Date): void {
    const { account } = this
    const { status, cancel_reason } = subscription
    const isPaid = this.slices.has(subscription.id) && course?.period.is_trial === false
    const hasPassed = !isPaid || at >= course.period.span.end
    const brought_in = hasPassed ? 0 : account.broughtIn(course.period)
    const rest = this.restOf(subscription, at)
    const option = status === 'failed' ? 'prorate' : cancel_reason
    const back = creditOf(option, rest, brought_in)
    if (back > 0 && course) account.grant(course.period, back)
    if (back > 0) account.enter('cancellation', subscription.id, back)
    this.endSlice(subscription, at, back)
  }

  giveBack({ id, payment_id, amount }: GiveBack): void {
    const { account } = this
    account.giveBack(payment_id, amount)
    const taken = account.lots.giveBack(payment_id, id, amount)
    account.takeBack(payment_id, taken)
    account.enter('given back', payment_id, -taken)
    account.terms.waived += amount - taken
  }

  /** The refund failed, or the dispute was won. */
  reverse({ id, payment_id, amount }: GiveBack): void {
    const { account } = this
    account.giveBack(payment_id, -amount)
    const back = account.lots.reverse(payment_id, id)
    account.takeBack(payment_id, -back)
    account.enter('given back', payment_id, back)
    account.terms.waived -= amount - back
  }

  correct({ amount }: Entry): void {
    const { account } = this
    if (amount > 0) account.lots.grant(null, amount)
    else account.lots.use(-amount)
    account.enter('correction', '', amount)
    account.terms.corrections += amount
  }

  /** The rest, as of now. */
  finish(subscriptions: readonly Subscription[], invoices: readonly Invoice[], now: Date): void {
    const { account } = this
    const { terms } = account
    for (const subscription of subscriptions) {
      if (hasEnded(subscription)) continue
      const rest = this.restOf(subscription, now)
      this.endSlice(subscription, now, rest)
      terms.left += rest
    }
    for (const invoice of invoices) {
      if (this.settled.has(invoice.id)) continue
      const received = account.receivedFor(invoice)
      const review = Math.max(0, received - account.givenBackOf(invoice))
      terms.received += received
      terms.review += review
      terms.waived -= received - review
    }
    terms.credit = account.lots.balance
  }
}

function creditOf(option: string | null, rest: number, brought_in: number): number {
  if (option === 'full') return brought_in
  return option === 'prorate' ? Math.min(rest, brought_in) : 0
}
