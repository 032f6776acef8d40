// Idempotency-Key on subscription routes: whatever happens to a request, its retry leads to one subscription, and the
// bank is called once for every invoice.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { LOCK_MS } from '#http/idempotency.ts'
import { testBank } from '#testing/bank.ts'
import type { Answer, Sending } from '#testing/client.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { eventually } from '#testing/eventually.ts'
import { withCard } from '#testing/payment_body.ts'
import { assertRefused } from '../support/expect.ts'
import { facts, payingShop } from '../support/paying.ts'
import {
  authenticate,
  AUTHENTICATED,
  confirm,
  created,
  createPrice,
  assertSubscriptionStatus,
  MONTH_DAYS,
  orderOf,
  pass,
  pathOf,
  return_url,
  subscribed,
  withProfile,
} from '../support/subscribing.ts'

const shop = await payingShop()
after(() => shop.app.close())
const api = withProfile(shop)

let made = 0
const fresh = (): Sending => ({ headers: { 'Idempotency-Key': `sub-${++made}` } })

interface Arranged {
  method?: string
  path: string
  body: object
  /** The bank's expected final effects, for all the subscription's payments. */
  done: [effect: string, amount: number][]
}

const FIRST: [string, number] = ['charged', 1000]
const card = withCard()

/** The routes that charge. */
const charging: Record<string, () => Promise<Arranged>> = {
  'POST /subscriptions': async () => {
    const payment_details = { return_url, ...card }
    return {
      path: '/subscriptions',
      body: { ...(await orderOf(api)), payment_details },
      done: [FIRST],
    }
  },
  'POST /subscriptions with the last redemption of a coupon': async () => {
    const coupon_code = `LAST-${++made}`
    const coupon = { coupon_code, percent_off: 50, duration: 'once', max_redemptions: 1 }
    await api.post('/subscriptions/coupons', coupon)
    const payment_details = { return_url, ...card }
    const body = { ...(await orderOf(api)), coupon_code, payment_details }
    return { path: '/subscriptions', body, done: [['charged', 500]] }
  },
  'POST /subscriptions/:subscription_id/confirm': async () => {
    const path = `${pathOf(await created(api))}/confirm`
    return { path, body: { payment_details: card }, done: [FIRST] }
  },
  'PUT /subscriptions/:subscription_id/update': async () => {
    const path = `${pathOf(await subscribed(api))}/update`
    const body = await createPrice(api, { amount: 3000 })
    return { method: 'PUT', path, body, done: [['charged', 2000], FIRST] }
  },
  'POST /subscriptions/:subscription_id/resume after the period has ended': async () => {
    const path = pathOf(await subscribed(api))
    await api.post(`${path}/pause`, { pause_option: 'immediately' })
    await pass(shop, MONTH_DAYS)
    return { path: `${path}/resume`, body: { resume_option: 'immediately' }, done: [FIRST, FIRST] }
  },
}

/** The routes that change a subscription and ask the bank for nothing. */
const changing: Record<string, () => Promise<Arranged>> = {
  'POST /subscriptions/create': async () => {
    return { path: '/subscriptions/create', body: await orderOf(api), done: [] }
  },
  'PUT /subscriptions/:subscription_id/update in a trial': async () => {
    const path = `${pathOf(await subscribed(api, { trial_period: 14 }))}/update`
    return { method: 'PUT', path, body: await createPrice(api), done: [['charged', 0]] }
  },
  'POST /subscriptions/:subscription_id/pause': async () => {
    const path = `${pathOf(await subscribed(api))}/pause`
    return { path, body: { pause_option: 'immediately' }, done: [FIRST] }
  },
  'POST /subscriptions/:subscription_id/resume': async () => {
    const path = pathOf(await subscribed(api))
    await api.post(`${path}/pause`, { pause_option: 'immediately' })
    return { path: `${path}/resume`, body: { resume_option: 'immediately' }, done: [FIRST] }
  },
  'POST /subscriptions/:subscription_id/cancel': async () => {
    const path = `${pathOf(await subscribed(api))}/cancel`
    return { path, body: { cancel_option: 'immediately', credit_option: 'full' }, done: [FIRST] }
  },
  'POST /subscriptions/:subscription_id/cancel at the end of the period': async () => {
    const path = `${pathOf(await subscribed(api))}/cancel`
    return { path, body: { cancel_option: 'end_of_term' }, done: [FIRST] }
  },
}

const send = ({ method = 'POST', path, body }: Arranged, key: Sending) =>
  api.send(method, path, body, key)

/** The bank's effects for the subscription's invoices, the newest first. */
async function factsOf(subscription: Answer) {
  const { body } = await api.get(`${pathOf(subscription)}/invoices`)
  const payments = body.data.map((invoice: { payment_id: string }) => invoice.payment_id)
  return (await Promise.all(payments.map(facts))).flat()
}

const count = async () => (await api.get('/subscriptions/list?limit=1')).body.total_count as number
const reservations = async () =>
  (await shop.services.db.run('select 1 from idempotency', [])).length

for (const [name, arranged] of Object.entries({ ...charging, ...changing })) {
  describe(name, () => {
    test('sent twice under one key: the same answer, and the bank acted once', async () => {
      const request = await arranged()
      const key = fresh()

      const first = await send(request, key)
      const before = await count()
      const second = await send(request, key)

      assert.ok(first.status < 300, first.text)
      assert.equal(second.text, first.text)
      assert.equal(second.headers.get('Idempotent-Replayed'), 'true')
      assert.deepEqual(await factsOf(first), request.done)
      assert.equal(await count(), before)
    })

    test('an answer that was lost in a crash: the retry gets the same object, and the bank acted once', async () => {
      const request = await arranged()
      const key = fresh()
      const first = await send(request, key)
      const before = await count()
      // The state after a process died between the outcome and storing the answer.
      await shop.services.db.run(
        `update idempotency set answer = null, locked_until = 'epoch' where merchant_id = $1`,
        [shop.merchant.merchant_id],
      )

      const second = await send(request, key)

      assert.equal(second.status, first.status, second.text)
      assert.equal(second.body.id, first.body.id)
      assert.equal(second.body.status, first.body.status)
      assert.deepEqual(second.body.invoice, first.body.invoice)
      assert.deepEqual(await factsOf(first), request.done)
      assert.equal(await count(), before)
    })
  })
}

for (const [name, arranged] of Object.entries(charging)) {
  describe(name, () => {
    test('five at once under one key: the bank acted once', async () => {
      const request = await arranged()
      const key = fresh()

      const answers = await Promise.all(Array.from({ length: 5 }, () => send(request, key)))

      const carried = answers.filter((answer) => answer.status < 300)
      assert.ok(carried[0], answers.map((answer) => answer.text).join('\n'))
      assert.equal(new Set(carried.map((answer) => answer.text)).size, 1)
      for (const answer of answers) if (answer.status >= 300) assertRefused(answer, 409, 'HE_00')
      assert.deepEqual(await factsOf(carried[0]), request.done)
    })

    test('a retry that takes the reservation over while the first attempt still runs: the bank acted once', async () => {
      const request = await arranged()
      const key = fresh()
      const before = await reservations()
      const bank = await testBank()
      await bank.desk('POST', '/faults', { rates: { delay: 1 }, delay_ms: [1500, 1500] })
      const running = send(request, key)
      await eventually('it is reserved', async () => (await reservations()) > before)

      shop.clock.advance(LOCK_MS + 1)
      const answers = await Promise.all([send(request, key), running])
      await bank.desk('DELETE', '/faults')

      const first = answers[1]
      for (const answer of answers) if (answer.status >= 300) isBeaten(answer, answer === first)
      const carried = answers.filter(({ status }) => status < 300)
      assert.ok(carried[0], answers.map(({ text }) => text).join('\n'))
      assert.deepEqual(await factsOf(carried[0]), request.done)
    })
  })
}

/** The first attempt does not know its retry: it may find that its work is already done. */
function isBeaten(answer: Answer, isFirst: boolean): void {
  const code = answer.body.error?.code
  if (isFirst && code === 'IR_14') assertRefused(answer, 400, 'IR_14')
  else assertRefused(answer, 409, isFirst && code === 'IR_16' ? 'IR_16' : 'HE_00')
}

for (const name of ['POST /subscriptions', 'POST /subscriptions/:subscription_id/confirm']) {
  test(`${name}: an answer of 502 is not stored, and the retry is charged once`, async () => {
    const request = await charging[name]?.()
    assert.ok(request)
    const key = fresh()
    const down = { headers: { ...key.headers, 'X-Sandbox-Acquirer': 'down' } }
    assertRefused(await send(request, down), 502, 'CE_01')
    const before = await count()

    const second = await send(request, key)

    assert.equal(second.body.status, 'active', second.text)
    assert.equal(second.headers.get('Idempotent-Replayed'), null)
    assert.deepEqual(await factsOf(second), request.done)
    assert.equal(await count(), before)
  })
}

test('a key of one request under another: 422, and nothing is changed', async () => {
  const made = await created(api)
  const key = fresh()
  await api.post(`${pathOf(made)}/confirm`, { payment_details: card }, key)

  const reused = await api.post(`${pathOf(made)}/cancel`, { cancel_option: 'immediately' }, key)

  assertRefused(reused, 422, 'IR_29', 'Idempotency-Key')
  assert.equal((await api.get(pathOf(made))).body.status, 'active')
})

test('a plan change that needs authentication returns the same challenge under the same key', async () => {
  await using _ = await runEventPipeline(shop)
  const payment_details = { return_url, authentication_type: 'three_ds' }
  const pending = await confirm(api, await created(api, {}, { payment_details }), AUTHENTICATED)
  const active = await authenticate(api, pending, 'approve')
  const body = await createPrice(api, { amount: 3000 })

  const answer = await api.put(`${pathOf(active)}/update`, body, fresh())

  assertSubscriptionStatus(answer, 'pending')
  assert.equal(answer.body.payment.status, 'requires_action')
})
