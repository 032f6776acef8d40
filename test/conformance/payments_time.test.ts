// Payment statuses: what time alone brings about, and the sandbox clock that moves it.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceClock } from '#testing/advance_clock.ts'
import type { Answer } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { assertRefused } from '../support/expect.ts'
import { arrange, choose, facts, payingShop, assertStatus, reported } from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())

const advance = (by: string) => advanceClock(shop, by)

function read({ body }: Answer): Promise<Answer> {
  return shop.get(`/payments/${body.payment_id}`)
}

test('An authorization under manual capture expires if not captured within 7 days: cancelled, authorization_expired, and a capture of it gives 409', async () => {
  const held = await arrange(shop, 'requires_capture')
  await advance('6d')
  assertStatus(await read(held), 'requires_capture')

  await advance('2d')

  const expired = await read(held)
  assertStatus(expired, 'cancelled')
  assert.equal(expired.body.cancellation_reason, 'authorization_expired')
  assert.equal(expired.body.amount_capturable, 0)
  const { payment_id } = held.body
  assertRefused(await shop.post(`/payments/${payment_id}/capture`, {}), 409, 'IR_16')
  assert.deepEqual((await facts(payment_id)).at(-1), ['released', 1000])
  assert.deepEqual(await reported(shop, payment_id), ['payment_authorized', 'payment_cancelled'])
})

test('a payment held for review expires with its authorization', async () => {
  const held = await arrange(shop, 'requires_merchant_action')

  await advance('8d')

  const expired = await read(held)
  assertStatus(expired, 'cancelled')
  assert.equal(expired.body.cancellation_reason, 'authorization_expired')
})

test('partially_captured_and_capturable, capture_before passed → partially_captured: the captured amount stays', async () => {
  const part = await arrange(shop, 'partially_captured_and_capturable')

  await advance('8d')

  const expired = await read(part)
  assertStatus(expired, 'partially_captured')
  assert.equal(expired.body.amount_received, 400)
  assert.equal(expired.body.amount_capturable, 0)
  assert.equal((await reported(shop, part.body.payment_id)).at(-1), 'payment_captured')
})

for (const [what, code, message] of [
  ['its page was opened', 'UE_5003', 'Authentication was not completed'],
  ['its page was never opened', 'UE_4003', 'The payment session has expired, please start again'],
] as const) {
  test(`requires_action, 15 min pass (${what}) → failed ${code}, and the page can charge no more`, async () => {
    const waiting = await arrange(shop, 'requires_action')
    const { payment_id, next_action } = waiting.body
    if (code === 'UE_5003') assert.equal((await fetch(next_action.redirect_to_url)).status, 200)

    await advance('16m')

    const failed = await read(waiting)
    assertStatus(failed, 'failed')
    assert.equal(failed.body.unified_code, code)
    assert.equal(failed.body.unified_message, message)
    assert.equal(failed.body.next_action, null)
    assert.equal((await reported(shop, payment_id)).at(-1), 'payment_failed')
    await choose(waiting, 'approve')
    const charged = (await facts(payment_id)).filter(([effect]) => effect === 'charged')
    assert.deepEqual(charged, [])
  })
}

test('a customer who acted at the last moment has paid, although the outcome arrived later', async () => {
  const waiting = await arrange(shop, 'requires_action')
  await choose(waiting, 'approve')

  await advance('16m')

  assertStatus(await read(waiting), 'succeeded')
})

test('the clock moves for one merchant alone', async () => {
  const { client } = await shop.neighbour()
  const before = (await client.get('/sandbox/clock')).body
  const held = await arrange(client, 'requires_capture')

  const moved = await advance('30d')

  assert.equal(before.ahead_seconds, 0)
  assert.equal((await client.get('/sandbox/clock')).body.ahead_seconds, 0)
  assert.equal((await shop.get('/sandbox/clock')).body.ahead_seconds, moved.body.ahead_seconds)
  assertStatus(await client.get(`/payments/${held.body.payment_id}`), 'requires_capture')
})

test('objects created after the clock was moved have its time', async () => {
  const { now } = (await advance('1d')).body
  const made = await arrange(shop, 'requires_capture')

  assert.ok(made.body.created >= now, `${made.body.created} is before ${now}`)
})

for (const wrong of ['8', '8 days', '-1d', '0d', '1w', 8]) {
  test(`a clock is not moved by ${JSON.stringify(wrong)}`, async () => {
    assertRefused(await shop.post('/sandbox/clock', { advance: wrong }), 400, 'IR_04')
  })
}

test('a clock can be ten years ahead at most', async () => {
  assertRefused(await shop.post('/sandbox/clock', { advance: '4000d' }), 400, 'IR_04')
})

test('in production there is no clock to move', async () => {
  await using production = await harness({ env: { FLORIN_ENVIRONMENT: 'production' } })

  assertRefused(await production.post('/sandbox/clock', { advance: '8d' }), 404, 'IR_02')
  assertRefused(await production.get('/sandbox/clock'), 404, 'IR_02')
})
