// Concurrent confirmations of one object: one wins. The others get 409 IR_16 while it is in progress, and 400 IR_14
// once the object is in a state without a confirmation; an object in a final state is 409 IR_16, as always.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { routes } from '#app.ts'
import { testBank } from '#testing/bank.ts'
import { isOperation, startBankProxy } from '#testing/bank_proxy.ts'
import type { Answer } from '#testing/client.ts'
import { eventually } from '#testing/eventually.ts'
import { harness } from '#testing/harness.ts'
import { withCard } from '#testing/payment_body.ts'
import { assertRefused } from '../support/expect.ts'
import { arrange, facts, LATER, pay, sale, assertStatus } from '../support/paying.ts'
import {
  confirm,
  created,
  assertSubscriptionStatus,
  pathOf,
  withProfile,
} from '../support/subscribing.ts'

const bank = await testBank()
const proxy = await startBankProxy(bank.url)
const shop = await harness({ env: { ...bank.env, FLORIN_BANK_URL: proxy.url } })
after(async () => {
  await shop.app.close()
  await proxy[Symbol.asyncDispose]()
})
const api = withProfile(shop)

async function newPayment(body: object = {}): Promise<string> {
  const made = await shop.post('/payments', { ...sale, ...body })
  return `/payments/${made.body.payment_id}`
}

/** Sends one request, and others while the acquirer holds its call of this kind. */
async function whileHeld(
  kind: string,
  first: () => Promise<Answer>,
  others: () => Promise<void>,
): Promise<Answer> {
  const held = proxy.hold(isOperation(kind))
  const winner = first()
  await held.arrived
  try {
    await others()
  } finally {
    held.release()
  }
  return winner
}

test('a second confirmation of a payment is 409 while the first is in progress, then 400', async () => {
  const path = await newPayment({ capture_method: 'manual' })
  const send = () => shop.post(`${path}/confirm`, withCard())

  const winner = await whileHeld('authorize', send, async () => {
    assertRefused(await send(), 409, 'IR_16')
    assertRefused(await shop.post(path, { ...withCard(), confirm: true }), 409, 'IR_16')
  })

  assertStatus(winner, 'requires_capture')
  assertRefused(await send(), 400, 'IR_14')
})

test('of five confirmations at once one charges, and the others are 409 while it does', async () => {
  const path = await newPayment()
  const held = proxy.hold(isOperation('authorize'))
  const answers: Answer[] = []
  const sent = Array.from({ length: 5 }, async () => {
    answers.push(await shop.post(`${path}/confirm`, withCard()))
  })
  await held.arrived

  await eventually('the losers have their answers', async () => answers.length === 4)

  for (const answer of answers) assertRefused(answer, 409, 'IR_16')
  held.release()
  await Promise.all(sent)
  const [winner] = answers.slice(-1)
  assert.ok(winner)
  assertStatus(winner, 'succeeded')
  assert.deepEqual(await facts(winner.body.payment_id), [['charged', sale.amount]])
  assertRefused(await shop.post(`${path}/confirm`, withCard()), 409, 'IR_16')
})

test('a payment whose page is being replaced by another card is not confirmed by a third one', async () => {
  const { payment_id } = (await arrange(shop, 'requires_action')).body
  const send = () => shop.post(`/payments/${payment_id}/confirm`, withCard())

  const winner = await whileHeld('void', send, async () =>
    assertRefused(await send(), 409, 'IR_16'),
  )

  assertStatus(winner, 'succeeded')
})

test('a payment that waits for the acquirer is 400: no request is in progress', async () => {
  const { payment_id } = (await pay(shop, LATER)).body

  assertRefused(await shop.post(`/payments/${payment_id}/confirm`, withCard()), 400, 'IR_14')
})

test('a second confirmation of a subscription is 409 while the first is in progress', async () => {
  const subscription = await created(api)
  const send = () => confirm(api, subscription)

  const winner = await whileHeld('authorize', send, async () =>
    assertRefused(await send(), 409, 'IR_16'),
  )

  assertSubscriptionStatus(winner, 'active')
  assertRefused(await send(), 409, 'IR_16')
  assert.equal((await api.get(`${pathOf(subscription)}/invoices`)).body.count, 1)
})

test('a subscription whose first payment waits for its capture is 400', async () => {
  const payment_details = { return_url: 'https://shop.example', capture_method: 'manual' }
  const subscription = await created(api, {}, { payment_details })
  assertSubscriptionStatus(await confirm(api, subscription), 'pending')

  assertRefused(await confirm(api, subscription), 400, 'IR_14')
})

test('both codes are documented on every route that confirms a payment or a subscription', () => {
  const confirming = routes.filter(({ url }) =>
    /^\/(payments|subscriptions)\/:\w+\/confirm$/.test(url),
  )

  assert.equal(confirming.length, 2)
  for (const { url, errors } of confirming) {
    assert.ok(errors.includes('IR_14') && errors.includes('IR_16'), url)
  }
})
