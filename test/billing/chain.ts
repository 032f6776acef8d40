// A subscription's periods, from its invoices and the oracle's own calendar.
import { addUnits, isSameMoment, type Span, text } from './calendar.ts'
import { expectedLines, isSameInterval } from './lines.ts'
import { momentOf, outcomeOf } from './outcomes.ts'
import type { Catalogue, Coupon, Invoice, Journal, Line, Price, Subscription } from './records.ts'

/** A period. The replay adds the invoice that opens it, and those for plan changes that are applied in it. */
export interface Period {
  readonly subscription: Subscription
  readonly span: Span
  readonly is_trial: boolean
  readonly invoices: Invoice[]
  /** The period that a change to another interval ended, with its unused time's value. */
  readonly before?: { readonly period: Period; readonly unused: number }
}

/** An invoice in its subscription's course. */
export interface Step {
  readonly invoice: Invoice
  readonly at: Date
  /** The period that was running; undefined for the first invoice. */
  readonly running: Period | undefined
  /** The running period after this invoice; the same one if it changes nothing. */
  readonly period: Period | undefined
}

export interface Chain {
  readonly steps: readonly Step[]
  /** The subscription's final price and terms. */
  readonly course: Course | undefined
  readonly violations: readonly string[]
}

export interface Course {
  readonly price: Price
  readonly anchor: Date
  /** The period ends this many intervals after the anchor. */
  readonly n: number
  readonly period: Period
  readonly cycles: number
  /** Number of further periods that the coupon applies to. */
  readonly coupon_left: number
  readonly is_discounted: boolean
}

export function chainOf(
  subscription: Subscription,
  invoices: readonly Invoice[],
  catalogue: Catalogue,
  journal: Journal,
  /** Maximum distance between process clocks. */
  close_ms: number,
): Chain {
  const walker = new Walker(subscription, catalogue, journal, close_ms)
  const steps = invoices
    .toSorted(
      (a, b) =>
        Number(isFirst(b)) - Number(isFirst(a)) ||
        momentOf(a).getTime() - momentOf(b).getTime() ||
        orderOf(a) - orderOf(b) ||
        // A clock that is being moved stands still between two requests; ids have the machine's time.
        (a.id < b.id ? -1 : 1),
    )
    .map((invoice) => walker.take(invoice))
  return { steps, course: walker.course, violations: walker.violations }
}

class Walker {
  readonly violations: string[] = []
  course: Course | undefined
  private readonly subscription: Subscription
  private readonly catalogue: Catalogue
  private readonly journal: Journal
  private readonly close_ms: number

  constructor(
    subscription: Subscription,
    catalogue: Catalogue,
    journal: Journal,
    close_ms: number,
  ) {
    this.close_ms = close_ms
    this.subscription = subscription
    this.catalogue = catalogue
    this.journal = journal
  }

  take(invoice: Invoice): Step {
    const running = this.course?.period
    const isPaid = outcomeOf(invoice, this.subscription) === 'paid'
    if (invoice.reason === 'renewal') this.course = this.renewed(invoice)
    else if (invoice.reason === 'plan_change') this.change(invoice, isPaid)
    else if (isPaid) this.course = this.started(invoice)
    this.checkCycles(invoice)
    return { invoice, at: momentOf(invoice), running, period: this.course?.period }
  }

  private coupon(left: number): Coupon | undefined {
    const { coupon_code } = this.subscription
    return coupon_code !== null && left > 0 ? this.catalogue.coupons.get(coupon_code) : undefined
  }

  private priceOf(invoice: Invoice): Price {
    const types = ['plan', 'trial', 'remaining_time']
    const line = invoice.line_items.find(({ item_type }) => types.includes(item_type))
    const price = this.catalogue.prices.get(line?.item_id ?? '')
    if (price === undefined) throw new Error(`${invoice.id} has no line with a known price`)
    return price
  }

  private started(invoice: Invoice): Course {
    const price = this.priceOf(invoice)
    const is_trial = invoice.reason === 'trial'
    const start = invoice.period_start
    const trial = addUnits(start, price.trial_period_unit ?? 'day', price.trial_period ?? 0)
    const span = { start, end: is_trial ? trial : this.endOf(price, start, 1) }
    const cycles = cyclesOf(this.coupon(1))
    const coupon = is_trial ? undefined : this.coupon(cycles)
    this.compare(invoice, span, expectedLines({ price, coupon, span, is_trial }))
    const anchor = span[is_trial ? 'end' : 'start']
    const period = this.open(span, is_trial)
    const n = is_trial ? 0 : 1
    return { price, anchor, n, period, cycles: n, ...used(cycles, coupon) }
  }

  private renewed(invoice: Invoice): Course | undefined {
    const { course } = this
    if (course === undefined) {
      this.violations.push(`${invoice.id} renews a subscription that never began`)
      return undefined
    }
    const { end } = course.period.span
    const price = course.period.is_trial ? this.priceOf(invoice) : course.price
    const isResumed = invoice.period_start > end
    if (isResumed) this.checkResumed(invoice, end)
    const anchor = isResumed ? invoice.period_start : course.anchor
    const n = isResumed ? 1 : course.n + 1
    const span = { start: isResumed ? anchor : end, end: this.endOf(price, anchor, n) }
    const coupon = this.coupon(course.coupon_left)
    this.compare(invoice, span, expectedLines({ price, coupon, span, is_trial: false }))
    const period = this.open(span, false)
    const cycles = course.cycles + 1
    return { price, anchor, n, period, cycles, ...used(course.coupon_left, coupon) }
  }

  /** Only its lines are checked until it is paid: then it takes effect as requested. */
  private change(invoice: Invoice, isPaid: boolean): void {
    const { course } = this
    if (course === undefined) {
      this.violations.push(`${invoice.id} changes a subscription that never began`)
      return
    }
    const price = this.priceOf(invoice)
    const at = momentOf(invoice)
    const isSame = isSameInterval(price, course.price)
    const { span: running } = course.period
    const coupon = this.coupon(isSame ? Number(course.is_discounted) : course.coupon_left)
    const span = isSame ? running : { start: at, end: this.endOf(price, at, 1) }
    const change = isSame ? at : undefined
    const lines = expectedLines({ price, coupon, span, is_trial: false, change })
    const rest = invoice.line_items.filter(({ item_type }) => item_type !== 'unused_time')
    this.compare({ ...invoice, line_items: rest }, { start: at, end: span.end }, lines)
    // Another process, whose clock is ahead, may have started the period.
    const latest = new Date(at.getTime() + this.close_ms)
    if (latest < running.start || at >= running.end) {
      this.violations.push(`${invoice.id} changes the plan at ${text(at)}, out of its period`)
    }
    if (!isPaid) return
    if (isSame) {
      this.course = { ...course, price, cycles: 1 }
    } else {
      const unused = 0 - sumOf(invoice, 'unused_time')
      const before = { period: course.period, unused }
      const period = this.open(span, false, before)
      const fresh = { price, anchor: at, n: 1, period, cycles: 1 }
      this.course = { ...fresh, ...used(course.coupon_left, coupon) }
    }
  }

  private endOf({ interval, interval_count }: Price, anchor: Date, n: number): Date {
    return addUnits(anchor, interval, n * interval_count)
  }

  private open(span: Span, is_trial: boolean, before?: Period['before']): Period {
    const { subscription } = this
    const base = { subscription, span, is_trial, invoices: [] }
    return before ? { ...base, before } : base
  }

  private compare(invoice: Invoice, span: Span, expected: readonly Line[]): void {
    const { id, line_items, period_start, period_end } = invoice
    if (!isSameMoment(period_start, span.start) || !isSameMoment(period_end, span.end)) {
      const own = `${text(span.start)} to ${text(span.end)}`
      this.violations.push(
        `${id} is for ${text(period_start)} to ${text(period_end)} instead of ${own}`,
      )
    }
    const found = line_items.map(spelled).join(', ')
    const wanted = expected.map(spelled).join(', ')
    if (found !== wanted) this.violations.push(`${id} has the lines ${found} instead of ${wanted}`)
  }

  /** A period that does not begin where the last one ended begins with a resumption. */
  private checkResumed(invoice: Invoice, end: Date): void {
    const known = this.journal.resumptions
    const moments = known?.get(this.subscription.id) ?? []
    if (!known || moments.some((moment) => isSameMoment(moment, invoice.period_start))) return
    this.violations.push(
      `${invoice.id} begins at ${text(invoice.period_start)}, the period before ended at ${text(end)}`,
    )
  }

  private checkCycles(invoice: Invoice): void {
    const { cycles = 0, price } = this.course ?? {}
    if (!price?.cycles || cycles <= price.cycles || invoice.reason === 'plan_change') return
    this.violations.push(`${invoice.id} bills period ${cycles} of a price with ${price.cycles}`)
  }
}

function isFirst({ reason }: Invoice): boolean {
  return reason === 'first' || reason === 'trial'
}

function orderOf({ reason }: Invoice): number {
  return reason === 'renewal' ? 0 : 1
}

export function sumOf({ line_items }: Invoice, ...types: Line['item_type'][]): number {
  const lines = line_items.filter(({ item_type }) => types.includes(item_type))
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}

function cyclesOf(coupon: Coupon | undefined): number {
  return coupon?.cycles ?? Number.POSITIVE_INFINITY
}

function used(left: number, coupon: Coupon | undefined) {
  return { coupon_left: coupon ? left - 1 : left, is_discounted: coupon !== undefined }
}

function spelled({ item_type, item_id, amount, period_start, period_end }: Line): string {
  return `${item_type} ${item_id} ${amount} (${text(period_start)} to ${text(period_end)})`
}
