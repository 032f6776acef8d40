// Saved payment methods: list, retrieve, delete, a customer's default, and the known facts about a card.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import type { Client } from '#testing/client.ts'
import { withCard } from '#testing/payment_body.ts'
import { ISO_UTC, assertRefused } from '../support/expect.ts'
import {
  APPROVED,
  DECLINED,
  facts,
  pay,
  payingShop,
  sale,
  assertStatus,
} from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())
const { merchant_id } = shop.merchant

const OTHER = '5555555555554444'

async function newCustomer(client: Client = shop): Promise<string> {
  const customer_id = newId('cus')
  await client.post('/customers', { customer_id })
  return customer_id
}

async function save(customer_id: string, number = APPROVED, card = {}): Promise<string> {
  const body = { ...sale, confirm: true, customer_id, setup_future_usage: 'off_session' }
  const answer = await shop.post('/payments', { ...body, ...withCard(number, card) })
  assertStatus(answer, 'succeeded')
  assert.match(answer.body.payment_method_id, /^pm_/)
  shop.clock.advance(1)
  return answer.body.payment_method_id
}

const listOf = (customer_id: string, query = '') =>
  shop.get(`/customers/${customer_id}/payment_methods${query}`)
const get = (id: string) => shop.get(`/payment_methods/${id}`)
const remove = (id: string) => shop.delete(`/payment_methods/${id}`)

async function idsOf(customer_id: string, query = ''): Promise<string[]> {
  const { body } = await listOf(customer_id, query)
  return body.data.map((each: { payment_method_id: string }) => each.payment_method_id)
}

async function defaultOf(customer_id: string): Promise<string | null> {
  return (await shop.get(`/customers/${customer_id}`)).body.default_payment_method_id
}

async function inVault(): Promise<number> {
  const text = 'select 1 from vault where merchant_id = $1'
  return (await shop.services.db.run(text, [merchant_id])).length
}

describe('a saved method', () => {
  test('has exactly these fields, with the number masked', async () => {
    const customer_id = await newCustomer()
    const payment_method_id = await save(customer_id)

    const { status, body, text } = await get(payment_method_id)

    assert.equal(status, 200, text)
    const { created, payment_method_data, ...rest } = body
    assert.match(created, ISO_UTC)
    assert.equal(payment_method_data.card.last4, APPROVED.slice(-4))
    assert.ok(!text.includes(APPROVED))
    assert.deepEqual(rest, {
      payment_method_id,
      merchant_id,
      customer_id,
      payment_method: 'card',
      payment_method_type: 'credit',
      is_default: true,
      card: { expired: false, expires_soon: false },
      replaced_by: null,
    })
    assert.deepEqual((await listOf(customer_id)).body.data, [body])
  })

  test('exists only after a payment with setup_future_usage off_session and a customer has succeeded', async () => {
    const customer_id = await newCustomer()
    await pay(shop, APPROVED, { customer_id })
    await pay(shop, APPROVED, { customer_id, setup_future_usage: 'on_session' })
    await pay(shop, DECLINED, { customer_id, setup_future_usage: 'off_session' })

    assert.deepEqual(await idsOf(customer_id), [])
  })

  test('one that does not exist gives 404 IR_05', async () => {
    assertRefused(await get('pm_none'), 404, 'IR_05')
    assertRefused(await remove('pm_none'), 404, 'IR_05')
  })

  test('reading needs customers:read, deleting customers:write, and a browser can do neither', async () => {
    const id = await save(await newCustomer())
    const reader = await shop.keyWith('customers:read')
    const payer = await shop.keyWith('payments:write')
    const browser = shop.with(shop.merchant.publishable_key)

    assert.equal((await reader.get(`/payment_methods/${id}`)).status, 200)
    assertRefused(await reader.delete(`/payment_methods/${id}`), 403, 'AU_03')
    for (const client of [payer, browser]) {
      assertRefused(await client.get(`/payment_methods/${id}`), 403, 'AU_03')
      assertRefused(await client.delete(`/payment_methods/${id}`), 403, 'AU_03')
    }
  })
})

describe('the list', () => {
  test('is newest first, in pages, and has nothing of other customers', async () => {
    const [ada, bob] = [await newCustomer(), await newCustomer()]
    const [first, theirs, second, third] = [
      await save(ada),
      await save(bob),
      await save(ada, OTHER),
      await save(ada),
    ]

    assert.deepEqual(await idsOf(ada), [third, second, first])
    assert.deepEqual(await idsOf(ada, '?limit=1&offset=1'), [second])
    assert.deepEqual(await idsOf(ada, `?starting_after=${second}`), [first])
    assert.deepEqual(await idsOf(bob), [theirs])
    const { body } = await shop.post(`/customers/${ada}/payment_methods`, { limit: 2 })
    assert.deepEqual([body.count, body.total_count, body.has_more], [2, 3, true])
  })

  test('of an unknown or a deleted customer it is 404 IR_05', async () => {
    const customer_id = await newCustomer()
    const id = await save(customer_id)
    await shop.delete(`/customers/${customer_id}`)

    assertRefused(await listOf('nobody'), 404, 'IR_05')
    assertRefused(await listOf(customer_id), 404, 'IR_05')
    assertRefused(await get(id), 404, 'IR_05')
  })
})

describe('delete', () => {
  test('destroys the method and its card in the vault, and no charge can use it afterwards', async () => {
    const customer_id = await newCustomer()
    const before = await inVault()
    const payment_method_id = await save(customer_id)
    assert.equal(await inVault(), before + 1)

    const answer = await remove(payment_method_id)

    assert.deepEqual(answer.body, { payment_method_id, deleted: true })
    assert.equal(await inVault(), before)
    assertRefused(await get(payment_method_id), 404, 'IR_05')
    assertRefused(await remove(payment_method_id), 404, 'IR_05')
    const charge = { ...sale, confirm: true, off_session: true, payment_method_id }
    assertRefused(await shop.post('/payments', { ...charge, customer_id }), 404, 'IR_05')
  })

  test('a payment that waits for its confirmation cannot be confirmed with it', async () => {
    const customer_id = await newCustomer()
    const payment_method_id = await save(customer_id)
    const made = await shop.post('/payments', { ...sale, customer_id, payment_method_id })
    assertStatus(made, 'requires_confirmation')
    const { payment_id } = made.body

    await remove(payment_method_id)

    assertRefused(await shop.post(`/payments/${payment_id}/confirm`, {}), 404, 'IR_05')
    assert.deepEqual(await facts(payment_id), [])
    assertStatus(
      await shop.post(`/payments/${payment_id}/confirm`, withCard(APPROVED)),
      'succeeded',
    )
  })

  test('payments that were made with it keep their record', async () => {
    const customer_id = await newCustomer()
    const payment_method_id = await save(customer_id)
    const charge = { ...sale, confirm: true, off_session: true, payment_method_id }
    const { payment_id } = (await shop.post('/payments', charge)).body

    await remove(payment_method_id)

    const { body } = await shop.get(`/payments/${payment_id}`)
    assert.equal(body.payment_method_id, payment_method_id)
    assert.equal(body.payment_method_data.card.last4, APPROVED.slice(-4))
  })

  test('charges and deletions at the same time: each charge succeeds or finds no method', async () => {
    const customer_id = await newCustomer()
    const payment_method_id = await save(customer_id)
    const charge = { ...sale, confirm: true, off_session: true, payment_method_id, customer_id }

    const [charges, deletions] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => shop.post('/payments', charge))),
      Promise.all(Array.from({ length: 5 }, () => remove(payment_method_id))),
    ])

    for (const { status, body, text } of charges) {
      const isCharged = status === 200 && body.status === 'succeeded'
      assert.ok(isCharged || (status === 404 && body.error.code === 'IR_05'), text)
    }
    const statuses = deletions.map(({ status }) => status)
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, 404, 404, 404, 404],
    )
    assert.deepEqual(await idsOf(customer_id), [])
  })
})

describe('default_payment_method_id', () => {
  test('is the first saved method, and stays when more are saved', async () => {
    const customer_id = await newCustomer()
    assert.equal(await defaultOf(customer_id), null)

    const first = await save(customer_id)
    const second = await save(customer_id, OTHER)

    assert.equal(await defaultOf(customer_id), first)
    assert.equal((await get(first)).body.is_default, true)
    assert.equal((await get(second)).body.is_default, false)
  })

  test('is changed by a customer update, and cleared by null', async () => {
    const customer_id = await newCustomer()
    await save(customer_id)
    const second = await save(customer_id, OTHER)
    const path = `/customers/${customer_id}`

    const chosen = await shop.post(path, { default_payment_method_id: second })
    const renamed = await shop.post(path, { name: 'Ada' })
    const cleared = await shop.post(path, { default_payment_method_id: null })

    assert.equal(chosen.body.default_payment_method_id, second)
    assert.equal(renamed.body.default_payment_method_id, second)
    assert.equal(cleared.body.default_payment_method_id, null)
    assert.equal(await defaultOf(customer_id), null)
  })

  test("another customer's method, or an unknown one, gives 404 IR_05 and changes nothing", async () => {
    const [ada, bob] = [await newCustomer(), await newCustomer()]
    const ofAda = await save(ada)

    for (const default_payment_method_id of [ofAda, 'pm_none']) {
      const answer = await shop.post(`/customers/${bob}`, { name: 'x', default_payment_method_id })
      assertRefused(answer, 404, 'IR_05')
    }

    const { body } = await shop.get(`/customers/${bob}`)
    assert.deepEqual([body.name, body.default_payment_method_id], [null, null])
  })

  for (const how of ['first', 'chosen'] as const) {
    test(`is cleared when the ${how} method is deleted, and is then the next that is saved`, async () => {
      const customer_id = await newCustomer()
      const first = await save(customer_id)
      const second = await save(customer_id, OTHER)
      const standard = how === 'first' ? first : second
      if (how === 'chosen') {
        await shop.post(`/customers/${customer_id}`, { default_payment_method_id: second })
      }

      await remove(standard)
      const cleared = await defaultOf(customer_id)
      shop.clock.advance(1)
      const third = await save(customer_id)

      assert.equal(cleared, null)
      assert.equal(await defaultOf(customer_id), third)
    })
  }

  test('stays when another method is deleted', async () => {
    const customer_id = await newCustomer()
    const first = await save(customer_id)
    const second = await save(customer_id, OTHER)

    await remove(second)

    assert.equal(await defaultOf(customer_id), first)
  })

  test('never names a deleted method, even when choosing and deleting race', async () => {
    for (let round = 0; round < 10; round++) {
      const customer_id = await newCustomer()
      await save(customer_id)
      const second = await save(customer_id, OTHER)

      await Promise.all([
        shop.post(`/customers/${customer_id}`, { default_payment_method_id: second }),
        remove(second),
      ])

      assert.notEqual(await defaultOf(customer_id), second)
    }
  })
})

describe('the card', () => {
  const inMonths = (months: number) => {
    const now = shop.clock.now()
    const then = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1))
    const month = String(then.getUTCMonth() + 1).padStart(2, '0')
    return { card_exp_month: month, card_exp_year: String(then.getUTCFullYear()) }
  }

  test('is marked when it expires within 30 days, and when it has expired', async () => {
    const { client } = await shop.neighbour()
    const customer_id = await newCustomer(client)
    const body = { ...sale, confirm: true, customer_id, setup_future_usage: 'off_session' }
    const card = withCard(APPROVED, inMonths(3))
    const made = await client.post('/payments', { ...body, ...card })
    const path = `/payment_methods/${made.body.payment_method_id}`
    const state = async () => (await client.get(path)).body.card

    const fresh = await state()
    const end = Date.UTC(Number(inMonths(4).card_exp_year), Number(inMonths(4).card_exp_month) - 1)
    const days = Math.floor((end - shop.clock.now().getTime()) / 86_400_000)
    await client.post('/sandbox/clock', { advance: `${days - 10}d` })
    const soon = await state()
    await client.post('/sandbox/clock', { advance: '12d' })
    const late = await state()

    assert.deepEqual(fresh, { expired: false, expires_soon: false })
    assert.deepEqual(soon, { expired: false, expires_soon: true })
    assert.deepEqual(late, { expired: true, expires_soon: false })
  })

  test('is marked as replaced when the same number is saved again with another expiry', async () => {
    const customer_id = await newCustomer()
    const old = await save(customer_id, APPROVED, inMonths(3))
    const other = await save(customer_id, OTHER)
    const renewed = await save(customer_id, APPROVED, inMonths(40))

    const { body } = await listOf(customer_id)

    assert.deepEqual(
      body.data.map((each: Record<string, unknown>) => [
        each['payment_method_id'],
        each['replaced_by'],
      ]),
      [
        [renewed, null],
        [other, null],
        [old, renewed],
      ],
    )
    assert.equal((await get(old)).body.replaced_by, renewed)
    await remove(renewed)
    assert.equal((await get(old)).body.replaced_by, null)
  })

  test("is not replaced by another customer's card of the same number", async () => {
    const [ada, bob] = [await newCustomer(), await newCustomer()]
    const ofAda = await save(ada)
    await save(bob)

    assert.equal((await get(ofAda)).body.replaced_by, null)
  })
})

test('the methods of a customer are deleted with the customer', async () => {
  const customer_id = await newCustomer()
  const before = await inVault()
  const ids = [await save(customer_id), await save(customer_id, OTHER)]

  const { body } = await shop.delete(`/customers/${customer_id}`)

  assert.equal(body.payment_methods_deleted, true)
  assert.equal(await inVault(), before)
  for (const id of ids) assertRefused(await get(id), 404, 'IR_05')
})
