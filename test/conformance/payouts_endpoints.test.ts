// Payouts: the endpoints, the list, and what may be changed when.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { harness } from '#testing/harness.ts'
import { ISO_UTC, assertRefused } from '../support/expect.ts'
import { APPROVED, pay, payingShop } from '../support/paying.ts'
import { act, arrange, balance, create, assertPayoutStatus, read } from '../support/paying_out.ts'
import { money, toBank } from '../support/recipients.ts'

const shop = await payingShop()
after(() => shop.app.close())

describe('endpoints', () => {
  test('PUT /payouts/:payout_id → payout_id, amount, currency, status, description, modified_at', async () => {
    const made = await create(shop)

    const { status, body } = await shop.put(`/payouts/${made.body.payout_id}`, {
      description: 'May',
    })

    assert.equal(status, 200)
    assert.equal(body.payout_id, made.body.payout_id)
    assert.equal(body.amount, 1000)
    assert.equal(body.currency, 'EUR')
    assert.equal(body.status, 'requires_fulfillment')
    assert.equal(body.description, 'May')
    assert.match(body.modified_at, ISO_UTC)
  })

  test('GET /payouts/:payout_id → payout_id, amount, currency, customer_id, payout_type, status, description, created, modified_at', async () => {
    const made = await create(shop, { payout_type: 'bank', description: 'May' })

    const { status, body } = await read(shop, made)

    assert.equal(status, 200)
    assert.equal(body.payout_id, made.body.payout_id)
    assert.equal(body.amount, 1000)
    assert.equal(body.currency, 'EUR')
    assert.equal(body.customer_id, made.body.customer_id)
    assert.equal(body.payout_type, 'bank')
    assert.equal(body.status, 'requires_fulfillment')
    assert.equal(body.description, 'May')
    assert.match(body.created, ISO_UTC)
    assert.match(body.modified_at, ISO_UTC)
  })

  for (const [method, path] of [
    ['GET', '/payouts/po_unknown'],
    ['PUT', '/payouts/po_unknown'],
    ['POST', '/payouts/po_unknown/confirm'],
    ['POST', '/payouts/po_unknown/fulfill'],
    ['POST', '/payouts/po_unknown/cancel'],
    ['POST', '/sandbox/payouts/po_unknown/settle'],
    ['POST', '/sandbox/payouts/po_unknown/onboard'],
  ] as const) {
    test(`${method} ${path}: 404`, async () => {
      assertRefused(await shop.send(method, path, method === 'GET' ? undefined : {}), 404, 'IR_05')
    })
  }

  test('POST cancel, confirm and fulfill answer with the payout', async () => {
    const made = await create(shop, toBank())

    for (const verb of ['confirm', 'fulfill']) {
      assert.deepEqual(Object.keys((await act(shop, made, verb)).body), Object.keys(made.body))
    }
    const other = await act(shop, await create(shop), 'cancel')
    assert.deepEqual(Object.keys(other.body), Object.keys(made.body))
  })

  test('fulfill takes no fields, and cancel its reason alone, at most 255 characters', async () => {
    const made = await create(shop, toBank())

    assertRefused(await act(shop, made, 'fulfill', { amount: 5 }), 400, 'IR_04', 'amount')
    assertRefused(
      await act(shop, made, 'cancel', { cancellation_reason: 'x'.repeat(256) }),
      400,
      'IR_04',
    )
    assertRefused(await act(shop, made, 'cancel', { reason: 'x' }), 400, 'IR_04', 'reason')
  })

  test('reading needs payouts:read, the rest payouts:write, which includes reading', async () => {
    const reader = await shop.keyWith('payouts:read')
    const writer = await shop.keyWith('payouts:write')
    const { payout_id } = (await create(writer)).body

    assert.equal((await reader.get(`/payouts/${payout_id}`)).status, 200)
    assert.equal((await reader.get('/payouts/list')).status, 200)
    assertRefused(await reader.post('/payouts/create', money), 403, 'AU_03')
    assertRefused(await reader.post(`/payouts/${payout_id}/fulfill`, {}), 403, 'AU_03')
    assert.equal((await writer.get(`/payouts/${payout_id}`)).status, 200)
  })

  test('the same Idempotency-Key makes one payout, sent once', async () => {
    const headers = { 'Idempotency-Key': 'payout-once' }
    const body = { ...money, ...toBank() }

    const first = await shop.post('/payouts/create', body, { headers })
    const second = await shop.post('/payouts/create', body, { headers })

    assert.equal(second.text, first.text)
    assert.equal(second.headers.get('Idempotent-Replayed'), 'true')
  })

  test('an unsent payout cannot be settled, and one that waits for no account cannot be onboarded', async () => {
    const { payout_id } = (await create(shop)).body

    assertRefused(await shop.post(`/sandbox/payouts/${payout_id}/settle`, {}), 400, 'IR_14')
    assertRefused(await shop.post(`/sandbox/payouts/${payout_id}/onboard`), 400, 'IR_14')
  })

  test('in production there are no sandbox routes', async () => {
    await using production = await harness({ env: { FLORIN_ENVIRONMENT: 'production' } })
    const { payout_id } = (await create(production)).body

    assertRefused(await production.post(`/sandbox/payouts/${payout_id}/settle`, {}), 404, 'IR_02')
    assertRefused(await production.post(`/sandbox/payouts/${payout_id}/onboard`), 404, 'IR_02')
  })
})

describe('Update payout fields', () => {
  test('description (string) and metadata (object), both optional; metadata is merged', async () => {
    const made = await create(shop, { description: 'April', metadata: { a: '1', b: '2' } })
    const path = `/payouts/${made.body.payout_id}`

    assert.equal((await shop.put(path, {})).body.description, 'April')
    const { body } = await shop.put(path, { metadata: { b: null, c: true } })

    assert.equal(body.description, 'April')
    assert.deepEqual(body.metadata, { a: '1', c: 'true' })
    assert.equal((await shop.put(path, { description: null })).body.description, null)
    assertRefused(await shop.put(path, { description: 5 }), 400, 'IR_04', 'description')
    const many = Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`k${n}`, 'v']))
    assertRefused(await shop.put(path, { metadata: many }), 400, 'IR_04', 'metadata')
  })

  test('payout_type, payout_method_data, billing, priority and entity_type by a later update', async () => {
    const made = await create(shop)
    const path = `/payouts/${made.body.payout_id}`

    assert.equal((await shop.put(path, { payout_type: 'bank' })).body.payout_type, 'bank')
    const { payout_method_data } = toBank()
    const { body } = await shop.put(path, {
      payout_method_data,
      billing: { address: { city: 'Leeds' } },
      priority: 'wire',
      entity_type: 'Company',
    })

    assert.deepEqual(Object.keys(body.payout_method_data), ['bank'])
    assert.deepEqual(body.billing, { address: { city: 'Leeds' } })
    assert.equal(body.priority, 'wire')
    assert.equal(body.entity_type, 'Company')
    assertPayoutStatus(await act(shop, made, 'fulfill'), 'success')
  })

  test('payout_method_id by a later update', async () => {
    const first = await create(shop, { ...toBank(), recurring: true, customer: { id: 'again' } })
    const { payout_method_id } = (await act(shop, first, 'fulfill')).body
    const made = await create(shop, { customer: { id: 'again' } })

    const { body } = await shop.put(`/payouts/${made.body.payout_id}`, { payout_method_id })

    assert.equal(body.payout_method_id, payout_method_id)
    assertPayoutStatus(await act(shop, made, 'fulfill'), 'success')
  })

  for (const field of [
    'amount',
    'currency',
    'payout_link',
    'profile_id',
    'status',
    'customer_id',
  ]) {
    test(`${field} cannot be changed by PUT`, async () => {
      const made = await create(shop)
      const path = `/payouts/${made.body.payout_id}`

      assertRefused(await shop.put(path, { [field]: 'x' }), 400, 'IR_04', field)
    })
  }

  test('no concurrent update is lost', async () => {
    const made = await create(shop)
    const path = `/payouts/${made.body.payout_id}`

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => shop.put(path, { metadata: { [`k${n}`]: 'v' } })),
    )

    assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]))
    assert.equal(Object.keys((await read(shop, made)).body.metadata).length, 10)
  })
})

describe('POST and GET /payouts/list', () => {
  test('newest first, in the envelope of every list, with limit, offset and starting_after', async () => {
    const { client } = await shop.neighbour()
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.unshift((await create(client)).body.payout_id)
    const idsOf = (body: { data: { payout_id: string }[] }) => body.data.map((row) => row.payout_id)

    const first = (await client.get('/payouts/list')).body
    const posted = (await client.post('/payouts/list', {})).body
    const rest = (await client.get('/payouts/list?offset=10')).body
    const after = (await client.get(`/payouts/list?starting_after=${ids[9]}`)).body

    assert.deepEqual(idsOf(first), ids.slice(0, 10))
    assert.deepEqual(posted, first)
    assert.equal(first.count, 10)
    assert.equal(first.total_count, 12)
    assert.equal(first.has_more, true)
    assert.deepEqual(idsOf(rest), ids.slice(10))
    assert.deepEqual(idsOf(after), ids.slice(10))
    for (const query of ['limit=0', 'limit=101', 'offset=-1', 'starting_after=po_none']) {
      assertRefused(await client.get(`/payouts/list?${query}`), 400, 'IR_04')
    }
  })

  test('status, customer_id, currency, payout_type, entity_type, profile_id, merchant_order_reference_id, payout_id, created_gte and created_lte', async () => {
    const { client } = await shop.neighbour()
    const one = await create(client, {
      currency: 'USD',
      payout_type: 'bank',
      entity_type: 'NonProfit',
      merchant_order_reference_id: 'r-1',
      customer: { id: 'c-1' },
    })
    const two = await create(client, { payout_type: 'card', entity_type: 'Company' })
    await act(client, two, 'cancel')
    const { payout_id, profile_id, created } = one.body
    const other = two.body.payout_id
    const both = [other, payout_id]
    const cases: [query: string, found: string[]][] = [
      ['status=cancelled', [other]],
      ['status=requires_fulfillment', [payout_id]],
      ['status=cancelled,requires_fulfillment', both],
      ['customer_id=c-1', [payout_id]],
      ['currency=USD', [payout_id]],
      ['payout_type=bank', [payout_id]],
      ['payout_type=BANK,card', both],
      ['entity_type=nonprofit', [payout_id]],
      ['entity_type=non_profit', [payout_id]],
      [`profile_id=${profile_id}`, both],
      ['merchant_order_reference_id=r-1', [payout_id]],
      [`payout_id=${payout_id}`, [payout_id]],
      [`created_lte=${created}`, [payout_id]],
      [`created_gte=${created}`, both],
    ]
    for (const [query, found] of cases) {
      const { body } = await client.get(`/payouts/list?${query}`)
      assert.deepEqual(
        body.data.map((row: { payout_id: string }) => row.payout_id),
        found,
        query,
      )
    }
    for (const wrong of [
      'status=paid',
      'currency=XYZ',
      'payout_type=cash',
      'entity_type=x',
      'a=b',
    ]) {
      assertRefused(await client.get(`/payouts/list?${wrong}`), 400, 'IR_04', wrong.split('=')[0])
    }
  })
})

describe('refuse_payouts_above_balance', () => {
  test('off by default: a merchant may owe; on, a payout above the available balance is refused and one within it goes', async () => {
    const { client, merchant } = await shop.neighbour()
    const path = `/account/${merchant.merchant_id}/business_profile/${merchant.profile_id}`
    assert.equal((await client.get(path)).body.refuse_payouts_above_balance, false)
    await arrange(client, 'success')
    assert.equal(await balance(client, 'available'), -1000)
    await pay(client, APPROVED, { amount: 2500 })

    await client.post(path, { refuse_payouts_above_balance: true })
    const large = await create(client, { ...toBank(), amount: 1501 })
    const answer = await act(client, large, 'fulfill')

    assertRefused(answer, 400, 'IR_13', 'amount')
    assert.equal(answer.body.error.details.available, 1500)
    assertPayoutStatus(await read(client, large), 'requires_fulfillment')
    const fits = await create(client, { ...toBank(), amount: 1500 })
    assertPayoutStatus(await act(client, fits, 'fulfill'), 'success')
    assert.equal(await balance(client, 'available'), 0)
  })
})
