// Payment statuses: what the profile's own rules, the session and the sandbox's headers bring about.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer } from '#testing/client.ts'
import { assertRefused } from '../support/expect.ts'
import { recoverNow } from '#testing/recover.ts'
import { withCard } from '#testing/payment_body.ts'
import {
  APPROVED,
  arrange,
  CHALLENGED,
  facts,
  pay,
  payingShop,
  sale,
  assertStatus,
  reported,
} from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())
const { merchant_id, profile_id, publishable_key } = shop.merchant
const browser = shop.with(publishable_key)
const SESSION_MS = 15 * 60 * 1000

/** Pays while the profile has this rule. */
async function payUnder(action: string, card = APPROVED): Promise<Answer> {
  const path = `/account/${merchant_id}/business_profile/${profile_id}`
  const rule = { field: 'amount', op: 'gte', value: 1000, action }
  assert.equal((await shop.post(path, { risk_rules: [rule] })).status, 200)
  const answer = await pay(shop, card)
  await shop.post(path, { risk_rules: [] })
  return answer
}

test('confirm, risk rule = review → requires_merchant_action: funds authorized, not captured', async () => {
  const answer = await payUnder('review')

  assertStatus(answer, 'requires_merchant_action')
  assert.deepEqual(await facts(answer.body.payment_id), [['held', 1000]])
  assert.deepEqual(await reported(shop, answer.body.payment_id), ['action_required'])
})

test('a payment held by a rule is approved: succeeded, and rejected: failed', async () => {
  const [first, second] = [await payUnder('review'), await payUnder('review')]

  assertStatus(await shop.post(`/payments/${first.body.payment_id}/approve`), 'succeeded')
  assertStatus(await shop.post(`/payments/${second.body.payment_id}/reject`), 'failed')
})

test('confirm, risk rule = block → failed with UE_2003, and nothing is charged', async () => {
  const answer = await payUnder('block')

  assertStatus(answer, 'failed')
  assert.equal(answer.body.unified_code, 'UE_2003')
  assert.equal(answer.body.unified_message, 'The payment was blocked')
  const done = (await facts(answer.body.payment_id)).map(([effect]) => effect)
  assert.ok(!done.includes('charged') && !done.includes('held'), done.join())
})

test('confirm, risk rule = require_3ds → requires_action', async () => {
  assertStatus(await payUnder('require_3ds', '4000002500003155'), 'requires_action')
})

for (const state of ['requires_payment_method', 'requires_confirmation']) {
  test(`${state}, the session expires: client_secret refused with 400, unchanged, the server key still works`, async () => {
    const made = await arrange(shop, state)
    const { payment_id, client_secret } = made.body
    shop.clock.advance(SESSION_MS)

    const late = await browser.post(`/payments/${payment_id}/confirm`, {
      client_secret,
      ...withCard(),
    })

    assert.equal(late.status, 400, late.text)
    assert.deepEqual((await shop.get(`/payments/${payment_id}`)).body, made.body)
    assertStatus(await shop.post(`/payments/${payment_id}/confirm`, withCard()), 'succeeded')
  })
}

test('within the session the client_secret confirms with the publishable key', async () => {
  const { payment_id, client_secret } = (await arrange(shop, 'requires_payment_method')).body

  const answer = await browser.post(`/payments/${payment_id}/confirm`, {
    client_secret,
    ...withCard(),
  })

  assertStatus(answer, 'succeeded')
})

test('X-Sandbox-Acquirer down: 502 CE_01, then confirm can be tried again', async () => {
  const headers = { 'X-Sandbox-Acquirer': 'down' }
  const body = { ...sale, payment_id: 'down-1', confirm: true, ...withCard() }

  const answer = await shop.post('/payments', body, { headers })

  assertRefused(answer, 502, 'CE_01')
  const { details, message } = answer.body.error
  assert.deepEqual(Object.keys(details).toSorted(), ['payment_id', 'status'])
  assert.equal(details.status, 'requires_confirmation')
  assert.match(message, new RegExp(details.payment_id))
  assertStatus(await shop.get('/payments/down-1'), 'requires_confirmation')
  assertStatus(await shop.post('/payments/down-1/confirm', {}), 'succeeded')
  assert.deepEqual(await facts('down-1'), [['charged', 1000]])
})

test('each attempt that never reached the acquirer is reported by an event', async () => {
  const headers = { 'X-Sandbox-Acquirer': 'down' }
  const body = { ...sale, payment_id: 'down-2', confirm: true, ...withCard() }

  assertRefused(await shop.post('/payments', body, { headers }), 502, 'CE_01')
  assertRefused(await shop.post('/payments/down-2/confirm', {}, { headers }), 502, 'CE_01')

  assert.deepEqual(await reported(shop, 'down-2'), ['payment_created', 'payment_created'])
})

test('a payment that is confirmed again with another card reports that the first attempt was called off', async () => {
  const made = await pay(shop, CHALLENGED)
  assertStatus(made, 'requires_action')
  const { payment_id } = made.body

  assertStatus(await shop.post(`/payments/${payment_id}/confirm`, withCard()), 'succeeded')

  const events = ['action_required', 'payment_created', 'payment_succeeded']
  assert.deepEqual(await reported(shop, payment_id), events)
})

test('X-Sandbox-Acquirer timeout: processing after 20 s, then the outcome', async () => {
  const headers = { 'X-Sandbox-Acquirer': 'timeout' }

  const answer = await shop.post(
    '/payments',
    { ...sale, confirm: true, ...withCard() },
    { headers },
  )
  await recoverNow(shop.services)

  assertStatus(answer, 'processing')
  assertStatus(await shop.get(`/payments/${answer.body.payment_id}`), 'succeeded')
})

test('X-Sandbox-Delay-Ms from 0 to 30000 is latency; another value or fault is 400 IR_04', async () => {
  const send = (headers: Record<string, string>) =>
    shop.post('/payments', { ...sale, confirm: true, ...withCard() }, { headers })
  const start = Date.now()

  assertStatus(await send({ 'X-Sandbox-Delay-Ms': '300' }), 'succeeded')
  assert.ok(Date.now() - start >= 300)
  assertRefused(await send({ 'X-Sandbox-Delay-Ms': '30001' }), 400, 'IR_04')
  assertRefused(await send({ 'X-Sandbox-Delay-Ms': 'soon' }), 400, 'IR_04')
  assertRefused(await send({ 'X-Sandbox-Acquirer': 'asleep' }), 400, 'IR_04')
})

test('a header that is refused leaves no payment behind', async () => {
  const headers = { 'X-Sandbox-Acquirer': 'asleep' }
  const body = { ...sale, payment_id: 'asleep-1', confirm: true, ...withCard() }

  assertRefused(await shop.post('/payments', body, { headers }), 400, 'IR_04')
  assertRefused(await shop.get('/payments/asleep-1'), 404, 'IR_05')
})

test('bank transfer: POST /sandbox/payments/:id/settle brings the money', async () => {
  const made = await pay(shop, APPROVED, {
    payment_method: 'bank_transfer',
    payment_method_type: 'sepa',
    payment_method_data: { bank_transfer: { sepa: {} } },
  })
  assertStatus(made, 'requires_action')

  const answer = await shop.post(`/sandbox/payments/${made.body.payment_id}/settle`, {})

  assertStatus(answer, 'succeeded')
})
