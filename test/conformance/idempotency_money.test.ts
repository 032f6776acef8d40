// Idempotency-Key on the routes that move money. The judge is the bank's own log.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { LOCK_MS } from '#http/idempotency.ts'
import { testBank } from '#testing/bank.ts'
import type { Answer, Sending } from '#testing/client.ts'
import { eventually } from '#testing/eventually.ts'
import { withCard } from '#testing/payment_body.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, arrange, facts, pay, payingShop, sale } from '../support/paying.ts'
import { create as createPayout } from '../support/paying_out.ts'
import { money, toBank } from '../support/recipients.ts'

const shop = await payingShop()
after(() => shop.app.close())

let made = 0

/** An unused key, with any other headers. */
function fresh(headers: Record<string, string> = {}): Sending {
  return { headers: { 'Idempotency-Key': `money-${++made}`, ...headers } }
}

interface Arranged {
  path: string
  body: object
  /** The same request with one thing changed. */
  other: object
  /** The bank's expected final effects. */
  done: [effect: string, amount: number][]
  /** By what name the bank knows it. */
  reference: (answer: Answer) => string
}

const byPayment = (answer: Answer) => answer.body.payment_id as string

/** Each route that moves money, on a separate object. */
const routes: Record<string, () => Promise<Arranged>> = {
  'POST /payments': async () => {
    const body = { ...sale, confirm: true, ...withCard() }
    const other = { ...body, amount: 2000 }
    return { path: '/payments', body, other, done: [['charged', 1000]], reference: byPayment }
  },
  'POST /payments with an id of the merchant': async () => {
    const body = { ...sale, payment_id: `order-${++made}`, confirm: true, ...withCard() }
    const other = { ...body, amount: 2000 }
    return { path: '/payments', body, other, done: [['charged', 1000]], reference: byPayment }
  },
  'POST /payments/:payment_id/confirm': async () => {
    const { body } = await arrange(shop, 'requires_confirmation')
    const path = `/payments/${body.payment_id}/confirm`
    const other = { return_url: 'https://shop.example/other' }
    return { path, body: {}, other, done: [['charged', 1000]], reference: byPayment }
  },
  'POST /payments/:payment_id/confirm with another card, which closes the page of the first':
    async () => {
      const { body } = await arrange(shop, 'requires_action')
      const path = `/payments/${body.payment_id}/confirm`
      const again = withCard(APPROVED)
      const other = { ...again, return_url: 'https://shop.example/other' }
      return {
        path,
        body: again,
        other,
        done: [
          ['challenged', 1000],
          ['declined', 1000],
          ['released', 0],
          ['charged', 1000],
        ],
        reference: byPayment,
      }
    },
  'POST /payments/:payment_id/capture': async () => {
    const { body } = await arrange(shop, 'requires_capture', { capture_method: 'manual_multiple' })
    return {
      path: `/payments/${body.payment_id}/capture`,
      body: { amount_to_capture: 400 },
      other: { amount_to_capture: 500 },
      done: [
        ['held', 1000],
        ['captured', 400],
      ],
      reference: byPayment,
    }
  },
  'POST /payments/:payment_id/cancel': async () => {
    const { body } = await arrange(shop, 'requires_capture')
    return {
      path: `/payments/${body.payment_id}/cancel`,
      body: {},
      other: { cancellation_reason: 'another' },
      done: [
        ['held', 1000],
        ['released', 1000],
      ],
      reference: byPayment,
    }
  },
  'POST /refunds': async () => {
    const { payment_id } = (await pay(shop, APPROVED)).body
    const body = { payment_id, amount: 300 }
    const other = { payment_id, amount: 301 }
    const reference = (answer: Answer) => answer.body.refund_id as string
    return { path: '/refunds', body, other, done: [['refunded', 300]], reference }
  },
  'POST /refunds with an id of the merchant': async () => {
    const { payment_id } = (await pay(shop, APPROVED)).body
    const body = { payment_id, refund_id: `return-${++made}`, amount: 300 }
    const reference = (answer: Answer) => answer.body.refund_id as string
    const other = { ...body, amount: 301 }
    return { path: '/refunds', body, other, done: [['refunded', 300]], reference }
  },
  'POST /payouts/:payout_id/fulfill': async () => {
    const { payout_id } = (await createPayout(shop, toBank())).body
    const path = `/payouts/${payout_id}/fulfill`
    return { path, body: {}, other: {}, done: [['paid_out', 1000]], reference: () => payout_id }
  },
}

async function reservations(): Promise<number> {
  return (await shop.services.db.run('select 1 from idempotency', [])).length
}

for (const [name, arranged] of Object.entries(routes)) {
  describe(name, () => {
    test('sent twice under one key: the same answer, and the bank acted once', async () => {
      const { path, body, done, reference } = await arranged()
      const key = fresh()

      const first = await shop.post(path, body, key)
      const second = await shop.post(path, body, key)

      assert.ok(first.status < 300, first.text)
      assert.equal(second.status, first.status)
      assert.equal(second.text, first.text)
      assert.equal(second.headers.get('Idempotent-Replayed'), 'true')
      assert.deepEqual(await facts(reference(first)), done)
    })

    test('five at once under one key: the bank acted once', async () => {
      const { path, body, done, reference } = await arranged()
      const key = fresh()

      const answers = await Promise.all(Array.from({ length: 5 }, () => shop.post(path, body, key)))

      const carried = answers.filter((answer) => answer.status < 300)
      const first = carried[0]
      assert.ok(first, answers.map((answer) => answer.text).join('\n'))
      assert.equal(new Set(carried.map((answer) => answer.text)).size, 1)
      for (const answer of answers) if (answer.status >= 300) assertRefused(answer, 409, 'HE_00')
      assert.deepEqual(await facts(reference(first)), done)
    })

    test('the same key with another request: 422, and the bank is not called again', async () => {
      const { path, body, other, done, reference } = await arranged()
      const key = fresh()
      const first = await shop.post(path, body, key)

      const reused =
        JSON.stringify(other) === JSON.stringify(body)
          ? await shop.post('/payments', sale, key)
          : await shop.post(path, other, key)

      assertRefused(reused, 422, 'IR_29', 'Idempotency-Key')
      assert.deepEqual(await facts(reference(first)), done)
    })

    test('a retry that takes the reservation over while the first attempt still runs: the bank acted once', async () => {
      const { path, body, done, reference } = await arranged()
      const key = fresh()
      const before = await reservations()
      const bank = await testBank()
      await bank.desk('POST', '/faults', { rates: { delay: 1 }, delay_ms: [1500, 1500] })
      const running = shop.post(path, body, key)
      await eventually('it is reserved', async () => (await reservations()) > before)
      assertRefused(await shop.post(path, body, key), 409, 'HE_00')

      shop.clock.advance(LOCK_MS + 1)
      const answers = await Promise.all([shop.post(path, body, key), running])
      await bank.desk('DELETE', '/faults')

      for (const answer of answers) if (answer.status >= 300) assertRefused(answer, 409, 'HE_00')
      const carried = answers.filter(({ status }) => status < 300)
      assert.ok(carried[0], answers.map(({ text }) => text).join('\n'))
      assert.equal(new Set(carried.map(reference)).size, 1)
      assert.deepEqual(await facts(reference(carried[0])), done)
    })

    test('an answer of 502 is not stored: the same key is carried out again', async () => {
      const { path, body, done, reference } = await arranged()
      const key = fresh()
      const down = { headers: { ...key.headers, 'X-Sandbox-Acquirer': 'down' } }
      const first = await shop.post(path, body, down)
      assertRefused(first, 502, 'CE_01')

      const second = await shop.post(path, body, key)

      assert.ok(second.status < 300, second.text)
      assert.equal(second.headers.get('Idempotent-Replayed'), null)
      assert.deepEqual(await facts(reference(second)), done)
    })

    test('an answer that was lost in a crash: the retry gets the same object, and the bank acted once', async () => {
      const { path, body, done, reference } = await arranged()
      const key = fresh()
      const first = await shop.post(path, body, key)
      // The state after a process died between the outcome and storing the answer.
      await shop.services.db.run(
        `update idempotency set answer = null, locked_until = 'epoch' where merchant_id = $1`,
        [shop.merchant.merchant_id],
      )

      const second = await shop.post(path, body, key)

      assert.equal(second.status, first.status, second.text)
      assert.equal(reference(second), reference(first))
      assert.equal(second.body.status, first.body.status)
      assert.deepEqual(await facts(reference(first)), done)
    })
  })
}

test('POST /payouts/create sent twice under one key: the same answer, one payout', async () => {
  const body = { ...money, ...toBank(), merchant_order_reference_id: `once-${++made}` }
  const key = fresh()

  const first = await shop.post('/payouts/create', body, key)
  const second = await shop.post('/payouts/create', body, key)

  assert.equal(first.status, 201, first.text)
  assert.equal(second.text, first.text)
  const other = await shop.post('/payouts/create', { ...body, amount: 1 }, key)
  assertRefused(other, 422, 'IR_29', 'Idempotency-Key')
  const order = body.merchant_order_reference_id
  const list = await shop.get(`/payouts/list?merchant_order_reference_id=${order}`)
  assert.equal(list.body.total_count, 1, list.text)
})

test('a confirmation answered with 502 is carried out under the same key, and charged once', async () => {
  const { payment_id } = (await arrange(shop, 'requires_confirmation')).body
  const key = fresh()
  const path = `/payments/${payment_id}/confirm`
  const down = { headers: { ...key.headers, 'X-Sandbox-Acquirer': 'down' } }
  assertRefused(await shop.post(path, {}, down), 502, 'CE_01')

  const second = await shop.post(path, {}, key)
  const third = await shop.post(path, {}, key)

  assert.equal(second.body.status, 'succeeded', second.text)
  assert.equal(third.text, second.text)
  assert.deepEqual(await facts(payment_id), [['charged', 1000]])
})

test('a retry after 502 names the payment that its first try made', async () => {
  const key = fresh()
  const body = { ...sale, confirm: true, ...withCard(), merchant_order_reference_id: `r-${++made}` }
  const down = { headers: { ...key.headers, 'X-Sandbox-Acquirer': 'down' } }
  assertRefused(await shop.post('/payments', body, down), 502, 'CE_01')

  const second = await shop.post('/payments', body, key)

  assert.equal(second.status, 200, second.text)
  const order = body.merchant_order_reference_id
  const list = await shop.get(`/payments/list?merchant_order_reference_id=${order}`)
  assert.deepEqual(
    list.body.data.map((each: { payment_id: string }) => each.payment_id),
    [second.body.payment_id],
  )
})

describe('whose key it is', () => {
  test('a publishable key finds no answer that a secret key stored', async () => {
    const { payment_id } = (await arrange(shop, 'requires_confirmation')).body
    const key = fresh()
    const path = `/payments/${payment_id}/confirm`
    await shop.post(path, {}, key)

    const stranger = await shop.with(shop.merchant.publishable_key).post(path, {}, key)

    assertRefused(stranger, 400, 'IR_01', 'client_secret')
    assert.equal(stranger.headers.get('Idempotent-Replayed'), null)
  })

  test('a publishable key cannot take a key away from the server', async () => {
    const { card } = withCard().payment_method_data
    const key = fresh()
    await shop.with(shop.merchant.publishable_key).post('/tokens', { card }, key)

    const answer = await shop.post('/payments', { ...sale, confirm: true, ...withCard() }, key)

    assert.equal(answer.body.status, 'succeeded', answer.text)
  })

  test('a caller without the client_secret cannot use up the key of one who has it', async () => {
    const { payment_id, client_secret } = (await arrange(shop, 'requires_confirmation')).body
    const browser = shop.with(shop.merchant.publishable_key)
    const key = fresh()
    const path = `/payments/${payment_id}/confirm`
    assertRefused(await browser.post(path, { client_secret: 'guessed' }, key), 401, 'AU_01')

    const answer = await browser.post(path, { client_secret }, key)

    assert.equal(answer.status, 200, answer.text)
  })

  test('two secret keys of a merchant do not share their Idempotency-Keys', async () => {
    const other = await shop.keyWith('*')
    const key = fresh()
    const first = await shop.post('/customers', { name: 'Ada' }, key)

    const second = await other.post('/customers', { name: 'Ada' }, key)

    assert.equal(second.status, 201, second.text)
    assert.notEqual(second.body.customer_id, first.body.customer_id)
  })

  test('on a public route the header is not looked at, and stores nothing', async () => {
    const count = () => shop.services.db.run('select 1 from idempotency', [])
    const before = (await count()).length

    await shop.with(undefined).post('/provider_callbacks/bank/nobody', {}, fresh())

    assert.equal((await count()).length, before)
  })
})
