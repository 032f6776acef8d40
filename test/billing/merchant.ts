// A merchant that sells subscriptions, with the real server, database and bank: what it, its customers and the bank do. It
// remembers what it sells and what it has asked for, which is what the oracle believes.
import { newId } from '#kernel/ids.ts'
import type { TestBank } from '#testing/bank.ts'
import type { Answer } from '#testing/client.ts'
import type { Shop } from '#testing/harness.ts'
import { withCard } from '#testing/payment_body.ts'
import { ProfileClient } from '../support/subscribing.ts'
import { cardNumber, type CardName } from './cards.ts'
import { judge, type Verdict } from './oracle.ts'
import { readRecords } from './read_records.ts'
import type { Coupon, CustomerRecords, Journal, Price } from './records.ts'

export const return_url = 'https://shop.example/account'

export interface Order {
  readonly customer_id: string
  readonly item_price_id: string
  readonly card: CardName
  readonly coupon_code?: string | undefined
  readonly capture_method?: string | undefined
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

export class Merchant {
  readonly shop: Shop
  readonly bank: TestBank
  readonly client: ProfileClient
  readonly prices = new Map<string, Price>()
  readonly coupons = new Map<string, Coupon>()
  readonly customers: string[] = []
  readonly accepted = new Set<string>()
  readonly resumptions = new Map<string, Date[]>()
  readonly resumed_without = new Map<string, Date[]>()
  readonly cancel_at = new Map<string, Date>()
  readonly pause_at = new Map<string, Date>()
  readonly corrections = new Map<string, number>()

  constructor(shop: Shop, bank: TestBank) {
    this.shop = shop
    this.bank = bank
    this.client = new ProfileClient(shop, shop.merchant.profile_id)
  }

  /** Total time the sandbox clock was moved. */
  ahead_ms = 0

  get now(): Date {
    return new Date(this.shop.clock.now().getTime() + this.ahead_ms)
  }

  get journal(): Journal {
    const { accepted, resumptions, resumed_without, cancel_at, pause_at, corrections } = this
    return { accepted, resumptions, resumed_without, cancel_at, pause_at, corrections }
  }

  async price(terms: Partial<Writable<Price>> = {}): Promise<string> {
    const item_price_id = newId('price')
    const price = { amount: 1_000, currency: 'EUR', interval: 'month', interval_count: 1 } as const
    const made = { ...price, ...terms, item_price_id }
    await this.must('/subscriptions/plans', {
      plan_id: item_price_id,
      name: 'Plan',
      prices: [made],
    })
    this.prices.set(item_price_id, made)
    return item_price_id
  }

  async coupon(discount: Omit<Coupon, 'coupon_code'>, currency: string): Promise<string> {
    const coupon_code = newId('req')
    const { cycles, ...off } = discount
    const isCounted = cycles !== null && cycles > 1
    await this.must('/subscriptions/coupons', {
      coupon_code,
      ...off,
      ...(off.amount_off ? { currency } : {}),
      duration: cycles === null ? 'forever' : isCounted ? 'repeating' : 'once',
      ...(isCounted ? { duration_in_cycles: cycles } : {}),
    })
    this.coupons.set(coupon_code, { ...discount, coupon_code })
    return coupon_code
  }

  async customer(): Promise<string> {
    const { body } = await this.must('/customers', { email: 'ada@example.com' })
    this.customers.push(body.customer_id)
    return body.customer_id as string
  }

  create({ customer_id, item_price_id, coupon_code }: Order): Promise<Answer> {
    const coupon = coupon_code ? { coupon_code } : {}
    const body = { customer_id, item_price_id, ...coupon, payment_details: { return_url } }
    return this.client.post('/subscriptions/create', body)
  }

  subscribe(order: Order): Promise<Answer> {
    const { customer_id, item_price_id, card, coupon_code, capture_method } = order
    const { billing, ...method } = withCard(cardNumber(card))
    return this.client.post('/subscriptions', {
      customer_id,
      item_price_id,
      ...(coupon_code ? { coupon_code } : {}),
      billing,
      payment_details: { return_url, ...method, ...(capture_method ? { capture_method } : {}) },
    })
  }

  confirm(id: string, card: CardName): Promise<Answer> {
    const payment_details = withCard(cardNumber(card))
    return this.client.post(`/subscriptions/${id}/confirm`, { payment_details })
  }

  change(id: string, item_price_id: string): Promise<Answer> {
    return this.client.put(`/subscriptions/${id}/update`, { plan_id: item_price_id, item_price_id })
  }

  async pause(id: string, when?: Date | 'end_of_term'): Promise<Answer> {
    const answer = await this.client.post(`/subscriptions/${id}/pause`, timed('pause', when))
    if (answer.status === 200) this.note(this.pause_at, id, when)
    return answer
  }

  async resume(id: string, collects: boolean, when?: Date): Promise<Answer> {
    const handling = collects ? 'schedule_payment_collection' : 'no_action'
    const option = when
      ? { resume_option: 'specific_date', resume_date: when.toISOString() }
      : { resume_option: 'immediately' }
    const answer = await this.client.post(`/subscriptions/${id}/resume`, {
      ...option,
      unpaid_invoices_handling: handling,
    })
    if (answer.status === 200) this.noteResumption(id, collects, when ?? this.now)
    return answer
  }

  /** A request replaces one that was to take effect later. */
  private noteResumption(id: string, collects: boolean, at: Date): void {
    const past = (moments: Date[] = []) => moments.filter((moment) => moment <= this.now)
    this.resumptions.set(id, [...past(this.resumptions.get(id)), at])
    const without = past(this.resumed_without.get(id))
    this.resumed_without.set(id, collects ? without : [...without, at])
  }

  /** The reason names the credit, so that the subscription shows it. */
  async cancel(id: string, credit: string, when?: Date | 'end_of_term'): Promise<Answer> {
    const option = { ...timed('cancel', when), credit_option: credit, reason: credit }
    const answer = await this.client.post(`/subscriptions/${id}/cancel`, option)
    if (answer.status === 200) this.note(this.cancel_at, id, when)
    return answer
  }

  private note(moments: Map<string, Date>, id: string, when: Date | 'end_of_term' | undefined) {
    if (when instanceof Date) moments.set(id, when)
    else moments.delete(id)
  }

  /** As a browser does on the invoice page. */
  async payOnPage(url: string, card: CardName, more: Record<string, string> = {}): Promise<Answer> {
    const browser = new ProfileClient(this.client, '').with(undefined)
    const path = `${new URL(url).pathname}/payments`
    const body = { attempt_id: `attempt-${newId('req')}`, ...withCard(cardNumber(card)) }
    return browser.post(path, body, { headers: more })
  }

  async authenticate(payment: Answer['body'], choice: 'approve' | 'decline'): Promise<void> {
    const chosen = await fetch(payment.next_action.redirect_to_url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `choice=${choice}`,
    })
    await chosen.arrayBuffer()
    const back = await fetch(chosen.headers.get('Location') ?? '', { redirect: 'manual' })
    await back.arrayBuffer()
  }

  refund(payment_id: string, amount?: number): Promise<Answer> {
    return this.client.post('/refunds', { payment_id, ...(amount ? { amount } : {}) })
  }

  /** For everything that was captured, or a part. The server is notified at the next sweep. */
  async dispute(payment_id: string, amount?: number): Promise<void> {
    const operation_id = await this.operationOf(payment_id, 'authorize')
    await this.atBank(`/operations/${operation_id}/dispute`, amount ? { amount } : {})
  }

  async decideAtBank(connector_dispute_id: string, decision: string): Promise<void> {
    await this.atBank(`/disputes/${connector_dispute_id}/decide`, { decision })
  }

  async settleAtBank(refund_id: string, outcome: string): Promise<void> {
    const operation_id = await this.operationOf(refund_id, 'refund')
    await this.atBank(`/operations/${operation_id}/settle`, { outcome })
  }

  /** The bank refuses what is not possible now. */
  private async atBank(path: string, body: object): Promise<void> {
    const answer = await this.bank.desk('POST', path, body)
    await answer.arrayBuffer()
  }

  private async operationOf(object_id: string, kind: string): Promise<string> {
    const rows = await this.shop.services.db.run(
      `select operation_id from operations where merchant_id = $1 and object_id = $2 and kind = $3
        order by created desc limit 1`,
      [this.shop.merchant.merchant_id, object_id, kind],
    )
    return (rows[0] as { operation_id?: string } | undefined)?.operation_id ?? 'none'
  }

  async correct(customer_id: string, currency: string, amount: number): Promise<Answer> {
    const body = { currency, amount, reason: 'goodwill' }
    const answer = await this.client.post(`/customers/${customer_id}/credit`, body)
    const key = `${customer_id} ${currency}`
    const known = this.corrections.get(key) ?? 0
    if (answer.status === 200) this.corrections.set(key, known + amount)
    return answer
  }

  async resolve(invoice_id: string, action: 'accept' | 'void'): Promise<Answer> {
    const answer = await this.client.post(`/invoices/${invoice_id}/resolve`, { action })
    if (answer.status === 200 && action === 'accept') this.accepted.add(invoice_id)
    return answer
  }

  async invoices(id: string): Promise<Answer['body'][]> {
    const { body } = await this.client.get(`/subscriptions/${id}/invoices?limit=100`)
    return body.data.toReversed()
  }

  async subscription(id: string): Promise<Answer['body']> {
    return (await this.client.get(`/subscriptions/${id}`)).body
  }

  /** As a developer tries it out in the sandbox. A long way may take several requests. */
  async moveClock(seconds: number): Promise<void> {
    const advance = `${seconds}s`
    for (let remaining = 1; remaining > 0; ) {
      const { body } = await this.must('/sandbox/clock', { advance })
      this.ahead_ms = new Date(body.now).getTime() - this.shop.clock.now().getTime()
      remaining = body.due_remaining ?? 0
    }
  }

  records(): Promise<CustomerRecords[]> {
    const { client } = this
    const { merchant_id } = this.shop.merchant
    const reader = { merchant_id, get: (path: string) => client.get(path) }
    return Promise.all(this.customers.map((id) => readRecords(reader, id)))
  }

  async judge(customers?: readonly CustomerRecords[]): Promise<Verdict> {
    const { prices, coupons, journal, now } = this
    const facts = await this.bank.log()
    const catalogue = { prices, coupons }
    return judge({ customers: customers ?? (await this.records()), facts, catalogue, journal, now })
  }

  private async must(path: string, body: object): Promise<Answer> {
    const answer = await this.client.post(path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
    return answer
  }
}

function timed(verb: 'pause' | 'cancel', when: Date | 'end_of_term' | undefined): object {
  const option = `${verb}_option`
  if (when === undefined) return { [option]: 'immediately' }
  if (when === 'end_of_term') return { [option]: when }
  return { [option]: 'specific_date', [`${verb}_at`]: when.toISOString() }
}
