import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { billing, withCard } from '#testing/payment_body.ts'

async function paying(): Promise<Shop> {
  return harness({ env: (await testBank()).env })
}

test('a one-step card payment is charged once and booked', async () => {
  await using shop = await paying()

  const answer = await shop.post('/payments', {
    amount: 1000,
    currency: 'EUR',
    confirm: true,
    ...withCard(),
  })

  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.status, 'succeeded')
  assert.equal(answer.body.amount_received, 1000)
  assert.equal(answer.body.amount_capturable, 0)
  const facts = (await (await testBank()).log()).filter(
    (fact) => fact.reference === answer.body.payment_id,
  )
  assert.deepEqual(
    facts.map((fact) => [fact.effect, fact.amount]),
    [['charged', 1000]],
  )
  assert.deepEqual((await shop.get(`/payments/${answer.body.payment_id}`)).body, answer.body)
})

test('a declined payment answers 200 with failed and its unified code', async () => {
  await using shop = await paying()

  const answer = await shop.post('/payments', {
    amount: 1000,
    currency: 'EUR',
    confirm: true,
    ...withCard('4000000000009995'),
  })

  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.status, 'failed')
  assert.equal(answer.body.unified_code, 'UE_1001')
  assert.equal(answer.body.unified_message, 'Insufficient funds')
})

test('two steps: created, confirmed from the vault, captured in part, the rest released', async () => {
  await using shop = await paying()
  const made = await shop.post('/payments', {
    amount: 1000,
    currency: 'EUR',
    capture_method: 'manual',
    ...withCard(),
  })
  assert.equal(made.body.status, 'requires_confirmation', made.text)

  const path = `/payments/${made.body.payment_id}`
  const confirmed = await shop.post(`${path}/confirm`, {})
  assert.equal(confirmed.body.status, 'requires_capture', confirmed.text)
  assert.equal(confirmed.body.amount_capturable, 1000)
  const above = await shop.post(`${path}/capture`, { amount_to_capture: 1001 })
  assert.equal(above.body.error.code, 'IR_13')
  const captured = await shop.post(`${path}/capture`, { amount_to_capture: 400 })
  assert.equal(captured.body.status, 'succeeded', captured.text)
  assert.equal(captured.body.amount_received, 400)
  assert.equal(captured.body.amount_capturable, 0)
  const again = await shop.post(`${path}/capture`, {})
  assert.equal(again.status, 409)
  assert.equal(again.body.error.code, 'IR_16')
})

test('cancelling a hold releases it at the bank', async () => {
  await using shop = await paying()
  const body = {
    amount: 1000,
    currency: 'EUR',
    capture_method: 'manual',
    confirm: true,
    ...withCard(),
  }
  const made = await shop.post('/payments', body)
  assert.equal(made.body.status, 'requires_capture', made.text)

  const cancelled = await shop.post(`/payments/${made.body.payment_id}/cancel`, {
    cancellation_reason: 'changed mind',
  })

  assert.equal(cancelled.body.status, 'cancelled', cancelled.text)
  assert.equal(cancelled.body.cancellation_reason, 'changed mind')
  const facts = (await (await testBank()).log()).filter(
    (fact) => fact.reference === made.body.payment_id,
  )
  assert.deepEqual(
    facts.map((fact) => fact.effect),
    ['held', 'released'],
  )
})

test('a challenge is followed to its page, approved there, and the browser sent on', async () => {
  await using shop = await paying()
  const made = await shop.post('/payments', {
    amount: 1000,
    currency: 'EUR',
    confirm: true,
    return_url: 'https://shop.example/return',
    ...withCard('4000003800000446'),
  })
  assert.equal(made.body.status, 'requires_action', made.text)
  const page = made.body.next_action.redirect_to_url

  const html = await (await fetch(page)).text()
  assert.match(html, /Approve/)
  const chosen = await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'choice=approve',
  })
  assert.equal(chosen.status, 303)
  const back = await fetch(chosen.headers.get('Location') ?? '', { redirect: 'manual' })

  assert.equal(back.status, 303)
  const target = new URL(back.headers.get('Location') ?? '')
  assert.equal(target.searchParams.get('status'), 'succeeded')
  assert.equal((await shop.get(`/payments/${made.body.payment_id}`)).body.status, 'succeeded')
})

test('a payment held for review is approved, another one rejected', async () => {
  await using shop = await paying()
  const body = { amount: 1000, currency: 'EUR', confirm: true, ...withCard('4000000000009235') }
  const [first, second] = [await shop.post('/payments', body), await shop.post('/payments', body)]
  assert.equal(first.body.status, 'requires_merchant_action', first.text)

  const approved = await shop.post(`/payments/${first.body.payment_id}/approve`, { reviewer: 'N' })
  const rejected = await shop.post(`/payments/${second.body.payment_id}/reject`)

  assert.equal(approved.body.status, 'succeeded', approved.text)
  assert.equal(rejected.body.status, 'failed', rejected.text)
  assert.equal(rejected.body.error_code, 'manual_review_rejected')
})

test('100 concurrent creates of one payment_id charge once; the others get 409 HE_01', async () => {
  await using shop = await paying()
  const body = {
    payment_id: 'order-1',
    amount: 1000,
    currency: 'EUR',
    confirm: true,
    ...withCard(),
  }

  const answers = await Promise.all(Array.from({ length: 100 }, () => shop.post('/payments', body)))

  assert.equal(answers.filter((answer) => answer.status === 200).length, 1)
  assert.equal(answers.filter((answer) => answer.body.error?.code === 'HE_01').length, 99)
  const facts = (await (await testBank()).log()).filter((fact) => fact.reference === 'order-1')
  assert.deepEqual(
    facts.map((fact) => fact.effect),
    ['charged'],
  )
})

test('a card saved by an off-session payment pays again by its id, without details', async () => {
  await using shop = await paying()
  await shop.post('/customers', { customer_id: 'ada' })
  const first = await shop.post('/payments', {
    amount: 1000,
    currency: 'EUR',
    confirm: true,
    customer_id: 'ada',
    setup_future_usage: 'off_session',
    ...withCard(),
  })
  assert.match(first.body.payment_method_id ?? '', /^pm_/, first.text)

  const { payment_method_id } = first.body
  const again = {
    amount: 700,
    currency: 'EUR',
    confirm: true,
    customer_id: 'ada',
    payment_method_id,
  }
  const second = await shop.post('/payments', { ...again, off_session: true })
  assert.equal(second.body.status, 'succeeded', second.text)
  assert.equal(second.body.payment_method_data.card.last4, '4242')

  await shop.delete('/customers/ada')
  const { customer_id: _, ...alone } = again
  const third = await shop.post('/payments', { ...alone, off_session: true })
  assert.equal(third.status, 404)
})

test('a token made with a publishable key pays once', async () => {
  await using shop = await paying()
  const browser = shop.with(shop.merchant.publishable_key)
  const { card } = withCard().payment_method_data
  const made = await browser.post('/tokens', { card })
  assert.equal(made.status, 201, made.text)
  const body = {
    amount: 1000,
    currency: 'EUR',
    confirm: true,
    payment_method_data: { token: made.body.token },
    billing,
  }

  const answers = await Promise.all([1, 2, 3].map(() => shop.post('/payments', body)))

  const paid = answers.filter((answer) => answer.body.status === 'succeeded')
  assert.equal(paid.length, 1, JSON.stringify(answers.map((answer) => answer.body)))
})

test('a browser confirms with the client_secret, and cannot change the amount', async () => {
  await using shop = await paying()
  const made = await shop.post('/payments', { amount: 1000, currency: 'EUR', billing })
  const browser = shop.with(shop.merchant.publishable_key)
  const path = `/payments/${made.body.payment_id}`
  const { client_secret } = made.body

  assert.equal((await browser.get(path)).status, 400)
  assert.equal((await browser.get(`${path}?client_secret=wrong`)).status, 401)
  assert.equal((await browser.get(`${path}?client_secret=${client_secret}`)).status, 200)
  assert.equal((await browser.post(path, { client_secret, amount: 1 })).status, 403)
  const confirmed = await browser.post(`${path}/confirm`, { client_secret, ...withCard() })
  assert.equal(confirmed.body.status, 'succeeded', confirmed.text)
  shop.clock.advance(16 * 60_000)
  assert.equal((await browser.get(`${path}?client_secret=${client_secret}`)).status, 400)
  assert.equal((await shop.get(path)).status, 200)
})

test('risk rules block, hold for review or ask for 3-D Secure, and the guard stops card testing', async () => {
  await using shop = await paying()
  const { merchant_id, profile_id } = shop.merchant
  const rule = (amount: number, action: string) => ({
    field: 'amount',
    op: 'eq',
    value: amount,
    action,
  })
  const set = await shop.post(`/account/${merchant_id}/business_profile/${profile_id}`, {
    risk_rules: [rule(1, 'block'), rule(2, 'review'), rule(3, 'require_3ds')],
    card_testing_guard_config: { max_failed_per_ip: 0, max_failed_per_card: 2, window_minutes: 10 },
  })
  assert.equal(set.status, 200, set.text)
  const pay = (amount: number, number = '4000000000001000') =>
    shop.post('/payments', { amount, currency: 'EUR', confirm: true, ...withCard(number) })

  const blocked = await pay(1, '4242424242424242')
  assert.equal(blocked.body.unified_code, 'UE_2003', blocked.text)
  assert.equal((await pay(2, '4242424242424242')).body.status, 'requires_merchant_action')
  assert.equal((await pay(3)).body.status, 'requires_action')
  const declined = '4000000000000002'
  const codes = []
  for (let n = 0; n < 3; n++) codes.push((await pay(10, declined)).body.unified_code)
  assert.deepEqual(codes, ['UE_1007', 'UE_1007', 'UE_2003'])
})

test('an acquirer that is down: 502 CE_01, nothing sent, and the payment can be confirmed again', async () => {
  await using shop = await paying()
  const body = { payment_id: 'down-1', amount: 1000, currency: 'EUR', confirm: true, ...withCard() }

  const answer = await shop.post('/payments', body, { headers: { 'X-Sandbox-Acquirer': 'down' } })

  assert.equal(answer.status, 502, answer.text)
  assert.equal(answer.body.error.code, 'CE_01')
  assert.equal((await shop.get('/payments/down-1')).body.status, 'requires_confirmation')
  const confirmed = await shop.post('/payments/down-1/confirm', {})
  assert.equal(confirmed.body.status, 'succeeded', confirmed.text)
})

test('a bank transfer waits for the customer and is settled', async () => {
  await using shop = await paying()
  const made = await shop.post('/payments', {
    amount: 1000,
    currency: 'EUR',
    confirm: true,
    payment_method: 'bank_transfer',
    payment_method_type: 'sepa',
    payment_method_data: { bank_transfer: { sepa: {} } },
    billing,
  })
  assert.equal(made.body.status, 'requires_action', made.text)
  assert.equal(made.body.next_action.type, 'display_bank_transfer_information')

  const settled = await shop.post(`/sandbox/payments/${made.body.payment_id}/settle`, {})

  assert.equal(settled.body.status, 'succeeded', settled.text)
})

test('a capture whose answer was lost in a crash is not done twice: the retry gets the payment', async () => {
  await using shop = await paying()
  const body = { amount: 1000, currency: 'EUR', capture_method: 'manual_multiple', confirm: true }
  const made = await shop.post('/payments', { ...body, ...withCard() })
  const path = `/payments/${made.body.payment_id}/capture`
  const headers = { 'Idempotency-Key': 'capture-once' }
  const first = await shop.post(path, { amount_to_capture: 300 }, { headers })
  assert.equal(first.body.amount_received, 300, first.text)
  // As a process leaves it that dies after the second commit and before the answer is kept.
  await shop.services.db.run(`update idempotency set answer = null, locked_until = 'epoch'`, [])

  const retry = await shop.post(path, { amount_to_capture: 300 }, { headers })

  assert.equal(retry.status, 200, retry.text)
  assert.equal(retry.body.amount_received, 300)
  const facts = (await (await testBank()).log()).filter(
    (fact) => fact.reference === made.body.payment_id && fact.effect === 'captured',
  )
  assert.equal(facts.length, 1)
})

test('a token is used up by an update: it pays for no other payment, and not by a second update', async () => {
  await using shop = await paying()
  const { card } = withCard().payment_method_data
  const { token } = (await shop.post('/tokens', { card })).body
  const body = { payment_method_data: { token }, billing }
  const made = () => shop.post('/payments', { amount: 1000, currency: 'EUR', billing })
  const [first, second] = [await made(), await made()]

  const update = await shop.post(`/payments/${first.body.payment_id}`, body)
  const again = await shop.post(`/payments/${second.body.payment_id}`, body)
  const confirmed = await shop.post(`/payments/${first.body.payment_id}/confirm`, {})

  assert.equal(update.body.status, 'requires_confirmation', update.text)
  assert.equal(`${again.status} ${again.body.error?.code}`, '400 IR_04', again.text)
  assert.equal(confirmed.body.status, 'succeeded', confirmed.text)
})

test('of updates at once with one token, one is taken', async () => {
  await using shop = await paying()
  const { card } = withCard().payment_method_data
  const { token } = (await shop.post('/tokens', { card })).body
  const body = { payment_method_data: { token }, billing }
  const made = await Promise.all(
    [1, 2, 3, 4].map(() => shop.post('/payments', { amount: 1000, currency: 'EUR' })),
  )

  const answers = await Promise.all(
    made.map((payment) => shop.post(`/payments/${payment.body.payment_id}`, body)),
  )

  const statuses = answers.map((answer) => answer.status).toSorted((a, b) => a - b)
  assert.deepEqual(statuses, [200, 400, 400, 400], answers.map((a) => a.text).join('\n'))
})
