// Random histories, billed with the lines that the engine makes: what was paid, less the credit that is left, is what the
// periods are worth, to the minor unit.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import type { CouponRow } from '#resources/billing/coupons/read.ts'
import { coverage } from '#resources/billing/invoices/draft.ts'
import type { InvoiceLine } from '#resources/billing/invoices/schema.ts'
import {
  dice,
  type Discount,
  type Happening,
  type History,
  randomHistory,
  type Terms,
} from '#testing/billing_history.ts'
import { worthOfHistory } from '#testing/billing_oracle.ts'
import { type Offer, periodLines, remainingLine, unusedLine, periodWorth } from './lines.ts'
import { type Period, periodEnd } from './period.ts'
import { unusedPart } from './worth.ts'

const HISTORIES = 2_000
const MOST = 8

/** Another one each time; FLORIN_SEED runs one again. */
const seed = Number(process.env['FLORIN_SEED'] ?? randomInt(1_000_000))

test(`${HISTORIES} histories cost exactly the worth of their periods, and every line is rounded once`, (t) => {
  t.diagnostic(`FLORIN_SEED=${seed}`)
  const roll = dice(seed)
  for (let n = 0; n < HISTORIES; n++) {
    const history = randomHistory(roll, MOST)
    const { paid, credit } = new Books(history).run()
    const which = `FLORIN_SEED=${seed}, history ${n}: ${JSON.stringify(history)}`
    assert.ok(credit >= 0n, which)
    assert.equal(paid - credit, worthOfHistory(history), which)
  }
})

/** Bills a history as the engine does, with its lines and its credit, but without a database. */
class Books {
  private readonly history: History
  private readonly coupon: CouponRow | undefined
  private paid = 0n
  private credit = 0n
  private offer: Offer
  private cycles_left: number | null
  private discounted: CouponRow | undefined
  private anchor: Date
  private n = 1
  private period: Period
  private amount = 0
  /** The newest invoice's lines. */
  private lines: InvoiceLine[] = []

  constructor(history: History) {
    this.history = history
    const { discount, terms, start } = history
    this.coupon = discount && couponOf(discount)
    this.cycles_left = discount?.cycles ?? null
    this.offer = offerOf(history, terms)
    this.anchor = start
    this.period = { start, end: start }
  }

  run(): { paid: bigint; credit: bigint } {
    this.begin(this.history.start)
    for (const happening of this.history.happenings) this.happen(happening)
    const { end } = this.history
    this.renew(end)
    this.credit += BigInt(unusedPart(this.lines, end))
    return { paid: this.paid, credit: this.credit }
  }

  private happen(happening: Happening): void {
    this.renew(happening.at)
    if (happening.kind === 'change') this.change(happening.at, happening.to)
    else if (this.period.end <= happening.until) this.begin(happening.until)
  }

  private renew(now: Date): void {
    while (this.period.end <= now) {
      const start = this.period.end
      this.n += 1
      this.bill({ start, end: periodEnd(this.anchor, this.offer.price, this.n) }, [])
    }
  }

  /** A period whose anchor is its start. */
  private begin(start: Date, before: InvoiceLine[] = []): void {
    this.anchor = start
    this.n = 1
    this.bill({ start, end: periodEnd(start, this.offer.price, 1) }, before)
  }

  private bill(period: Period, before: InvoiceLine[]): void {
    this.discounted = this.cycles_left === 0 ? undefined : this.coupon
    if (this.discounted && this.cycles_left !== null) this.cycles_left -= 1
    const lines = periodLines(this.offer, this.discounted, period)
    const [, discount] = lines
    if (discount) this.checkDiscount(discount)
    this.period = period
    this.amount = periodWorth(this.offer, this.discounted)
    this.invoice([...before, ...lines])
  }

  private change(now: Date, to: Terms): void {
    const { offer, period } = this
    const rest = { start: now, end: period.end }
    const unused = unusedLine(offer, unusedPart(this.lines, now), rest)
    const paid = this.lines.filter(({ item_type }) => item_type !== 'unused_time')
    const amount = paid.reduce((sum, line) => sum + line.amount, 0)
    const start = paid[0]?.period_start ?? period.start
    checkShare(-unused.amount, amount, { ...period, start }, now)
    this.offer = offerOf(this.history, to)
    const { price } = this.offer
    const { interval, interval_count } = offer.price
    if (interval !== price.interval || interval_count !== price.interval_count) {
      return this.begin(now, [unused])
    }
    const remaining = remainingLine(this.offer, this.discounted, period, now)
    this.amount = periodWorth(this.offer, this.discounted)
    checkShare(remaining.amount, this.amount, period, now)
    this.invoice([unused, remaining])
  }

  private invoice(lines: InvoiceLine[]): void {
    const { amount, credit_applied, credit_granted } = coverage(lines, Number(this.credit))
    assert.ok(amount >= 0 && credit_applied >= 0 && credit_granted >= 0)
    this.lines = lines
    this.paid += BigInt(amount)
    this.credit += BigInt(credit_granted - credit_applied)
  }

  private checkDiscount({ amount }: InvoiceLine): void {
    const { percent_off } = this.discounted ?? {}
    if (percent_off)
      assertNear(-amount, BigInt(this.offer.price.amount) * BigInt(percent_off), 100n)
  }
}

function checkShare(amount: number, rate: number, { start, end }: Period, now: Date): void {
  const seconds = (from: Date) => BigInt(Math.floor((end.getTime() - from.getTime()) / 1_000))
  assertNear(amount, BigInt(rate) * seconds(now), seconds(start))
}

/** Within half a minor unit of the exact fraction. */
function assertNear(amount: number, numerator: bigint, denominator: bigint): void {
  const off = 2n * (BigInt(amount) * denominator - numerator)
  assert.ok(off <= denominator && off > -denominator, `${amount} for ${numerator}/${denominator}`)
}

const at = new Date(0)
const common = { merchant_id: 'mer_property', created: at, modified_at: at, version: 1 }

function offerOf({ currency }: History, terms: Terms): Offer {
  const plan_id = 'plan'
  const plan = { ...common, plan_id, name: plan_id, description: null, status: 'active' } as const
  const trial = { trial_period: null, trial_period_unit: null }
  const price = { item_price_id: 'price', plan_id, currency, cycles: null, position: 0 }
  return { plan, price: { ...common, ...price, ...trial, ...terms } }
}

function couponOf({ percent_off, amount_off, cycles }: Discount): CouponRow {
  return {
    ...common,
    coupon_code: 'COUPON',
    percent_off,
    amount_off,
    currency: null,
    duration: cycles === null ? 'forever' : 'repeating',
    duration_in_cycles: cycles,
    max_redemptions: null,
    redemptions: 0,
    redeem_by: null,
  }
}
