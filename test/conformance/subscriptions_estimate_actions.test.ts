// POST /subscriptions/:subscription_id/estimate equals the plan change, cancellation or resumption that follows it, over
// random histories.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { addMs, DAY_MS } from '#kernel/clock.ts'
import { type Dice, dice } from '#testing/billing_history.ts'
import type { Answer } from '#testing/client.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, payingShop } from '../support/paying.ts'
import {
  arrange,
  createPrice,
  DECLINED_LATER,
  MONTH_DAYS,
  partlyPaid,
  pass,
  pathOf,
  statuses,
  subscribed,
  withProfile,
} from '../support/subscribing.ts'

const shop = await payingShop()
after(() => shop.app.close())
const api = withProfile(shop)
shop.clock.stopAt(shop.clock.now())

interface Line {
  readonly item_type: string
  readonly amount: number
}

interface Invoice {
  readonly id: string
  readonly status: string
  readonly reason: string
  readonly line_items: readonly Line[]
  readonly amount: number
  readonly credit_applied: number
  readonly attempt_count: number
  readonly [name: string]: unknown
}

/** The names of an estimated invoice that an invoice has too. */
const COMPARED = [
  'reason',
  'period_start',
  'period_end',
  'line_items',
  'total',
  'credit_applied',
  'credit_granted',
  'amount',
] as const

type Action = 'update' | 'cancel' | 'resume'

function estimate(subscription: Answer, action: Action, body: object): Promise<Answer> {
  return api.post(`${pathOf(subscription)}/estimate`, { [action]: body })
}

function act(subscription: Answer, action: Action, body: object): Promise<Answer> {
  const path = `${pathOf(subscription)}/${action}`
  return action === 'update' ? api.put(path, body) : api.post(path, body)
}

/** Everything that an action can change. */
async function snapshot(subscription: Answer) {
  const { body } = await api.get(pathOf(subscription))
  const { client_secret: _, ...shown } = body
  const list = await api.get(`${pathOf(subscription)}/invoices?limit=100`)
  const credit = (await shop.get(`/customers/${body.customer_id}/credit`)).body
  return { subscription: shown, invoices: list.body.data as Invoice[], credit }
}

type Snapshot = Awaited<ReturnType<typeof snapshot>>

function balanceIn({ credit }: Snapshot): number {
  return credit.balances[0]?.amount ?? 0
}

const compared = (invoice: object) =>
  Object.fromEntries(COMPARED.map((name) => [name, (invoice as Invoice)[name]]))

/** The estimate names exactly the difference between two snapshots. */
function assertCreated(foreseen: Answer, before: Snapshot, now: Snapshot): void {
  const { invoices, voided_invoice_id, credit_granted, credit_returned, amount } = foreseen.body
  const known = new Map(before.invoices.map((invoice) => [invoice.id, invoice]))
  const collected = invoices.filter((each: { invoice_id: string | null }) => each.invoice_id)
  const created = invoices.filter((each: { invoice_id: string | null }) => !each.invoice_id)
  const isPaid = (id: string) => now.invoices.find((each) => each.id === id)?.status
  for (const { invoice_id, ...rest } of collected) {
    assert.deepEqual(compared(rest), compared(known.get(invoice_id) ?? {}))
    const attempts = now.invoices.find(({ id }) => id === invoice_id)?.attempt_count ?? 0
    assert.ok(attempts > (known.get(invoice_id)?.attempt_count ?? 0))
  }
  // A new period begins when the collected invoice is paid.
  const goesOn = collected.every(
    ({ invoice_id }: { invoice_id: string }) => isPaid(invoice_id) === 'invoice_paid',
  )
  const fresh = now.invoices.filter(({ id }) => !known.has(id))
  assert.deepEqual(fresh.map(compared), goesOn ? created.map(compared) : [])
  const voided = now.invoices.filter(
    ({ id, status }) => status === 'voided' && known.get(id)?.status !== 'voided',
  )
  assert.deepEqual(
    voided.map(({ id }) => id),
    voided_invoice_id === null ? [] : [voided_invoice_id],
  )
  const used = fresh.reduce((sum, { credit_applied }) => sum + credit_applied, 0)
  assert.equal(balanceIn(now) - balanceIn(before), credit_granted + credit_returned - used)
  const sum = invoices.reduce((total: number, each: Invoice) => total + each.amount, 0)
  assert.equal(amount, sum)
}

async function assertRenewal(subscription: Answer, foreseen: Answer): Promise<void> {
  const { renewal } = foreseen.body
  const { body } = await api.get(pathOf(subscription))
  const isRenewed = body.pending_update === null && ['active', 'trial'].includes(body.status)
  if (renewal === null || !isRenewed) return
  shop.clock.advance(Date.parse(renewal.billing_at) - shop.clock.now().getTime())
  await runSweeps(shop)
  const [newest] = (await snapshot(subscription)).invoices
  assert.equal(newest?.reason, 'renewal')
  assert.deepEqual(newest?.line_items, renewal.line_items)
  assert.equal(newest?.['period_start'], renewal.billing_at)
}

/** The estimate writes nothing, and the action then creates what it says, or is refused like it. */
async function assertExact(subscription: Answer, action: Action, body: object): Promise<Answer> {
  const before = await snapshot(subscription)
  const foreseen = await estimate(subscription, action, body)
  assert.deepEqual(await snapshot(subscription), before)
  const done = await act(subscription, action, body)
  if (done.status !== 200) {
    const { code, message } = done.body.error
    assertRefused(foreseen, done.status, code)
    assert.equal(foreseen.body.error.message, message)
    return foreseen
  }
  assert.equal(foreseen.status, 200, foreseen.text)
  const at = Date.parse(foreseen.body.effective_at)
  const { period_end, status } = before.subscription
  // It is renewed before.
  if (status !== 'paused' && at > Date.parse(period_end)) return foreseen
  if (at > shop.clock.now().getTime()) {
    shop.clock.advance(at - shop.clock.now().getTime())
    await runSweeps(shop)
  }
  assertCreated(foreseen, before, await snapshot(subscription))
  await assertRenewal(subscription, foreseen)
  return foreseen
}

const pickOne = <T>(roll: Dice, all: readonly T[]): T => all[roll(all.length)] as T

function randomPrice(roll: Dice): object {
  return {
    amount: 100 + roll(9_000),
    interval: pickOne(roll, ['week', 'month', 'month', 'year']),
    interval_count: 1 + roll(2),
    ...(roll(4) === 0 ? { cycles: 1 + roll(3) } : {}),
  }
}

let coupons = 0

async function randomCoupon(roll: Dice): Promise<{ coupon_code?: string }> {
  if (roll(3) === 0) return {}
  const coupon_code = `RANDOM${++coupons}`
  const off = roll(2) === 0 ? { percent_off: 1 + roll(100) } : { amount_off: 1 + roll(2_000) }
  const lasting = pickOne(roll, [
    { duration: 'once' },
    { duration: 'repeating', duration_in_cycles: 2 },
    { duration: 'forever' },
  ])
  const currency = 'amount_off' in off ? { currency: 'EUR' } : {}
  const made = await api.post('/subscriptions/coupons', {
    coupon_code,
    ...off,
    ...lasting,
    ...currency,
  })
  assert.equal(made.status, 201, made.text)
  return { coupon_code }
}

async function addCredit({ body }: Answer, amount: number): Promise<void> {
  const path = `/customers/${body.customer_id}/credit`
  const answer = await shop.post(path, { currency: 'EUR', amount, reason: 'goodwill' })
  assert.ok(answer.status < 300, answer.text)
}

async function refundPart(roll: Dice, subscription: Answer): Promise<void> {
  const { payment_id } = (await api.get(pathOf(subscription))).body.payment ?? {}
  if (payment_id === undefined) return
  const { amount_refundable } = (await shop.get(`/payments/${payment_id}`)).body
  if (amount_refundable < 2) return
  const amount = 1 + roll(amount_refundable - 1)
  await shop.post('/refunds', { payment_id, amount })
}

/** Something that happens before. */
async function happen(roll: Dice, subscription: Answer): Promise<void> {
  const happenings: readonly (() => Promise<unknown>)[] = [
    () => pass(shop, roll(40)),
    () => pass(shop, roll(9)),
    () => refundPart(roll, subscription),
    () => addCredit(subscription, 1 + roll(5_000)),
    async () => act(subscription, 'update', await createPrice(api, randomPrice(roll))),
    () => api.post(`${pathOf(subscription)}/pause`, { pause_option: 'immediately' }),
  ]
  await pickOne(roll, happenings)()
}

/** A request that fits the state more often than not. */
async function randomAction(roll: Dice, subscription: Answer): Promise<[Action, object]> {
  const { status } = (await api.get(pathOf(subscription))).body
  const later = addMs(shop.clock.now(), (1 + roll(6)) * DAY_MS).toISOString()
  const isLater = roll(4) === 0
  if (status === 'paused' && roll(4) > 0) {
    const handling = pickOne(roll, ['no_action', 'schedule_payment_collection'])
    const when = isLater
      ? { resume_option: 'specific_date', resume_date: later }
      : { resume_option: 'immediately' }
    return ['resume', { ...when, unpaid_invoices_handling: handling }]
  }
  if (roll(2) === 0) return ['update', await createPrice(api, randomPrice(roll))]
  const credit_option = pickOne(roll, ['none', 'prorate', 'full'])
  const when = isLater
    ? { cancel_option: 'specific_date', cancel_at: later }
    : { cancel_option: 'immediately' }
  return ['cancel', { ...when, credit_option }]
}

/** A few in the check; FLORIN_HISTORIES runs more. */
const HISTORIES = Number(process.env['FLORIN_HISTORIES'] ?? 12)

test(`${HISTORIES} histories: an action creates exactly what its estimate says`, async (t) => {
  const seed = Number(process.env['FLORIN_SEED'] ?? randomInt(1_000_000))
  t.diagnostic(`FLORIN_SEED=${seed}`)
  const roll = dice(seed)
  for (let n = 0; n < HISTORIES; n++) {
    const trial = roll(4) === 0 ? { trial_period: 5 + roll(10) } : {}
    const card = pickOne(roll, [APPROVED, APPROVED, DECLINED_LATER])
    const terms = { ...randomPrice(roll), ...trial }
    const subscription = await subscribed(api, terms, { card, ...(await randomCoupon(roll)) })
    for (let k = roll(5); k > 0; k--) await happen(roll, subscription)
    const [action, body] = await randomAction(roll, subscription)
    try {
      await assertExact(subscription, action, body)
    } catch (error) {
      const which = `FLORIN_SEED=${seed}, history ${n}, ${action} ${JSON.stringify(body)}`
      throw new Error(which, { cause: error })
    }
    await act(subscription, 'cancel', { cancel_option: 'immediately' })
  }
})

for (const status of statuses) {
  test(`each action on a subscription that is ${status} is estimated, or refused like the action`, async () => {
    const subscription = await arrange(shop, api, status)
    for (const [action, body] of [
      ['resume', { resume_option: 'immediately' }],
      ['update', await createPrice(api, { amount: 3000 })],
      ['cancel', { cancel_option: 'end_of_term' }],
      ['cancel', { cancel_option: 'immediately', credit_option: 'prorate' }],
    ] as const) {
      await assertExact(subscription, action, body)
    }
  })
}

describe('a plan change', () => {
  test('has the unused time, the rest at the new price and the next period', async () => {
    const subscription = await subscribed(api)
    const next = await createPrice(api, { amount: 3000 })

    const { body } = await assertExact(subscription, 'update', next)

    assert.deepEqual(
      body.invoices[0].line_items.map(({ item_type, amount }: Line) => [item_type, amount]),
      [
        ['unused_time', -1000],
        ['remaining_time', 3000],
      ],
    )
    assert.deepEqual([body.amount, body.currency, body.renewal.total], [2000, 'EUR', 3000])
  })

  test('replaces one that waits, whose credit returns first', async () => {
    const subscription = await subscribed(api, {}, { card: DECLINED_LATER })
    await addCredit(subscription, 300)
    await act(subscription, 'update', await createPrice(api, { amount: 3000 }))

    const { body } = await assertExact(subscription, 'update', await createPrice(api))

    assert.equal(body.credit_returned, 300)
    assert.equal(body.invoices[0].amount, 0)
  })

  test('back to the present price only gives up the one that waits', async () => {
    const subscription = await subscribed(api, {}, { card: DECLINED_LATER })
    await act(subscription, 'update', await createPrice(api, { amount: 3000 }))
    const { plan_id, item_price_id, invoice } = (await api.get(pathOf(subscription))).body

    const { body } = await assertExact(subscription, 'update', { plan_id, item_price_id })

    assert.deepEqual([body.invoices, body.voided_invoice_id], [[], invoice.id])
  })
})

describe('a cancellation', () => {
  test('of a period that was refunded in part credits what is left', async () => {
    const subscription = await subscribed(api)
    const { payment_id } = subscription.body.payment
    await shop.post('/refunds', { payment_id, amount: 400 })

    const { body } = await assertExact(subscription, 'cancel', {
      cancel_option: 'immediately',
      credit_option: 'full',
    })

    assert.deepEqual([body.credit_granted, body.invoices, body.renewal], [600, [], null])
  })

  test('turns what was received of the open invoice into credit', async () => {
    const subscription = await partlyPaid(shop, api)

    const { body } = await assertExact(subscription, 'cancel', { cancel_option: 'immediately' })

    assert.equal(body.credit_granted, 400)
  })

  test('after the next renewal credits a period that is not billed yet: null', async () => {
    const subscription = await subscribed(api)
    const cancel_at = addMs(shop.clock.now(), MONTH_DAYS * DAY_MS).toISOString()
    const body = { cancel_option: 'specific_date', cancel_at, credit_option: 'full' }

    const foreseen = await estimate(subscription, 'cancel', body)

    assert.equal(foreseen.body.credit_granted, null)
    assert.equal(foreseen.body.effective_at, cancel_at)
    assert.equal(foreseen.body.renewal.total, 1000)
  })
})

describe('a resumption', () => {
  for (const handling of ['no_action', 'schedule_payment_collection']) {
    test(`with an open invoice and ${handling}, after the period has passed`, async () => {
      const subscription = await subscribed(api, {}, { card: DECLINED_LATER })
      await addCredit(subscription, 250)
      await pass(shop, MONTH_DAYS)
      await api.post(`${pathOf(subscription)}/pause`, { pause_option: 'immediately' })
      await pass(shop, MONTH_DAYS)

      const { body } = await assertExact(subscription, 'resume', {
        resume_option: 'immediately',
        unpaid_invoices_handling: handling,
      })

      const amounts = body.invoices.map(({ amount }: Invoice) => amount)
      assert.deepEqual(amounts, handling === 'no_action' ? [750] : [750, 1000])
      assert.equal(body.credit_returned, handling === 'no_action' ? 250 : 0)
    })
  }
})

describe('the request', () => {
  test('names exactly one action, with the fields of its own request', async () => {
    const subscription = await subscribed(api)
    const path = `${pathOf(subscription)}/estimate`
    const cancel = { cancel_option: 'immediately' }

    assertRefused(await api.post(path, {}), 400, 'IR_04')
    assertRefused(
      await api.post(path, { cancel, resume: { resume_option: 'immediately' } }),
      400,
      'IR_04',
    )
    assertRefused(await api.post(path, { pause: {} }), 400, 'IR_04', 'pause')
    assertRefused(await api.post(path, { cancel: {} }), 400, 'IR_01', 'cancel.cancel_option')
    const dated = { cancel_option: 'specific_date' }
    assertRefused(await api.post(path, { cancel: dated }), 400, 'IR_01', 'cancel.cancel_at')
    const passed = { resume_option: 'specific_date', resume_date: '2020-01-01T00:00:00Z' }
    assertRefused(await api.post(path, { resume: passed }), 400, 'IR_04', 'resume.resume_date')
  })

  test('reading subscriptions is enough; another subscription is not found', async () => {
    const reader = withProfile(shop, await shop.keyWith('subscriptions:read'))
    const subscription = await subscribed(api)
    const body = { cancel: { cancel_option: 'immediately' } }

    assert.equal((await reader.post(`${pathOf(subscription)}/estimate`, body)).status, 200)
    assertRefused(await reader.post(`${pathOf(subscription)}/cancel`, body.cancel), 403, 'AU_03')
    assertRefused(await reader.post('/subscriptions/nobody/estimate', body), 404, 'IR_05')
  })
})
