// Provider accounts: their life, who sees them, and which payments they get.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'

const bank = await testBank()

function open() {
  return harness({ env: bank.env })
}

const KEY = bank.env['FLORIN_BANK_KEY'] ?? ''

function account(shop: Shop, connector_label: string, more: object = {}) {
  const body = { connector_name: 'bank', connector_label, credentials: { key: KEY }, ...more }
  return shop.post(`/account/${shop.merchant.merchant_id}/connectors`, body)
}

async function connected(shop: Shop, connector_label: string, more: object = {}): Promise<string> {
  const { status, body, text } = await account(shop, connector_label, more)
  assert.equal(status, 201, text)
  return body.connector_id
}

async function scrape({ app }: Shop): Promise<string[]> {
  return (await app.metrics.registry.metrics()).split('\n')
}

function circuit(connector_id: string, value: 0 | 1): string {
  return `florin_provider_circuit_open{provider="bank",connector="${connector_id}"} ${value}`
}

function path(shop: Shop, connector_id: string): string {
  return `/account/${shop.merchant.merchant_id}/connectors/${connector_id}`
}

test('an account is created, listed, changed, disabled and deleted, and never shows its credentials', async () => {
  await using shop = await open()
  const { status, body, text } = await account(shop, 'Main')
  assert.equal(status, 201, text)
  assert.ok(!text.includes(KEY))
  assert.deepEqual(
    [body.connector_name, body.connector_label, body.status, body.test_mode, body.card_entry],
    ['bank', 'Main', 'active', true, 'raw'],
  )
  assert.deepEqual(
    [body.credentials, body.profile_id, body.payment_methods_enabled],
    [{}, null, []],
  )
  const list = await shop.get(`/account/${shop.merchant.merchant_id}/connectors`)
  assert.deepEqual(list.body, [body])

  const changed = await shop.post(path(shop, body.connector_id), { priority: 7 })
  assert.equal(changed.body.priority, 7)
  const early = await shop.delete(path(shop, body.connector_id))
  assert.deepEqual([early.status, early.body.error.code], [409, 'IR_16'])
  await shop.post(path(shop, body.connector_id), { status: 'disabled' })
  const deleted = await shop.delete(path(shop, body.connector_id))
  assert.deepEqual(deleted.body, { connector_id: body.connector_id, deleted: true })
  assert.equal((await shop.get(path(shop, body.connector_id))).status, 404)
})

test('credentials that the acquirer does not accept make no account', async () => {
  await using shop = await open()
  const wrong = await account(shop, 'Main', { credentials: { key: 'not-the-key-of-the-bank' } })
  assert.deepEqual([wrong.status, wrong.body.error.field], [400, 'credentials'])
  assert.ok(!wrong.text.includes('not-the-key'))
  const unknown = await account(shop, 'Main', { credentials: { secret: 'abcdefgh' } })
  assert.deepEqual([unknown.status, unknown.body.error.field], [400, 'credentials'])
  const live = await account(shop, 'Main', { test_mode: false })
  assert.deepEqual([live.status, live.body.error.field], [400, 'test_mode'])
  assert.deepEqual((await shop.get(`/account/${shop.merchant.merchant_id}/connectors`)).body, [])
})

test('a payment goes to the account with the lowest priority, and its refund to the same account', async () => {
  await using shop = await open()
  const second = await connected(shop, 'Second', { priority: 20 })
  const first = await connected(shop, 'First', { priority: 10 })

  const paid = await shop.post('/payments', paymentBody({ payment_id: 'routed' }))
  assert.deepEqual([paid.body.status, paid.body.connector_id], ['succeeded', first], paid.text)
  await shop.post(path(shop, first), { status: 'disabled' })
  const next = await shop.post('/payments', paymentBody({ payment_id: 'after' }))
  assert.equal(next.body.connector_id, second)
  const refund = await shop.post('/refunds', { payment_id: 'routed' })
  assert.equal(refund.body.status, 'succeeded', refund.text)
  const used = await shop.delete(path(shop, first))
  assert.equal(used.status, 200, used.text)
  await shop.post(path(shop, second), { status: 'disabled' })
  const busy = await shop.delete(path(shop, second))
  assert.deepEqual([busy.status, busy.body.error.details.payment_id], [409, 'after'])
})

test('a payment that no account can take is refused with the reasons, and nothing is stored', async () => {
  await using shop = await open()
  await connected(shop, 'Cards only', { payment_methods_enabled: ['credit', 'debit'] })
  const body = paymentBody({
    payment_id: 'nowhere',
    payment_method: 'wallet',
    payment_method_type: 'paypal',
    payment_method_data: { wallet: { paypal: {} } },
    return_url: 'https://shop.example/back',
  })
  const refused = await shop.post('/payments', body)
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'IR_29'], refused.text)
  assert.match(refused.body.error.message, /Cards only.*not enabled for paypal/)
  assert.equal((await shop.get('/payments/nowhere')).status, 404)
})

test('an account that cannot be reached is replaced by the next one within the request', async () => {
  await using shop = await open()
  const first = await connected(shop, 'First', { priority: 10 })
  const second = await connected(shop, 'Second', { priority: 20 })
  const headers = { 'x-sandbox-acquirer': 'down', 'x-sandbox-connector': first }

  const paid = await shop.post('/payments', paymentBody({ payment_id: 'moved' }), { headers })

  assert.deepEqual([paid.body.status, paid.body.connector_id], ['succeeded', second], paid.text)
  const { body } = await shop.get('/payments/moved?expand=attempts')
  assert.deepEqual(
    body.attempts.map((each: Record<string, unknown>) => [each['connector_id'], each['status']]),
    [
      [second, 'approved'],
      [first, 'not_sent'],
    ],
  )
  const lines = await scrape(shop)
  const labels = `connector="${first}",next="${second}",result="not_sent"`
  assert.ok(lines.includes(`florin_provider_fallbacks_total{${labels}} 1`))
  assert.ok(lines.includes(circuit(first, 0)) && lines.includes(circuit(second, 0)))
})

test('an account that fails five times in a row has an open circuit in the metrics', async () => {
  const env = { ...bank.env, FLORIN_BANK_URL: 'http://127.0.0.1:1' }
  await using shop = await harness({ env })
  const pay = () => shop.post('/payments', paymentBody({}))
  for (let n = 0; n < 4; n++) assert.equal((await pay()).status, 502)
  assert.ok((await scrape(shop)).includes(circuit('', 0)))

  await pay()

  assert.ok((await scrape(shop)).includes(circuit('', 1)))
})

test('an account that does not answer is not replaced: the payment may have been charged', async () => {
  await using shop = await open()
  const first = await connected(shop, 'First', { priority: 10 })
  await connected(shop, 'Second', { priority: 20 })
  const headers = { 'x-sandbox-acquirer': 'duplicate', 'x-sandbox-connector': first }
  const lost = await shop.post('/payments', paymentBody({ payment_id: 'lost' }), { headers })
  assert.equal(lost.body.connector_id, first, lost.text)
  const { body } = await shop.get('/payments/lost?expand=attempts')
  assert.equal(body.attempts.length, 1)
})

test('a browser key sees neither the acquirer nor the account', async () => {
  await using shop = await open()
  await connected(shop, 'Main')
  const paid = await shop.post('/payments', paymentBody({ payment_id: 'seen' }))
  const browser = shop.with(shop.merchant.publishable_key)
  const { body, text } = await browser.get(
    `/payments/seen?client_secret=${paid.body.client_secret}`,
  )
  assert.equal(body.payment_id, 'seen', text)
  assert.deepEqual(
    [body.connector, body.connector_id, body.connector_transaction_id],
    [undefined, undefined, undefined],
  )
  assert.notEqual(paid.body.connector_id, null)
})

test('a key that is bound to a profile sees the accounts of that profile and those for all', async () => {
  await using shop = await open()
  const { merchant_id } = shop.merchant
  const base = `/account/${merchant_id}/business_profile`
  const one = (await shop.post(base, { profile_name: 'One' })).body.profile_id
  const two = (await shop.post(base, { profile_name: 'Two' })).body.profile_id
  await connected(shop, 'For all')
  await connected(shop, 'For one', { profile_id: one })
  await connected(shop, 'For two', { profile_id: two })
  const key = await shop.post(`/api_keys/${merchant_id}`, { name: 'Bound', profile_ids: [one] })
  const { body } = await shop.with(key.body.api_key).get(`/account/${merchant_id}/connectors`)
  const labels = (body as { connector_label: string }[]).map((each) => each.connector_label)
  assert.deepEqual(labels.toSorted(), ['For all', 'For one'])
})

test('the health of an account counts its attempts of the last hour', async () => {
  await using shop = await open()
  const id = await connected(shop, 'Main')
  await shop.post('/payments', paymentBody({ payment_id: 'one' }))
  const { payment_method_data } = withCard('4000000000000002')
  await shop.post('/payments', paymentBody({ payment_id: 'two', payment_method_data }))
  const { body } = await shop.get(`${path(shop, id)}/health`)
  assert.deepEqual(
    [body.attempts, body.approved, body.declined, body.unsent, body.open, body.success_rate],
    [2, 1, 1, 0, 0, 0.5],
  )
  const attempts = (body.series as { attempts: number }[]).map((each) => each.attempts)
  assert.deepEqual([attempts.length, attempts.reduce((a, b) => a + b)], [12, 2])
  const undecided = `/account/${shop.merchant.merchant_id}/undecided_operations`
  assert.deepEqual((await shop.get(undecided)).body, { data: [] })
})

test('the health of an account at a merchant with more than 10,000 calls says since when it counts', async () => {
  await using shop = await open()
  const id = await connected(shop, 'Main')
  await shop.post('/payments', paymentBody({ payment_id: 'one' }))
  await shop.services.db.run(
    `insert into operations select (jsonb_populate_record(o, jsonb_build_object(
       'operation_id', operation_id || lpad(n::text, 5, '0'), 'connector_id', 'con_other'))).*
     from operations o, generate_series(1, 10000) as n where merchant_id = $1`,
    [shop.merchant.merchant_id],
  )
  await shop.post('/payments', paymentBody({ payment_id: 'two' }))
  const { created } = (await shop.get('/payments/one')).body

  const { body } = await shop.get(`${path(shop, id)}/health`)

  assert.equal(body.attempts, 1)
  assert.ok(new Date(body.since) >= new Date(created), body.since)
})
