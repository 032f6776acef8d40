// A scenario's vocabulary: actions by the merchant, its customers and the bank.
import assert from 'node:assert/strict'
import { systemContext } from '#kernel/context.ts'
import { newId } from '#kernel/ids.ts'
import { parseConfirmation } from '#resources/payments/payments/order.ts'
import { payInvoice } from '#resources/billing/subscriptions/pay_invoice.ts'
import { advanceClock } from '#testing/advance_clock.ts'
import type { Answer } from '#testing/client.ts'
import { testBank } from '#testing/bank.ts'
import type { Shop } from '#testing/harness.ts'
import { type BankProxy, isOperation, isQuery } from '#testing/bank_proxy.ts'
import { recoverNow } from '#testing/recover.ts'
import { finish } from '../support/paying.ts'
import { Books } from './books.ts'
import { cardNamed, type CardName } from './cards.ts'
import { invoicesOf, paymentsOf, readRows } from './ledger.ts'
import { day, duration, moment, money } from './notation.ts'
import { pass } from './time.ts'

export interface Price {
  price: string
  every: string
  trial?: string
  cycles?: number
}

export interface Discount {
  /** `50 %` or `3.00 EUR`. */
  off: string
  /** Number of periods. */
  for: 'once' | 'forever' | number
  /** Maximum number of customers. */
  uses?: number
}

export class Story extends Books {
  readonly proxy: BankProxy
  private readonly cards = new Map<string, CardName>()
  private readonly subscriptions = new Map<string, string>()

  constructor(shop: Shop, proxy: BankProxy) {
    super(shop)
    this.proxy = proxy
  }

  async plan(name: string, { price, every, trial, cycles }: Price): Promise<void> {
    const { count, unit } = duration(every)
    const free = trial === undefined ? undefined : duration(trial)
    const terms = {
      item_price_id: name,
      ...money(price),
      interval: unit,
      interval_count: count,
      ...(free ? { trial_period: free.count, trial_period_unit: free.unit } : {}),
      ...(cycles ? { cycles } : {}),
    }
    await this.post('/subscriptions/plans', { plan_id: name, name, prices: [terms] })
  }

  async coupon(coupon_code: string, { off, for: periods, uses }: Discount): Promise<void> {
    const [value, unit] = off.split(' ')
    const isCounted = typeof periods === 'number'
    await this.post('/subscriptions/coupons', {
      coupon_code,
      ...(unit === '%' ? { percent_off: Number(value) } : amountOff(off)),
      duration: isCounted ? 'repeating' : periods,
      ...(isCounted ? { duration_in_cycles: periods } : {}),
      ...(uses ? { max_redemptions: uses } : {}),
    })
  }

  async customer(name: string, card: CardName): Promise<void> {
    await this.post('/customers', { customer_id: name, name, email: `${name}@customers.example` })
    this.cards.set(name, card)
  }

  /** Dunning after a renewal cannot be collected: the retry days, then the final action. */
  async dunning(retry_days: number[], final_action: string): Promise<void> {
    await this.profile({ dunning: { retry_days, final_action } })
  }

  async profile(settings: object): Promise<void> {
    const { merchant_id, profile_id } = this.shop.merchant
    await this.post(`/account/${merchant_id}/business_profile/${profile_id}`, settings)
  }

  /** Orders and pays in one step. */
  async subscribes(name: string, plan: string, coupon?: string): Promise<void> {
    const { billing, ...method } = this.cardOf(name)
    const made = await this.post('/subscriptions', {
      ...order(name, plan, coupon),
      billing,
      payment_details: { return_url, ...method },
    })
    this.subscriptions.set(name, made.body.id as string)
  }

  /** The shop captures first payments itself: it has to send `amount` for each. */
  async reserves(name: string, plan: string): Promise<void> {
    const { billing, ...method } = this.cardOf(name)
    const terms = { return_url, capture_method: 'manual_multiple' }
    const made = await this.post('/subscriptions', {
      ...order(name, plan),
      billing,
      payment_details: { ...terms, ...method },
    })
    this.subscriptions.set(name, made.body.id as string)
  }

  async captures(name: string, amount: string): Promise<void> {
    const rows = await paymentsOf(this.shop)
    const payment = rows.findLast((row) => row.customer_id === name)
    const body = { amount_to_capture: money(amount).amount }
    await this.post(`/payments/${payment?.payment_id}/capture`, body)
    await pass(this.shop, this.shop.clock.now())
  }

  /** The merchant decides about a partly paid invoice. */
  async resolves(name: string, action: 'accept' | 'void'): Promise<void> {
    const last = (await invoicesOf(this.shop, name)).at(-1)
    await this.post(`/invoices/${last?.invoice_id}/resolve`, { action })
  }

  /** Refunds the newest payment that has money left, in full or in part. */
  async refunds(name: string, amount?: string): Promise<void> {
    const paid = (await paymentsOf(this.shop)).filter(
      (row) => row.customer_id === name && row.amount_received > 0,
    )
    const payment_id = paid.at(-1)?.payment_id
    await this.post('/refunds', { payment_id, ...(amount ? { amount: money(amount).amount } : {}) })
    await pass(this.shop, this.shop.clock.now())
  }

  /** The merchant adds to a customer's credit, or takes from it. */
  async corrects(name: string, amount: string): Promise<void> {
    const reason = 'Goodwill'
    await this.post(`/customers/${name}/credit`, { ...money(amount), reason })
  }

  /** Orders, and does not pay yet. */
  async orders(name: string, plan: string, coupon?: string): Promise<void> {
    const made = await this.tries(name, plan, coupon)
    assert.equal(made.status, 201, made.text)
    this.subscriptions.set(name, made.body.id as string)
  }

  tries(name: string, plan: string, coupon?: string): Promise<Answer> {
    const body = { ...order(name, plan, coupon), payment_details: { return_url } }
    return this.shop.post('/subscriptions/create', body, this.sending())
  }

  /** Pays the first invoice, with another card if one is named. */
  async confirms(name: string, card?: CardName): Promise<void> {
    const payment_details = card ? cardNamed(card) : this.cardOf(name)
    await this.act(name, 'confirm', { payment_details })
  }

  async changesTo(name: string, plan: string): Promise<void> {
    const url = `/subscriptions/${this.idOf(name)}/update`
    const body = { plan_id: plan, item_price_id: plan }
    const answer = await this.shop.put(url, body, this.sending())
    assert.equal(answer.status, 200, answer.text)
  }

  /** Now, at the end of the period, or at a date. */
  async pauses(name: string, when = 'immediately'): Promise<void> {
    await this.act(name, 'pause', timed('pause_option', 'pause_at', when))
  }

  async resumes(name: string, when = 'immediately', unpaid = 'no_action'): Promise<void> {
    const body = timed('resume_option', 'resume_date', when)
    await this.act(name, 'resume', { ...body, unpaid_invoices_handling: unpaid })
  }

  async cancels(name: string, when = 'immediately', credit = 'none'): Promise<void> {
    const body = timed('cancel_option', 'cancel_at', when)
    await this.act(name, 'cancel', { ...body, credit_option: credit })
  }

  /** Everything that becomes due until then happens, each at its moment. */
  async until(when: string): Promise<void> {
    await pass(this.shop, moment(when))
  }

  /** No worker runs until then. */
  outage(until: string): void {
    this.shop.clock.stopAt(moment(until))
  }

  /** As a developer tries it out in the sandbox. */
  async sandboxClock(advance: string): Promise<void> {
    await advanceClock(this.shop, advance)
  }

  /** From now on the issuer answers every request with this ISO 8583 code; `approves` ends that. */
  issuer(answer: 'approves' | '51 insufficient funds' | '41 lost card'): void {
    this.proxy.clear()
    if (answer === 'approves') return
    const code = answer.slice(0, 2)
    this.proxy.on(isOperation('authorize'), ({ body }) => ({
      status: 200,
      body: declineOf(body, code),
    }))
  }

  /** From now on the bank captures half the requested amount. */
  async bankCaptures(share: 'half' | 'all'): Promise<void> {
    const bank = await testBank()
    const faults = { rates: { capture_less: 1 }, seed: 1, delay_ms: [1, 2] }
    await (share === 'half' ? bank.desk('POST', '/faults', faults) : bank.desk('DELETE', '/faults'))
  }

  /** While it is in maintenance nothing reaches it. */
  acquirer(state: 'in maintenance' | 'available'): void {
    this.proxy.clear()
    if (state === 'available') return
    const body = { error: 'maintenance', message: 'Try again later.' }
    this.proxy.on(isOperation(), () => ({ status: 503, body }))
  }

  /** Settles the pending payment. */
  async bankSettles(name: string, outcome: 'approved' | 'declined'): Promise<void> {
    const payment_id = await this.paymentIn(name, 'processing')
    await this.post(`/sandbox/payments/${payment_id}/settle`, { outcome })
    await pass(this.shop, this.shop.clock.now())
  }

  /** Connections to the bank break before it has seen the request. */
  async loses(what: () => Promise<void>): Promise<void> {
    this.proxy.on(isOperation('authorize'), () => 'drop')
    await what()
    this.proxy.clear()
    await recoverNow(this.shop.services, this.shop.merchant.merchant_id)
    await pass(this.shop, this.shop.clock.now())
  }

  /** The acquirer reports, when it is asked, that its risk screening stopped the pending payment. */
  async bankStops(name: string): Promise<void> {
    const payment_id = await this.paymentIn(name, 'processing')
    const [operation = {}] = await readRows<Readonly<Record<string, unknown>>>(
      this.shop,
      `select operation_id, kind, amount, currency from operations
        where merchant_id = $1 and object_id = $2`,
      payment_id,
    )
    this.proxy.on(isQuery(), () => ({ status: 200, body: declineOf(operation, 'R01') }))
    await recoverNow(this.shop.services, this.shop.merchant.merchant_id)
    await pass(this.shop, this.shop.clock.now())
  }

  /** The customer follows the link and approves, or declines, on the card issuer's page. */
  async authenticates(name: string, choice: 'approve' | 'decline' = 'approve'): Promise<void> {
    const payment_id = await this.paymentIn(name, 'requires_action')
    const payment = await this.shop.get(`/payments/${payment_id}`)
    await finish(this.shop, payment, choice)
    await pass(this.shop, this.shop.clock.now())
  }

  /** From now on every payment is held for review. */
  async reviewsAll(): Promise<void> {
    const rule = { field: 'amount', op: 'gte', value: 1, action: 'review' }
    await this.profile({ risk_rules: [rule] })
  }

  /** A person at the shop decides about the payment that is held for review. */
  async reviews(name: string, decision: 'approve' | 'reject'): Promise<void> {
    const payment_id = await this.paymentIn(name, 'requires_merchant_action')
    await this.post(`/payments/${payment_id}/${decision}`, {})
    await pass(this.shop, this.shop.clock.now())
  }

  async cancelsPayment(name: string, status: string): Promise<void> {
    await this.post(`/payments/${await this.paymentIn(name, status)}/cancel`, {})
    await pass(this.shop, this.shop.clock.now())
  }

  /** On the open invoice's page; renewals charge this card from then on. */
  async paysOnPage(name: string, card: CardName): Promise<void> {
    const { services, merchant } = this.shop
    const open = (await invoicesOf(this.shop, name)).at(-1)
    assert.ok(open, `${name} has no invoice`)
    const context = await systemContext(services, merchant.merchant_id)
    const body = { ...cardNamed(card), payment_method: 'card' } as const
    const order = parseConfirmation(body, context.now).order()
    await payInvoice(context, open.invoice_id, { attempt_id: newId('req'), ...order })
    await pass(this.shop, this.shop.clock.now())
  }

  /** Saves another card, by a payment that is not captured; it becomes the customer's default. */
  async choosesCard(name: string, card: CardName): Promise<void> {
    const made = await this.post('/payments', {
      amount: 100,
      currency: 'EUR',
      confirm: true,
      capture_method: 'manual',
      customer_id: name,
      setup_future_usage: 'off_session',
      ...cardNamed(card),
    })
    await this.post(`/payments/${made.body.payment_id}/cancel`, {})
    const default_payment_method_id = made.body.payment_method_id as string
    await this.post(`/customers/${name}`, { default_payment_method_id })
  }

  /** The saved card that renewals charge. */
  async deletesCard(name: string): Promise<void> {
    const { payment_method_id } = (await this.subscription(name)).body
    const url = `/payment_methods/${payment_method_id}`
    const answer = await this.shop.delete(url)
    assert.equal(answer.status, 200, answer.text)
  }

  deletes(name: string): Promise<Answer> {
    return this.shop.delete(`/customers/${name}`)
  }

  subscription(name: string): Promise<Answer> {
    return this.shop.get(`/subscriptions/${this.idOf(name)}`, this.sending())
  }

  async renewsOn(name: string, date: string | null): Promise<void> {
    const { next_billing_at } = (await this.subscription(name)).body
    assert.equal(next_billing_at && day(new Date(next_billing_at as string)), date)
  }

  private idOf(name: string): string {
    const id = this.subscriptions.get(name)
    assert.ok(id, `${name} has no subscription`)
    return id
  }

  private cardOf(name: string) {
    const card = this.cards.get(name)
    assert.ok(card, `${name} is not a customer`)
    return cardNamed(card)
  }

  private async paymentIn(name: string, status: string): Promise<string> {
    const rows = await paymentsOf(this.shop)
    const found = rows.findLast((row) => row.customer_id === name && row.status === status)
    assert.ok(found, `${name} has no payment that is ${status}`)
    return found.payment_id
  }

  private async act(name: string, verb: string, body: object): Promise<void> {
    await this.post(`/subscriptions/${this.idOf(name)}/${verb}`, body)
  }

  private async post(path: string, body: object): Promise<Answer> {
    const answer = await this.shop.post(path, body, this.sending())
    assert.ok(answer.status < 300, `${path}: ${answer.text}`)
    return answer
  }

  private sending() {
    return { headers: { 'X-Profile-Id': this.shop.merchant.profile_id } }
  }
}

const return_url = 'https://shop.example/account'

function order(customer_id: string, item_price_id: string, coupon_code?: string) {
  return { customer_id, item_price_id, ...(coupon_code ? { coupon_code } : {}) }
}

function amountOff(text: string) {
  const { amount, currency } = money(text)
  return { amount_off: amount, currency }
}

function timed(option: string, field: string, when: string): object {
  const isWord = when === 'immediately' || when === 'end_of_term'
  if (isWord) return { [option]: when }
  return { [option]: 'specific_date', [field]: moment(when).toISOString() }
}

/** As the bank writes it. */
function declineOf(request: Readonly<Record<string, unknown>>, code: string): object {
  const { operation_id, kind, amount, currency } = request
  return {
    operation_id,
    kind,
    transaction_id: newId('req'),
    outcome: 'declined',
    review: false,
    code,
    message: 'Declined',
    network: null,
    page_url: null,
    page_opened: false,
    instructions: null,
    amount,
    currency,
    held: 0,
  }
}
