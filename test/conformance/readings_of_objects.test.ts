// Other objects where the interface leaves room for two readings: filters, files, headers, null in requests, bytes.
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { after, test } from 'node:test'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, pay, payingShop, assertStatus } from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())
const { profile_id } = shop.merchant
const profiles = `/account/${shop.merchant.merchant_id}/business_profile`

test('refunds are filtered by the customer and the method of their payment', async () => {
  const { customer_id } = (await shop.post('/customers', {})).body
  const mine = await pay(shop, APPROVED, { customer_id, profile_id })
  const guest = await pay(shop, APPROVED, { profile_id })
  const ids: string[] = []
  for (const { body } of [mine, guest]) {
    const refund = await shop.post('/refunds', { payment_id: body.payment_id, amount: 10 })
    ids.push(refund.body.refund_id)
  }
  const list = async (query: string) => {
    const answer = await shop.get(`/refunds/list?${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data.map((each: { refund_id: string }) => each.refund_id)
  }

  assert.deepEqual(await list(`customer_id=${customer_id}`), [ids[0]])
  assert.deepEqual(await list('payment_method=card'), ids.toReversed())
  assert.deepEqual(await list('payment_method=wallet,upi'), [])
  assertRefused(await shop.get('/refunds/list?payment_method=gold'), 400, 'IR_04', 'payment_method')
})

test('disputes take the filters customer_id and payment_method, payouts payment_method', async () => {
  for (const query of ['customer_id=cus_none', 'payment_method=card', 'payment_method=card,upi']) {
    const answer = await shop.get(`/disputes/list?${query}`)
    assert.deepEqual([answer.status, answer.body.count], [200, 0], answer.text)
  }
  assert.equal((await shop.get('/payouts/list?payment_method=bank')).status, 200)
  assertRefused(await shop.get('/payouts/list?payment_method=gold'), 400, 'IR_04', 'payment_method')
})

test('payments and customers are found by e-mail address in any case', async () => {
  const made = await shop.post('/customers', { email: 'Ada.King@Example.com' })
  const paid = await pay(shop, APPROVED, { profile_id, email: 'Ada.King@Example.com' })

  for (const email of ['ada.king@example.com', 'ADA.KING@EXAMPLE.COM', 'Ada.King@Example.com']) {
    const customers = await shop.get(`/customers/list?email=${email}`)
    const payments = await shop.post('/payments/list', { email })
    assert.equal(customers.body.data[0]?.customer_id, made.body.customer_id, customers.text)
    assert.equal(payments.body.data[0]?.payment_id, paid.body.payment_id, payments.text)
  }
})

test('a file for a dispute that does not exist is 404 IR_05, and nothing is stored', async () => {
  const form = new FormData()
  form.set('purpose', 'dispute_evidence')
  form.set('dispute_id', 'dp_none')
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  form.set('file', new Blob([png], { type: 'image/png' }), 'a.png')

  const response = await fetch(`${shop.base_url}/files`, {
    method: 'POST',
    headers: { 'api-key': shop.merchant.api_key },
    body: form,
  })

  const { error } = (await response.json()) as { error: { code: string } }
  assert.deepEqual([response.status, error.code], [404, 'IR_05'])
  const rows = await shop.services.db.run('select 1 from files where merchant_id = $1', [
    shop.merchant.merchant_id,
  ])
  assert.equal(rows.length, 0)
})

test('custom_http_headers take any case and are stored in lower case; reserved names stay refused', async () => {
  const set = (custom_http_headers: object) =>
    shop.post(profiles, { profile_name: 'Headers', webhook_details: { custom_http_headers } })

  const made = await set({ 'X-Mine': 'yes' })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(made.body.webhook_details.custom_http_headers, { 'x-mine': '****' })
  const path = `${profiles}/${made.body.profile_id}`
  const changed = await shop.post(path, {
    webhook_details: { custom_http_headers: { 'X-MINE': '****', 'X-Other': 'a' } },
  })
  const names = Object.keys(changed.body.webhook_details.custom_http_headers)
  assert.deepEqual(names.toSorted(), ['x-mine', 'x-other'])
  for (const name of ['Content-Type', 'HOST', 'Webhook-Id', 'X y']) {
    assertRefused(await set({ [name]: 'x' }), 400, 'IR_04')
  }
})

test('the capture window of a profile is 7 days unless it says otherwise, and 30 at most', async () => {
  const plain = await shop.post(profiles, { profile_name: 'Usual' })
  const long = await shop.post(profiles, { profile_name: 'Long', capture_window_days: 31 })

  assert.equal(plain.body.capture_window_days, 7)
  assertRefused(long, 400, 'IR_04', 'capture_window_days')
})

test('null means absent when a refund or a payout is created', async () => {
  const paid = await pay(shop, APPROVED, { profile_id })
  const { payment_id } = paid.body
  const refund = await shop.post('/refunds', {
    payment_id,
    refund_id: null,
    amount: null,
    reason: null,
    refund_type: null,
    metadata: null,
  })
  const payout = await shop.post('/payouts/create', {
    amount: 100,
    currency: 'EUR',
    profile_id,
    payout_type: null,
    payout_method_data: null,
    customer: null,
    billing: null,
    metadata: null,
    confirm: null,
    priority: null,
  })

  assert.deepEqual([refund.status, refund.body.amount], [201, 1000], refund.text)
  assert.equal(payout.status, 201, payout.text)
})

test('write includes read: a key that can create payments reads them', async () => {
  const key = await shop.post(`/api_keys/${shop.merchant.merchant_id}`, {
    name: 'writer',
    expiration: 'never',
    scopes: ['payments:write'],
  })
  const writer = shop.with(key.body.api_key)
  const made = await writer.post('/payments', { amount: 1000, currency: 'EUR', profile_id })

  assertStatus(made, 'requires_payment_method')
  assert.equal((await writer.get(`/payments/${made.body.payment_id}`)).status, 200)
})

test('a test event without a webhook URL says that it was skipped, and why; a retry is refused', async () => {
  const { merchant_id } = shop.merchant
  const sent = await shop.post(`/events/${merchant_id}/test`, { event_type: 'payment_succeeded' })

  assert.equal(sent.status, 200, sent.text)
  assert.deepEqual(
    [sent.body.delivery.status, sent.body.delivery.reason],
    ['skipped', 'no_webhook_url'],
  )
  assertRefused(
    await shop.post(`/events/${merchant_id}/${sent.body.event_id}/retry`, {}),
    422,
    'IR_29',
  )
})

test('a compressed body is refused by its Content-Encoding, not as broken text', async () => {
  const response = await fetch(`${shop.base_url}/payments`, {
    method: 'POST',
    headers: {
      'api-key': shop.merchant.api_key,
      'Content-Type': 'application/json',
      'Content-Encoding': 'gzip',
    },
    body: gzipSync('{"amount":1000,"currency":"EUR"}'),
  })

  const { error } = (await response.json()) as { error: { code: string; message: string } }
  assert.deepEqual([response.status, error.code], [415, 'IR_06'])
  assert.match(error.message, /gzip|Content-Encoding|compressed/i)
})

test('a URL that is too long is refused as such', async () => {
  const response = await fetch(`${shop.base_url}/payments/list?status=${'a'.repeat(30_000)}`, {
    headers: { 'api-key': shop.merchant.api_key },
  })

  const { error } = (await response.json()) as { error: { message: string } }
  assert.ok([414, 431].includes(response.status), String(response.status))
  assert.match(error.message, /large|long/i)
})
