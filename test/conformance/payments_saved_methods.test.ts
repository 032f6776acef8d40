// A saved payment method pays only for the customer who owns it.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { withCard } from '#testing/payment_body.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, facts, pay, payingShop, sale, assertStatus } from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())
const browser = shop.with(shop.merchant.publishable_key)

for (const customer_id of ['ada', 'bob']) await shop.post('/customers', { customer_id })

async function savedBy(customer_id: string): Promise<string> {
  const answer = await pay(shop, APPROVED, { customer_id, setup_future_usage: 'off_session' })
  assert.match(answer.body.payment_method_id ?? '', /^pm_/, answer.text)
  return answer.body.payment_method_id
}

const ofAda = await savedBy('ada')
const charge = { ...sale, confirm: true, off_session: true, payment_method_id: ofAda }

function waiting(body: object = {}) {
  return shop.post('/payments', { ...sale, ...body })
}

describe('create', () => {
  test('the owner pays with it', async () => {
    assertStatus(await shop.post('/payments', { ...charge, customer_id: 'ada' }), 'succeeded')
  })

  test("another customer's gives 404 IR_05, and nothing is charged", async () => {
    const payment_id = 'of-bob-by-ada'

    const answer = await shop.post('/payments', { ...charge, payment_id, customer_id: 'bob' })

    assertRefused(answer, 404, 'IR_05')
    assert.deepEqual(await facts(payment_id), [])
  })

  test('without customer_id the payment takes the customer who owns it', async () => {
    const answer = await shop.post('/payments', charge)

    assertStatus(answer, 'succeeded')
    assert.equal(answer.body.customer_id, 'ada')
  })

  test('together with payment_method_data it gives 400 IR_04', async () => {
    const answer = await shop.post('/payments', { ...charge, ...withCard(), customer_id: 'ada' })

    assertRefused(answer, 400, 'IR_04', 'payment_method_id')
    assert.match(answer.body.error.message, /one of the two/)
  })

  test('one that does not exist gives 404 IR_05', async () => {
    assertRefused(
      await shop.post('/payments', { ...charge, payment_method_id: 'pm_no' }),
      404,
      'IR_05',
    )
  })
})

describe('confirm', () => {
  test('the owner pays with it', async () => {
    const { payment_id } = (await waiting({ customer_id: 'ada' })).body

    const answer = await shop.post(`/payments/${payment_id}/confirm`, { payment_method_id: ofAda })

    assertStatus(answer, 'succeeded')
  })

  test("another customer's gives 404 IR_05, and nothing is charged", async () => {
    const { payment_id } = (await waiting({ customer_id: 'bob' })).body

    const answer = await shop.post(`/payments/${payment_id}/confirm`, { payment_method_id: ofAda })

    assertRefused(answer, 404, 'IR_05')
    assert.deepEqual(await facts(payment_id), [])
  })

  test('a payment without a customer takes the customer who owns it', async () => {
    const { payment_id } = (await waiting()).body

    const answer = await shop.post(`/payments/${payment_id}/confirm`, { payment_method_id: ofAda })

    assertStatus(answer, 'succeeded')
    assert.equal(answer.body.customer_id, 'ada')
  })

  test('together with payment_method_data it gives 400 IR_04', async () => {
    const { payment_id } = (await waiting({ customer_id: 'ada' })).body
    const body = { payment_method_id: ofAda, ...withCard() }

    assertRefused(await shop.post(`/payments/${payment_id}/confirm`, body), 400, 'IR_04')
  })
})

describe('update', () => {
  test("another customer's gives 404 IR_05", async () => {
    const { payment_id } = (await waiting({ customer_id: 'bob' })).body

    const answer = await shop.post(`/payments/${payment_id}`, { payment_method_id: ofAda })

    assertRefused(answer, 404, 'IR_05')
  })

  test('a payment without a customer takes the customer who owns it', async () => {
    const { payment_id } = (await waiting()).body

    const answer = await shop.post(`/payments/${payment_id}`, { payment_method_id: ofAda })

    assertStatus(answer, 'requires_confirmation')
    assert.equal(answer.body.customer_id, 'ada')
  })

  test('the customer cannot be changed to one who does not own the method', async () => {
    const body = { customer_id: 'bob', payment_method_id: ofAda }
    const { payment_id } = (await waiting({ customer_id: 'ada' })).body

    assertRefused(await shop.post(`/payments/${payment_id}`, body), 404, 'IR_05')
  })

  test('with confirm: true it charges the owner only', async () => {
    const { payment_id } = (await waiting({ customer_id: 'bob' })).body
    const body = { payment_method_id: ofAda, confirm: true }

    assertRefused(await shop.post(`/payments/${payment_id}`, body), 404, 'IR_05')
    assert.deepEqual(await facts(payment_id), [])
  })
})

describe('with a publishable key', () => {
  test("the payment's customer pays with their own method", async () => {
    const { payment_id, client_secret } = (await waiting({ customer_id: 'ada' })).body
    const body = { client_secret, payment_method_id: ofAda }

    assertStatus(await browser.post(`/payments/${payment_id}/confirm`, body), 'succeeded')
  })

  for (const [whose, customer] of [
    ['another customer', { customer_id: 'bob' }],
    ['no customer', {}],
  ] as const) {
    test(`a payment of ${whose} gives 404 IR_05, and nothing is charged`, async () => {
      const { payment_id, client_secret } = (await waiting(customer)).body
      const body = { client_secret, payment_method_id: ofAda }

      assertRefused(await browser.post(`/payments/${payment_id}/confirm`, body), 404, 'IR_05')
      assert.deepEqual(await facts(payment_id), [])
    })
  }

  test('off_session gives 403 AU_03, and nothing is charged', async () => {
    const { payment_id, client_secret } = (await waiting({ customer_id: 'ada' })).body
    const body = { client_secret, payment_method_id: ofAda, off_session: true }

    assertRefused(
      await browser.post(`/payments/${payment_id}/confirm`, body),
      403,
      'AU_03',
      'off_session',
    )
    assert.deepEqual(await facts(payment_id), [])
  })
})
