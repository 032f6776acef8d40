// Payment statuses: what is refused in which state, and that a refusal changes nothing.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testBank } from '#testing/bank.ts'
import { Client } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { withCard } from '#testing/payment_body.ts'
import { assertRefused } from '../support/expect.ts'
import {
  APPROVED,
  arrange,
  facts,
  pay,
  payingShop,
  sale,
  assertStatus,
  statuses,
  reported,
} from '../support/paying.ts'

const shop = await payingShop()
const bank = await testBank()
// The same database and keys, with an unreachable acquirer.
const cutOff = await harness({ env: { ...bank.env, FLORIN_BANK_URL: 'http://127.0.0.1:1' } })
after(async () => {
  await shop.app.close()
  await cutOff.app.close()
})
const offline = new Client(cutOff.base_url, shop.api_key)

type Refusal = [status: number, code: 'IR_14' | 'IR_16']
const wrong: Refusal = [400, 'IR_14']
const final: Refusal = [409, 'IR_16']

interface Verb {
  name: string
  body: object | undefined
  /** Statuses that allow it. */
  from: string[]
  /** Statuses that refuse it as final; all others refuse it as the wrong state. */
  final: string[]
}

const over = ['succeeded', 'partially_captured', 'failed', 'cancelled']

const verbs: Verb[] = [
  {
    name: 'capture',
    body: {},
    from: ['requires_capture', 'partially_captured_and_capturable'],
    // 409 is for what is fully captured or cancelled; a failed payment was never capturable.
    final: ['succeeded', 'partially_captured', 'cancelled'],
  },
  {
    name: 'cancel',
    body: {},
    from: [
      'requires_payment_method',
      'requires_confirmation',
      'requires_action',
      'requires_capture',
      'partially_captured_and_capturable',
    ],
    final: over,
  },
  {
    name: 'confirm',
    body: withCard(),
    from: ['requires_payment_method', 'requires_confirmation', 'requires_action'],
    final: over,
  },
  { name: 'approve', body: {}, from: ['requires_merchant_action'], final: [] },
  { name: 'reject', body: undefined, from: ['requires_merchant_action'], final: [] },
]

for (const { name, body, from, final: ends } of verbs) {
  for (const state of statuses.filter((state) => !from.includes(state))) {
    const [status, code] = ends.includes(state) ? final : wrong

    test(`${name} of a payment that is ${state} gives ${status} ${code} and changes nothing`, async () => {
      const made = await arrange(shop, state)
      const { payment_id } = made.body
      const events = await reported(shop, payment_id)
      const done = await facts(payment_id)

      const answer = await shop.post(`/payments/${payment_id}/${name}`, body)

      assertRefused(answer, status, code)
      assert.deepEqual((await shop.get(`/payments/${payment_id}`)).body, made.body)
      assert.deepEqual(await reported(shop, payment_id), events)
      assert.deepEqual(await facts(payment_id), done)
    })
  }
}

for (const state of statuses) {
  test(`description and metadata are updated in every state: ${state}`, async () => {
    const made = await arrange(shop, state, { metadata: { stored: '1', gone: '2' } })
    const update = { description: 'Two books', metadata: { gone: null, fresh: '3' } }

    const answer = await shop.post(`/payments/${made.body.payment_id}`, update)

    assertStatus(answer, state)
    assert.equal(answer.body.description, 'Two books')
    assert.deepEqual(answer.body.metadata, { stored: '1', fresh: '3' })
  })
}

const editable = ['requires_payment_method', 'requires_confirmation']

for (const state of statuses.filter((state) => !editable.includes(state))) {
  test(`an update of the amount of a payment that is ${state} gives 400 IR_14 and changes nothing`, async () => {
    const made = await arrange(shop, state)

    const answer = await shop.post(`/payments/${made.body.payment_id}`, { amount: 5 })

    assertRefused(answer, 400, 'IR_14', 'amount')
    assert.deepEqual((await shop.get(`/payments/${made.body.payment_id}`)).body, made.body)
  })
}

test('a rejected confirm never changes state', async () => {
  const made = await arrange(shop, 'requires_payment_method')
  const path = `/payments/${made.body.payment_id}`
  const expired = withCard(APPROVED, { card_exp_year: '2020' })

  const answers = [
    await shop.post(`${path}/confirm`, {}),
    await shop.post(`${path}/confirm`, { ...withCard(), billing: undefined }),
    await shop.post(`${path}/confirm`, withCard('4242424242424241')),
    await shop.post(`${path}/confirm`, expired),
    await shop.post(`${path}/confirm`, { ...withCard(), payment_method_type: 'ideal' }),
    await shop.post(`${path}/confirm`, { ...withCard(), surprise: 1 }),
  ]

  assert.deepEqual(
    answers.map(({ status, body }) => `${status} ${body.error?.code}`),
    ['400 IR_01', '400 IR_01', '400 IR_04', '400 IR_04', '400 IR_04', '400 IR_04'],
  )
  assert.deepEqual((await shop.get(path)).body, made.body)
  assert.deepEqual(await facts(made.body.payment_id), [])
})

test('a rejected update with confirm true never changes state', async () => {
  const made = await arrange(shop, 'requires_payment_method')
  const path = `/payments/${made.body.payment_id}`

  const noInstrument = await shop.post(path, { amount: 2000, confirm: true })
  const noBilling = await shop.post(path, { ...withCard(), billing: undefined, confirm: true })

  assertRefused(noInstrument, 400, 'IR_01', 'payment_method_data')
  assertRefused(noBilling, 400, 'IR_01')
  assert.deepEqual((await shop.get(path)).body, made.body)
})

test('a capture that the acquirer refuses leaves the payment as it was', async () => {
  const held = await arrange(shop, 'requires_capture')
  const path = `/payments/${held.body.payment_id}`
  const headers = { 'X-Sandbox-Acquirer': 'duplicate' }

  const answer = await shop.post(`${path}/capture`, {}, { headers })

  assertRefused(answer, 422, 'PE_01')
  const { modified_at: _, ...now } = (await shop.get(path)).body
  const { modified_at: __, ...before } = held.body
  assert.deepEqual(now, before)
  assertStatus(await shop.post(`${path}/capture`, {}), 'succeeded')
})

test('an acquirer unreachable before anything was sent: 502, requires_confirmation after a one-step create', async () => {
  const payment_id = 'cut-off-1'
  const answer = await pay(offline, APPROVED, { payment_id })

  assertRefused(answer, 502, 'CE_01')
  assertStatus(await shop.get(`/payments/${payment_id}`), 'requires_confirmation')
  assertStatus(await shop.post(`/payments/${payment_id}/confirm`, {}), 'succeeded')
  assert.deepEqual(await facts(payment_id), [['charged', 1000]])
})

for (const state of ['requires_payment_method', 'requires_confirmation', 'requires_action']) {
  test(`a confirm that was not sent: 502, and the payment goes back to ${state}, the state it had`, async () => {
    const { payment_id } = (await arrange(shop, state)).body

    const answer = await offline.post(`/payments/${payment_id}/confirm`, withCard())

    assertRefused(answer, 502, 'CE_01')
    assertStatus(await shop.get(`/payments/${payment_id}`), state)
    assertStatus(await shop.post(`/payments/${payment_id}/confirm`, withCard()), 'succeeded')
  })
}

test('a capture or cancellation that was not sent: 502, and it can be tried again', async () => {
  const path = `/payments/${(await arrange(shop, 'requires_capture')).body.payment_id}`

  const capture = await offline.post(`${path}/capture`, {})
  const cancel = await offline.post(`${path}/cancel`, {})

  assertRefused(capture, 502, 'CE_01')
  assertRefused(cancel, 502, 'CE_01')
  assertStatus(await shop.get(path), 'requires_capture')
  assertStatus(await shop.post(`${path}/capture`, {}), 'succeeded')
})

test('if the outcome is unknown the answer is 200 with status processing', async () => {
  await bank.desk('POST', '/faults', { rates: { error_after: 1 } })

  const answer = await shop.post('/payments', { ...sale, confirm: true, ...withCard() })
  await bank.desk('DELETE', '/faults')

  assertStatus(answer, 'processing')
  assert.deepEqual(await facts(answer.body.payment_id), [['charged', 1000]])
})
