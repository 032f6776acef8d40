// Payment statuses: every row in the state table that a request, a customer or the acquirer can bring about, each
// with its consequences.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testBank } from '#testing/bank.ts'
import { recoverNow } from '#testing/recover.ts'
import type { Answer } from '#testing/client.ts'
import { withCard } from '#testing/payment_body.ts'
import { ISO_UTC, until } from '../support/expect.ts'
import {
  APPROVED,
  arrange,
  CHALLENGED,
  choose,
  DECLINED,
  facts,
  finish,
  LATER,
  pay,
  payingShop,
  REVIEWED,
  sale,
  settle,
  assertStatus,
  statuses,
  reported,
} from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())
const DAY_MS = 24 * 60 * 60 * 1000

/** Asserts a payment's status, and that its last event reports it. */
async function assertStatusAndEvent(answer: Answer, status: string, event: string): Promise<void> {
  assertStatus(answer, status)
  const { payment_id } = answer.body
  assert.equal((await reported(shop, payment_id)).at(-1), event)
  assert.deepEqual((await shop.get(`/payments/${payment_id}`)).body, answer.body)
}

function verb(payment: Answer, name: string, body?: object): Promise<Answer> {
  return shop.post(`/payments/${payment.body.payment_id}/${name}`, body)
}

async function setProfile(settings: object): Promise<void> {
  const { merchant_id, profile_id } = shop.merchant
  const path = `/account/${merchant_id}/business_profile/${profile_id}`
  assert.equal((await shop.post(path, settings)).status, 200)
}

for (const status of statuses) {
  test(`the status ${status} is met in a real answer`, async () => {
    const { body } = await arrange(shop, status)

    assertStatus(await shop.get(`/payments/${body.payment_id}`), status)
  })
}

for (const confirm of [false, undefined]) {
  test(`(none) → requires_payment_method: confirm ${confirm ?? 'omitted'}, no instrument; client_secret returned`, async () => {
    const answer = await shop.post('/payments', { ...sale, confirm })

    assertStatus(answer, 'requires_payment_method')
    assert.match(answer.body.client_secret, /_secret_/)
    assert.deepEqual(await facts(answer.body.payment_id), [])
  })

  test(`(none) → requires_confirmation: confirm ${confirm ?? 'omitted'}, payment_method_data present; client_secret returned`, async () => {
    const answer = await shop.post('/payments', { ...sale, confirm, ...withCard() })

    assertStatus(answer, 'requires_confirmation')
    assert.match(answer.body.client_secret, /_secret_/)
    assert.deepEqual(await facts(answer.body.payment_id), [])
  })
}

test('requires_payment_method → requires_confirmation: updated with payment_method_data', async () => {
  const { body } = await arrange(shop, 'requires_payment_method')

  const answer = await shop.post(`/payments/${body.payment_id}`, withCard())

  assertStatus(answer, 'requires_confirmation')
  assert.equal(answer.body.payment_method_data.card.last4, '4242')
})

type Start = (card: string, body?: object) => Promise<Answer>

/** The three ways to confirm: at once, later with the instrument, later with the stored one. */
const starts: [name: string, Start][] = [
  ['(none), confirm true', (card, body) => pay(shop, card, body)],
  [
    'requires_payment_method, confirm',
    async (card, body) =>
      verb(await arrange(shop, 'requires_payment_method', body), 'confirm', withCard(card)),
  ],
  [
    'requires_confirmation, confirm',
    async (card, body) =>
      verb(await shop.post('/payments', { ...sale, ...withCard(card), ...body }), 'confirm', {}),
  ],
]

for (const [name, start] of starts) {
  test(`${name}: acquirer approves, capture automatic → succeeded, amount_received = amount`, async () => {
    const answer = await start(APPROVED)

    await assertStatusAndEvent(answer, 'succeeded', 'payment_succeeded')
    assert.equal(answer.body.amount_received, 1000)
    assert.equal(answer.body.amount_capturable, 0)
    assert.match(answer.body.captured_at, ISO_UTC)
    assert.deepEqual(await facts(answer.body.payment_id), [['charged', 1000]])
  })

  for (const capture_method of ['manual', 'manual_multiple']) {
    test(`${name}: approves, capture ${capture_method} → requires_capture, capture_before = now + 7 d`, async () => {
      const from = shop.clock.now().getTime()

      const answer = await start(APPROVED, { capture_method })

      await assertStatusAndEvent(answer, 'requires_capture', 'payment_authorized')
      assert.equal(answer.body.amount_capturable, 1000)
      assert.equal(answer.body.amount_received, 0)
      assert.equal(answer.body.captured_at, null)
      const before = Date.parse(answer.body.capture_before) - 7 * DAY_MS
      assert.ok(before >= from && before <= shop.clock.now().getTime())
      assert.deepEqual(await facts(answer.body.payment_id), [['held', 1000]])
    })
  }

  test(`${name}: 3DS challenge → requires_action with next_action`, async () => {
    const answer = await start(CHALLENGED)

    await assertStatusAndEvent(answer, 'requires_action', 'action_required')
    assert.equal(answer.body.next_action.type, 'redirect_to_url')
    assert.match(answer.body.next_action.redirect_to_url, /^http/)
  })

  test(`${name}: held for review → requires_merchant_action, funds authorized, not captured`, async () => {
    const answer = await start(REVIEWED)

    await assertStatusAndEvent(answer, 'requires_merchant_action', 'action_required')
    assert.equal(answer.body.amount_received, 0)
    assert.deepEqual(await facts(answer.body.payment_id), [['held', 1000]])
  })

  test(`${name}: acquirer has no final answer → processing`, async () => {
    const answer = await start(LATER)

    await assertStatusAndEvent(answer, 'processing', 'payment_processing')
  })

  test(`${name}: declined → failed with unified_code`, async () => {
    const answer = await start(DECLINED)

    await assertStatusAndEvent(answer, 'failed', 'payment_failed')
    assert.equal(answer.body.unified_code, 'UE_1007')
  })
}

const finished: [choice: 'approve' | 'decline', body: object, status: string, event: string][] = [
  ['approve', {}, 'succeeded', 'payment_succeeded'],
  ['approve', { capture_method: 'manual' }, 'requires_capture', 'payment_authorized'],
  ['decline', {}, 'failed', 'payment_failed'],
]

for (const [choice, body, status, event] of finished) {
  test(`requires_action → ${status}: the customer finishes with ${choice}`, async () => {
    const answer = await finish(shop, await arrange(shop, 'requires_action', body), choice)

    await assertStatusAndEvent(answer, status, event)
    assert.equal(answer.body.next_action, null)
    if (status === 'failed') assert.equal(answer.body.unified_code, 'UE_5001')
  })
}

test('requires_action → processing: the customer finishes, the acquirer has no final answer', async () => {
  const asked = await pay(shop, LATER, { authentication_type: 'three_ds' })

  const answer = await finish(shop, asked, 'approve')

  await assertStatusAndEvent(answer, 'processing', 'payment_processing')
})

test('requires_action: the outcome arrives by callback when the browser never comes back', async () => {
  const { body, ...rest } = await arrange(shop, 'requires_action')
  const path = `/payments/${body.payment_id}`

  await choose({ body, ...rest }, 'approve')

  await until(async () => (await shop.get(path)).body.status === 'succeeded')
  assert.deepEqual(await reported(shop, body.payment_id), ['action_required', 'payment_succeeded'])
})

test('processing → succeeded: sync, after an answer that was lost', async () => {
  const bank = await testBank()
  await bank.desk('POST', '/faults', { rates: { reset_after: 1 } })
  const lost = await pay(shop, APPROVED)
  await bank.desk('DELETE', '/faults')
  await assertStatusAndEvent(lost, 'processing', 'payment_processing')

  await recoverNow(shop.services)

  const answer = await shop.get(`/payments/${lost.body.payment_id}`)
  await assertStatusAndEvent(answer, 'succeeded', 'payment_succeeded')
  assert.deepEqual(await facts(lost.body.payment_id), [['charged', 1000]])
})

test('requires_action, confirm again with a new instrument: as confirm, attempt_count + 1', async () => {
  const first = await arrange(shop, 'requires_action')

  const answer = await verb(first, 'confirm', withCard())

  await assertStatusAndEvent(answer, 'succeeded', 'payment_succeeded')
  assert.deepEqual([first.body.attempt_count, answer.body.attempt_count], [1, 2])
  assert.equal(answer.body.next_action, null)
})

test('after a new instrument the page of the earlier one can no longer charge', async () => {
  const first = await arrange(shop, 'requires_action')
  const { payment_id } = first.body
  assertStatus(await verb(first, 'confirm', withCard()), 'succeeded')

  await choose(first, 'approve')

  const charged = (await facts(payment_id)).filter(([effect]) => effect === 'charged')
  assert.deepEqual(charged, [['charged', 1000]])
})

const later: [outcome: 'approved' | 'declined', body: object, status: string, event: string][] = [
  ['approved', {}, 'succeeded', 'payment_succeeded'],
  ['approved', { capture_method: 'manual' }, 'requires_capture', 'payment_authorized'],
  ['declined', {}, 'failed', 'payment_failed'],
]

for (const [outcome, body, status, event] of later) {
  test(`processing → ${status}: acquirer callback`, async () => {
    const { payment_id } = (await arrange(shop, 'processing', body)).body

    await assertStatusAndEvent(await settle(shop, payment_id, outcome), status, event)
  })
}

for (const capture_method of ['manual', 'manual_multiple']) {
  for (const amount_to_capture of [1000, undefined]) {
    test(`${capture_method}: requires_capture → succeeded: capture ${amount_to_capture ?? 'of all'}, amount_capturable becomes 0, captured_at set`, async () => {
      const held = await arrange(shop, 'requires_capture', { capture_method })

      const answer = await verb(held, 'capture', { amount_to_capture })

      await assertStatusAndEvent(answer, 'succeeded', 'payment_succeeded')
      assert.equal(answer.body.amount_received, 1000)
      assert.equal(answer.body.amount_capturable, 0)
      assert.match(answer.body.captured_at, ISO_UTC)
    })
  }
}

test('manual: a capture below amount_capturable → succeeded; the rest is voided', async () => {
  const held = await arrange(shop, 'requires_capture')

  const answer = await verb(held, 'capture', { amount_to_capture: 300 })

  await assertStatusAndEvent(answer, 'succeeded', 'payment_succeeded')
  assert.equal(answer.body.amount_received, 300)
  assert.equal(answer.body.amount_capturable, 0)
  assert.deepEqual(await facts(held.body.payment_id), [
    ['held', 1000],
    ['captured', 300],
    ['released', 700],
  ])
})

test('manual_multiple: captures below the rest → partially_captured_and_capturable; the rest → succeeded', async () => {
  const held = await arrange(shop, 'requires_capture', { capture_method: 'manual_multiple' })
  const status = 'partially_captured_and_capturable'

  const first = await verb(held, 'capture', { amount_to_capture: 300 })
  await assertStatusAndEvent(first, status, 'payment_captured')
  const second = await verb(held, 'capture', { amount_to_capture: 200 })
  await assertStatusAndEvent(second, status, 'payment_captured')
  const third = await verb(held, 'capture', {})

  await assertStatusAndEvent(third, 'succeeded', 'payment_succeeded')
  assert.deepEqual(
    [first, second, third].map(({ body }) => [body.amount_received, body.amount_capturable]),
    [
      [300, 700],
      [500, 500],
      [1000, 0],
    ],
  )
})

test('partially_captured_and_capturable → partially_captured: cancel; amount_capturable 0', async () => {
  const part = await arrange(shop, 'partially_captured_and_capturable')

  const answer = await verb(part, 'cancel', {})

  await assertStatusAndEvent(answer, 'partially_captured', 'payment_captured')
  assert.equal(answer.body.amount_received, 400)
  assert.equal(answer.body.amount_capturable, 0)
  assert.deepEqual((await facts(part.body.payment_id)).at(-1), ['released', 600])
})

const cancellable = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
]

for (const status of cancellable) {
  test(`${status} → cancelled: cancel; cancellation_reason stored, authorization voided`, async () => {
    const made = await arrange(shop, status)

    const answer = await verb(made, 'cancel', { cancellation_reason: 'changed mind' })

    await assertStatusAndEvent(answer, 'cancelled', 'payment_cancelled')
    assert.equal(answer.body.cancellation_reason, 'changed mind')
    assert.equal(answer.body.amount_capturable, 0)
    assert.equal(answer.body.amount_received, 0)
    const done = (await facts(made.body.payment_id)).map(([effect]) => effect)
    if (status === 'requires_capture') assert.deepEqual(done, ['held', 'released'])
  })
}

test('requires_action → cancelled: even when the callback is faster than the answer', async () => {
  const { payment_id } = (await arrange(shop, 'requires_action')).body
  const headers = { 'X-Sandbox-Delay-Ms': '500' }

  const answer = await shop.post(`/payments/${payment_id}/cancel`, {}, { headers })

  await assertStatusAndEvent(answer, 'cancelled', 'payment_cancelled')
})

test('requires_action → cancelled: the page can no longer charge', async () => {
  const asked = await arrange(shop, 'requires_action')
  const { payment_id } = asked.body
  await verb(asked, 'cancel', {})

  const late = await choose(asked, 'approve')

  assert.equal(late.status, 409)
  const effects = (await facts(payment_id)).map(([effect]) => effect)
  assert.ok(!effects.includes('charged'), effects.join())
})

const approvals: [capture_method: string, status: string, event: string][] = [
  ['automatic', 'succeeded', 'payment_succeeded'],
  ['manual', 'requires_capture', 'payment_authorized'],
]

for (const [capture_method, status, event] of approvals) {
  test(`requires_merchant_action, ${capture_method} → ${status}: approve`, async () => {
    const held = await arrange(shop, 'requires_merchant_action', { capture_method })

    const answer = await verb(held, 'approve', { reason: 'known', reviewer: 'Nadia' })

    await assertStatusAndEvent(answer, status, event)
    assert.equal(answer.body.amount_received, status === 'succeeded' ? 1000 : 0)
    assert.equal(answer.body.amount_capturable, status === 'succeeded' ? 0 : 1000)
  })
}

test('requires_merchant_action → failed: reject; authorization voided; customer not charged; manual_review_rejected', async () => {
  const held = await arrange(shop, 'requires_merchant_action')

  const answer = await verb(held, 'reject')

  await assertStatusAndEvent(answer, 'failed', 'payment_failed')
  assert.equal(answer.body.error_code, 'manual_review_rejected')
  assert.equal(answer.body.amount_received, 0)
  assert.deepEqual(await facts(held.body.payment_id), [
    ['held', 1000],
    ['released', 1000],
  ])
})

test('failed is terminal unless the profile has is_manual_retry_enabled: then confirm runs again', async () => {
  const failed = await arrange(shop, 'failed')
  await setProfile({ is_manual_retry_enabled: true })

  const answer = await verb(failed, 'confirm', withCard())
  await setProfile({ is_manual_retry_enabled: false })

  await assertStatusAndEvent(answer, 'succeeded', 'payment_succeeded')
  assert.equal(answer.body.attempt_count, 2)
  assert.equal(answer.body.unified_code, null)
})
