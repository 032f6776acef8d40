// Payout statuses: each is reached, by every possible move, and emits its event.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { payout } from '#resources/payouts/payouts/state.ts'
import { assertRefused } from '../support/expect.ts'
import { facts, payingShop, reported } from '../support/paying.ts'
import {
  act,
  arrange,
  balance,
  waitForStatus,
  create,
  assertPayoutStatus,
  lines,
  read,
  statuses,
} from '../support/paying_out.ts'
import { ENDS, toBank } from '../support/recipients.ts'

const shop = await payingShop()
after(() => shop.app.close())

const SEED = [
  'success',
  'failed',
  'cancelled',
  'initiated',
  'expired',
  'reversed',
  'pending',
  'ineligible',
  'requires_creation',
  'requires_confirmation',
  'requires_payout_method_data',
  'requires_fulfillment',
  'requires_vendor_account_creation',
]

test('Payout statuses: these thirteen and no others, in the program and in the database', async () => {
  const [row] = await shop.services.db.run<{ text: string }>(
    `select pg_get_constraintdef(oid) as text from pg_constraint
     where conrelid = 'payouts'::regclass and conname = 'payouts_status_check'`,
    [],
  )
  const stored = [...(row?.text ?? '').matchAll(/'([a-z_]+)'/g)].map(([, status]) => status)

  assert.deepEqual(Object.keys(payout.states).toSorted(), SEED.toSorted())
  assert.deepEqual(new Set(stored), new Set(SEED))
})

for (const status of statuses) {
  test(`${status} is reached by requests alone, and can be retrieved and listed`, async () => {
    const { client } = await shop.neighbour()
    const made = await arrange(client, status)

    assertPayoutStatus(await read(client, made), status)
    const listed = await client.get(`/payouts/list?status=${status}`)
    assert.deepEqual(
      listed.body.data.map((each: { payout_id: string }) => each.payout_id),
      [made.body.payout_id],
    )
  })
}

test('requires_creation: visible while the rail is called, without an event', async () => {
  const made = await create(shop, toBank())
  const headers = { 'X-Sandbox-Delay-Ms': '5000' }
  const path = `/payouts/${made.body.payout_id}`
  const fulfilling = shop.post(`${path}/fulfill`, {}, { headers })
  const seen = await waitForStatus(shop, made, 'requires_creation')

  assert.equal(seen.body.status, 'requires_creation')
  for (const verb of ['fulfill', 'cancel', 'confirm']) {
    const busy = await act(shop, made, verb)
    assertRefused(busy, 409, 'HE_00')
    assert.equal(busy.headers.get('Retry-After'), '1')
  }
  assertRefused(await shop.put(path, { description: 'late' }), 409, 'HE_00')
  assert.deepEqual(await reported(shop, made.body.payout_id), [])
  assertPayoutStatus(await fulfilling, 'success')
})

describe('from requires_fulfillment', () => {
  test('PUT: description or metadata changed, requires_fulfillment, modified_at changes', async () => {
    const made = await create(shop, { metadata: { a: '1' } })
    const path = `/payouts/${made.body.payout_id}`

    const answer = await shop.put(path, { description: 'changed', metadata: { b: '2' } })

    assertPayoutStatus(answer, 'requires_fulfillment')
    assert.equal(answer.body.description, 'changed')
    assert.deepEqual(answer.body.metadata, { a: '1', b: '2' })
    assert.ok(answer.body.modified_at > made.body.modified_at)
  })

  test('The typical flow is create, update, confirm; then fulfil', async () => {
    const made = await create(shop)
    assertRefused(await act(shop, made, 'confirm'), 400, 'IR_01', 'payout_type')
    assertRefused(await act(shop, made, 'fulfill'), 400, 'IR_01', 'payout_type')
    assertPayoutStatus(
      await shop.put(`/payouts/${made.body.payout_id}`, toBank()),
      'requires_fulfillment',
    )

    const confirmed = await act(shop, made, 'confirm')

    assertPayoutStatus(confirmed, 'requires_fulfillment')
    assert.notEqual(confirmed.body.confirmed_at, null)
    assertPayoutStatus(await act(shop, made, 'fulfill'), 'success')
    assert.deepEqual(await reported(shop, made.body.payout_id), [
      'payout_initiated',
      'payout_success',
    ])
    assert.deepEqual(await facts(made.body.payout_id), [['paid_out', 1000]])
  })

  test('another method needs another confirmation', async () => {
    const made = await create(shop, { ...toBank(), confirm: true })
    assert.notEqual(made.body.confirmed_at, null)

    const described = await shop.put(`/payouts/${made.body.payout_id}`, { description: 'May' })
    const redirected = await shop.put(`/payouts/${made.body.payout_id}`, toBank())

    assert.equal(described.body.confirmed_at, made.body.confirmed_at)
    assert.equal(redirected.body.confirmed_at, null)
    const again = await act(shop, made, 'confirm')
    assert.notEqual(again.body.confirmed_at, null)
    shop.clock.advance(1_000)
    const replaced = await act(shop, made, 'confirm', toBank())
    assert.ok(replaced.body.confirmed_at > again.body.confirmed_at)
  })

  test('payout_type is mandatory before confirmation, also where the method is there', async () => {
    const { payout_type: _, ...method } = toBank()
    const made = await create(shop, method)

    assertRefused(await act(shop, made, 'confirm'), 400, 'IR_01', 'payout_type')
    assertRefused(await act(shop, made, 'fulfill'), 400, 'IR_01', 'payout_type')
    assertPayoutStatus(
      await act(shop, made, 'confirm', { payout_type: 'bank' }),
      'requires_fulfillment',
    )
  })

  test('confirm takes any create field', async () => {
    const made = await create(shop)

    const confirmed = await act(shop, made, 'confirm', {
      ...toBank(),
      amount: 2500,
      currency: 'USD',
      customer: { name: 'Grace' },
      priority: 'instant',
      entity_type: 'Company',
      recurring: true,
    })

    assertPayoutStatus(confirmed, 'requires_fulfillment')
    assert.equal(confirmed.body.amount, 2500)
    assert.equal(confirmed.body.currency, 'USD')
    assert.equal(confirmed.body.customer.name, 'Grace')
    assert.equal(confirmed.body.customer_id, made.body.customer_id)
    assertRefused(
      await act(shop, made, 'confirm', { payout_link: true }),
      400,
      'IR_04',
      'payout_link',
    )
  })

  test('eligibility check at confirm fails: ineligible, payout_failed, and nothing was sent', async () => {
    const made = await create(shop, toBank(ENDS.ineligible))

    const answer = await act(shop, made, 'confirm')

    assertPayoutStatus(answer, 'ineligible')
    assert.ok(answer.body.unified_code && answer.body.unified_message && answer.body.error_code)
    assert.deepEqual(await reported(shop, made.body.payout_id), ['payout_failed'])
    assert.deepEqual(await facts(made.body.payout_id), [])
  })

  test('eligibility check at fulfil fails: ineligible, payout_failed, and the money is back', async () => {
    const before = await balance(shop, 'available')
    const answer = await arrange(shop, 'ineligible')

    assert.deepEqual(await reported(shop, answer.body.payout_id), ['payout_failed'])
    assert.deepEqual(await lines(shop, answer.body.payout_id), [
      ['payout', -1000],
      ['payout_failed', 1000],
    ])
    assert.equal(await balance(shop, 'available'), before)
  })
})

describe('the rail', () => {
  test('initiated → success: an answer that was lost is found out, and nothing is sent twice', async () => {
    const made = await arrange(shop, 'initiated')
    assert.deepEqual(await reported(shop, made.body.payout_id), ['payout_initiated'])
    assert.equal(await balance(shop, 'payouts_in_transit'), 1000)
    const path = `/sandbox/payouts/${made.body.payout_id}/settle`

    assertPayoutStatus(await shop.post(path, {}), 'success')

    assert.deepEqual(await reported(shop, made.body.payout_id), [
      'payout_initiated',
      'payout_success',
    ])
    assert.deepEqual(await facts(made.body.payout_id), [['paid_out', 1000]])
    assert.equal(await balance(shop, 'payouts_in_transit'), 0)
  })

  test('initiated → pending (payout_processing) → success (payout_success), by callback', async () => {
    const made = await arrange(shop, 'pending')
    assert.deepEqual(await reported(shop, made.body.payout_id), [
      'payout_initiated',
      'payout_processing',
    ])

    const done = await waitForStatus(shop, made, 'success')

    assert.notEqual(done.body.connector_transaction_id, null)
    assert.deepEqual(await reported(shop, made.body.payout_id), [
      'payout_initiated',
      'payout_processing',
      'payout_success',
    ])
    assert.deepEqual(await lines(shop, made.body.payout_id), [
      ['payout', -1000],
      ['payout_paid', 0],
    ])
  })

  test('pending → failed', async () => {
    const made = await arrange(shop, 'pending')
    const path = `/sandbox/payouts/${made.body.payout_id}/settle`

    const answer = await shop.post(path, { outcome: 'declined' })

    assertPayoutStatus(answer, 'failed')
    assert.deepEqual((await reported(shop, made.body.payout_id)).at(-1), 'payout_failed')
  })

  test('failed: error_code, error_message, unified_code, unified_message and attempts say why; the money is back', async () => {
    const before = await balance(shop, 'available')
    const { body } = await arrange(shop, 'failed')

    for (const name of ['error_code', 'error_message', 'unified_code', 'unified_message']) {
      assert.equal(typeof body[name], 'string', name)
      assert.equal(body.attempts[0][name], body[name])
    }
    assert.equal(body.attempts.length, 1)
    assert.equal(body.attempts[0].status, 'failed')
    assert.deepEqual(await reported(shop, body.payout_id), ['payout_initiated', 'payout_failed'])
    assert.equal(await balance(shop, 'available'), before)
  })

  test('success → reversed: the bank returns it, days later, by callback', async () => {
    const before = await balance(shop, 'available')
    const made = await create(shop, toBank(ENDS.returned))
    assertPayoutStatus(await act(shop, made, 'fulfill'), 'success')
    assert.equal(await balance(shop, 'available'), before - 1000)

    const back = await waitForStatus(shop, made, 'reversed')

    assert.equal(typeof back.body.unified_code, 'string')
    assert.deepEqual(await reported(shop, made.body.payout_id), [
      'payout_initiated',
      'payout_success',
      'payout_reversed',
    ])
    assert.deepEqual(await lines(shop, made.body.payout_id), [
      ['payout', -1000],
      ['payout_paid', 0],
      ['payout_returned', 1000],
    ])
    assert.equal(await balance(shop, 'available'), before)
  })

  test('a payout that is returned before its success is known emits and books both', async () => {
    const made = await arrange(shop, 'initiated')
    const path = `/sandbox/payouts/${made.body.payout_id}/settle`

    assertPayoutStatus(await shop.post(path, { outcome: 'returned' }), 'reversed')

    assert.deepEqual(await reported(shop, made.body.payout_id), [
      'payout_initiated',
      'payout_success',
      'payout_reversed',
    ])
    assert.deepEqual(await lines(shop, made.body.payout_id), [
      ['payout', -1000],
      ['payout_paid', 0],
      ['payout_returned', 1000],
    ])
  })

  test('an unreachable rail: 502 CE_01, nothing was sent, no event, and it can be fulfilled again', async () => {
    const made = await create(shop, toBank())
    const path = `/payouts/${made.body.payout_id}/fulfill`
    const before = await balance(shop, 'available')

    assertRefused(
      await shop.post(path, {}, { headers: { 'X-Sandbox-Acquirer': 'down' } }),
      502,
      'CE_01',
    )

    assertPayoutStatus(await read(shop, made), 'requires_fulfillment')
    assert.equal(await balance(shop, 'available'), before)
    assert.deepEqual(await reported(shop, made.body.payout_id), [])
    assertPayoutStatus(await shop.post(path, {}), 'success')
    assert.equal(await balance(shop, 'available'), before - 1000)
  })
})

describe('refused', () => {
  const OVER = ['initiated', 'pending', 'success', 'failed', 'reversed', 'cancelled', 'ineligible']
  for (const status of OVER) {
    test(`${status}: /cancel, /fulfill, /confirm and PUT give 409 and change nothing`, async () => {
      const { client } = await shop.neighbour()
      const made = await arrange(client, status)
      for (const verb of ['cancel', 'fulfill', 'confirm']) {
        assertRefused(await act(client, made, verb), 409, 'IR_16')
      }
      assertRefused(
        await client.put(`/payouts/${made.body.payout_id}`, { description: 'x' }),
        409,
        'IR_16',
      )

      const { modified_at } = (await read(client, made)).body
      assert.equal(modified_at, made.body.modified_at)
    })
  }

  for (const status of [
    'requires_payout_method_data',
    'requires_confirmation',
    'requires_fulfillment',
    'requires_vendor_account_creation',
  ]) {
    test(`${status} → cancelled by /cancel, with its reason; payout_cancelled`, async () => {
      const made = await arrange(shop, status)

      const answer = await act(shop, made, 'cancel', { cancellation_reason: 'paid in cash' })

      assertPayoutStatus(answer, 'cancelled')
      assert.equal(answer.body.cancellation_reason, 'paid in cash')
      assert.deepEqual((await reported(shop, made.body.payout_id)).at(-1), 'payout_cancelled')
    })
  }

  for (const status of ['requires_payout_method_data', 'requires_confirmation']) {
    test(`${status} cannot be fulfilled: 400 IR_14`, async () => {
      assertRefused(await act(shop, await arrange(shop, status), 'fulfill'), 400, 'IR_14')
    })
  }
})
