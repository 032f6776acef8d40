// The audit trail: who changed what, from where, when, and settings before and after.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { MAX_SCANNED } from '#kernel/scan.ts'
import { listSentFields } from '#http/audit.ts'
import type { Answer } from '#testing/client.ts'
import { ADMIN_KEY } from '#testing/harness.ts'
import { withCard } from '#testing/payment_body.ts'
import { createLink, submit } from '#testing/payment_link.ts'
import { addUser, openSessionOf } from '#testing/team.ts'
import { ISO_UTC, assertRefused } from '../support/expect.ts'
import { APPROVED, LATER, pay, sale, payingShop, settle } from '../support/paying.ts'
import { act, create } from '../support/paying_out.ts'
import { toBank } from '../support/recipients.ts'
import { anotherShop, INVITE, newEmail } from '../support/team_users.ts'

const shop = await payingShop()
after(() => shop.app.close())

const { merchant_id, profile_id } = shop.merchant
const keys = `/api_keys/${merchant_id}`
const profile = `/account/${merchant_id}/business_profile/${profile_id}`
const operator = shop.with(ADMIN_KEY)

/** The entries for one request. */
async function entriesOf(answer: Answer, client = shop) {
  const { body } = await client.get('/audit?limit=100')
  const request_id = answer.headers.get('x-request-id')
  return body.data.filter((entry: { request_id: string }) => entry.request_id === request_id)
}

test('an entry names the key, the address, the request, the route, its ids and the fields that were sent', async () => {
  const own = (await shop.get(`${keys}/list`)).body[0].key_id
  const sent = { name: 'Reports', scopes: ['payments:read'], description: 'For Ada Lovelace' }

  const made = await shop.post(keys, sent)

  const [entry, ...others] = await entriesOf(made)
  const { audit_id, created, ...rest } = entry
  assert.match(audit_id, /^aud_/)
  assert.match(created, ISO_UTC)
  assert.deepEqual(rest, {
    merchant_id,
    actor: 'api_key',
    key_id: own,
    action: 'POST /api_keys/:merchant_id',
    user_id: null,
    object_type: 'key',
    object_id: made.body.key_id,
    event_id: null,
    changes: {},
    object_ids: { merchant_id },
    fields: { name: 'Reports', scopes: ['payments:read'], description: '[redacted]' },
    address: '127.0.0.1',
    request_id: made.headers.get('x-request-id'),
  })
  assert.deepEqual(others, [])
})

test('an update and a revocation of a key are recorded with its id', async () => {
  const { key_id } = (await shop.post(keys, { name: 'k' })).body

  const changed = await shop.post(`${keys}/${key_id}`, { expiration: 'never' })
  const revoked = await shop.delete(`${keys}/${key_id}`)

  const [update] = await entriesOf(changed)
  assert.deepEqual(update.object_ids, { merchant_id, key_id })
  assert.deepEqual(update.fields, { expiration: 'never' })
  const [revocation] = await entriesOf(revoked)
  assert.equal(revocation.action, 'DELETE /api_keys/:merchant_id/:key_id')
})

test('a refused change leaves no entry', async () => {
  const narrow = await shop.keyWith('api_keys:write')
  const powerful = (await shop.post(keys, { name: 'k' })).body.key_id
  const before = (await shop.get('/audit')).body.total_count

  assertRefused(await narrow.delete(`${keys}/${powerful}`), 403, 'AU_03')
  assertRefused(await shop.post(`${keys}/absent`, { name: 'x' }), 404, 'IR_05')

  assert.equal((await shop.get('/audit')).body.total_count, before)
})

test('where webhooks go is recorded, without headers, queries and rules that may name a person', async () => {
  const answer = await shop.post(profile, {
    webhook_details: {
      webhook_url: 'https://shop.example/hooks?token=hush',
      custom_http_headers: { authorization: 'Bearer hush' },
    },
    risk_rules: [{ field: 'email', op: 'eq', value: 'ada@example.com', action: 'block' }],
  })

  assert.equal(answer.status, 200, answer.text)
  const [entry] = await entriesOf(answer)
  assert.deepEqual(entry.fields, {
    'webhook_details.webhook_url': 'https://shop.example/hooks?[redacted]',
    'webhook_details.custom_http_headers': '[redacted]',
    risk_rules: '[redacted]',
  })
})

test('a changed and a confirmed payout method are recorded without the method', async () => {
  const made = await create(shop, toBank())
  const { payout_id } = made.body

  const changed = await shop.put(`/payouts/${payout_id}`, toBank())
  const confirmed = await act(shop, made, 'confirm')

  assert.equal(changed.status, 200, changed.text)
  const [update] = await entriesOf(changed)
  assert.deepEqual(update.object_ids, { payout_id })
  assert.equal(update.fields.payout_type, 'bank')
  assert.equal(update.fields.payout_method_data, '[redacted]')
  assert.equal((await entriesOf(confirmed)).length, 1)
})

describe('the operator', () => {
  test("an operator's change is in the merchant's log", async () => {
    const path = `/accounts/${merchant_id}`
    const limits = { payout_daily_limits: { EUR: 100 } }

    const [entry] = await entriesOf(await operator.post(path, limits))

    assert.equal(entry.actor, 'operator')
    assert.equal(entry.key_id, null)
    assert.deepEqual(entry.fields, limits)
  })

  test('the first entry of a merchant is its creation', async () => {
    const made = await operator.post('/accounts', { merchant_name: 'New' })

    const { body } = await shop.with(made.body.api_key).get('/audit')

    assert.equal(body.total_count, 1)
    assert.equal(body.data[0].action, 'POST /accounts')
    assert.doesNotMatch(JSON.stringify(body), new RegExp(made.body.api_key))
  })
})

test('a retry under an Idempotency-Key is recorded once', async () => {
  const once = { headers: { 'Idempotency-Key': 'audit-once' } }
  const before = (await shop.get('/audit')).body.total_count

  await shop.post(profile, { session_expiry: 800 }, once)
  await shop.post(profile, { session_expiry: 800 }, once)

  assert.equal((await shop.get('/audit')).body.total_count, before + 1)
})

test('every request of many at once is recorded', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => shop.post(profile, { session_expiry: 600 + n })),
  )

  assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]))
  const ids = answers.map((answer) => answer.headers.get('x-request-id'))
  const { body } = await shop.get('/audit?limit=100')
  const recorded = body.data.map((entry: { request_id: string }) => entry.request_id)
  for (const id of ids) assert.equal(recorded.filter((each: string) => each === id).length, 1)
})

describe('the list', () => {
  test('is filtered by key and by time, newest first', async () => {
    const made = await shop.post(keys, { name: 'filter', scopes: ['*'] })
    const mine = shop.with(made.body.api_key)
    shop.clock.advance(1_000)
    await mine.post(profile, { session_expiry: 700 })
    shop.clock.advance(1_000)
    await mine.post(profile, { session_expiry: 701 })

    const { body } = await shop.get(`/audit?key_id=${made.body.key_id}`)
    const newest = await shop.get(`/audit?created_gte=${body.data[0].created}`)

    assert.deepEqual(
      body.data.map((entry: { fields: object }) => entry.fields),
      [{ session_expiry: 701 }, { session_expiry: 700 }],
    )
    assert.equal(newest.body.total_count, 1)
  })

  test('has only what users and the operator did with by=people, also beside another filter', async () => {
    const user = await addUser(shop, 'merchant_admin')
    const session = await openSessionOf(shop, user)
    const payment = await pay(shop, APPROVED)
    const refund = await session.post('/refunds', {
      payment_id: payment.body.payment_id,
      amount: 100,
    })
    await session.post(profile, { session_expiry: 702 })
    await operator.post(`/accounts/${merchant_id}`, { payout_daily_limits: { EUR: 200 } })

    const { body } = await shop.get('/audit?by=people&limit=100')
    const all = await shop.get('/audit?limit=100')
    const hers = await shop.get(`/audit?by=people&user_id=${user.user_id}`)
    const byKey = await shop.get(`/audit?by=people&object_id=${payment.body.payment_id}`)

    assert.equal(refund.status, 201, refund.text)
    const isPerson = ({ actor }: { actor: string }) => ['user', 'operator'].includes(actor)
    assert.ok(body.total_count < all.body.total_count)
    assert.ok(body.data.every(isPerson))
    assert.deepEqual(body.data, all.body.data.filter(isPerson).slice(0, body.data.length))
    assert.deepEqual(
      new Set(hers.body.data.map((entry: { action: string }) => entry.action)),
      new Set(['refund_succeeded', 'POST /account/:merchant_id/business_profile/:profile_id']),
    )
    assert.deepEqual(byKey.body.data, [])
    assertRefused(await shop.get('/audit?by=robots'), 400, 'IR_04')
  })

  test('finds what people did behind more events than one request scans', async () => {
    const busy = await anotherShop(shop)
    const session = await openSessionOf(busy, await addUser(busy, 'merchant_admin'))
    assert.equal((await session.post('/customers', { customer_id: 'ada' })).status, 201)
    const payment = await pay(busy, APPROVED)
    const { db } = busy.services
    await db.run(
      `insert into events select (jsonb_populate_record(e, jsonb_build_object('event_id', 'evt_' || n,
          'object_id', 'pay_' || n, 'created', e.created + n * interval '1 second', 'relayed_at', e.created))).*
        from events e, generate_series(1, $2) n where object_id = $1`,
      [payment.body.payment_id, MAX_SCANNED + 1],
    )

    const found = await busy.get('/audit?by=people')

    assertRefused(await busy.get('/audit?actor=user'), 400, 'IR_04')
    assert.equal(found.status, 200, found.text)
    assert.deepEqual(
      found.body.data.map((entry: { object_id: string }) => entry.object_id),
      ['ada'],
    )
  })

  test('needs the scope api_keys:read, and entries cannot be changed', async () => {
    assertRefused(await (await shop.keyWith('profiles:write')).get('/audit'), 403, 'AU_03')
    assert.equal((await (await shop.keyWith('api_keys:read')).get('/audit')).status, 200)
    assertRefused(await shop.delete('/audit'), 405, 'IR_03')
  })
})

test('a changed setting is recorded before and after, and nothing that is not named by the route', async () => {
  const url = 'https://shop.example/hooks'
  await shop.post(profile, { session_expiry: 900, webhook_details: { webhook_url: `${url}?t=a` } })

  const answer = await shop.post(profile, {
    session_expiry: 901,
    webhook_details: { webhook_url: `${url}/new?t=b` },
    risk_rules: [{ field: 'email', op: 'eq', value: 'eve@example.com', action: 'block' }],
  })

  const [entry] = await entriesOf(answer)
  assert.deepEqual([entry.object_type, entry.object_id], ['profile', profile_id])
  assert.deepEqual(entry.changes, {
    session_expiry: { from: 900, to: 901 },
    'webhook_details.webhook_url': {
      from: `${url}?[redacted]`,
      to: `${url}/new?[redacted]`,
    },
  })
})

describe('a payment', () => {
  test('is in the trail by its event, with the actor of the request that started it', async () => {
    const paid = await pay(shop, APPROVED)

    const [entry, ...others] = await entriesOf(paid)
    assert.deepEqual(others, [])
    assert.equal(entry.audit_id, entry.event_id)
    const { action, object_type, object_id, actor, key_id, address } = entry
    assert.deepEqual(
      { action, object_type, object_id, actor, address },
      {
        action: 'payment_succeeded',
        object_type: 'payment',
        object_id: paid.body.payment_id,
        actor: 'api_key',
        address: '127.0.0.1',
      },
    )
    assert.match(key_id, /^key_/)
  })

  test('an event for a later outcome names the caller who started it', async () => {
    const pending = await pay(shop, LATER)
    const { payment_id } = pending.body

    await settle(shop, payment_id, 'approved')

    const { body } = await shop.get(`/audit?object_id=${payment_id}&action=payment_succeeded`)
    assert.equal(body.total_count, 1)
    const [{ actor, request_id }] = body.data
    assert.deepEqual([actor, request_id], ['api_key', pending.headers.get('x-request-id')])
  })

  test('that could not be sent is in the trail too', async () => {
    const body = { ...sale, confirm: true, ...withCard(APPROVED) }
    const unsent = await shop.post('/payments', body, { headers: { 'X-Sandbox-Acquirer': 'down' } })

    assertRefused(unsent, 502, 'CE_01')
    const [entry] = await entriesOf(unsent)
    assert.deepEqual([entry.action, entry.actor], ['payment_created', 'api_key'])
    assert.equal(entry.object_id, unsent.body.error.details.payment_id)
  })

  test('on the hosted page is by a shopper, whose address is not recorded', async () => {
    const link = await createLink(shop)

    const paid = await submit(shop, link)

    const entries = await entriesOf(paid)
    assert.ok(entries.length > 0)
    for (const { actor, address, event_id } of entries) {
      assert.deepEqual([actor, address, typeof event_id], ['shopper', null, 'string'])
    }
  })
})

test('background work is by the system, and never by a request of another merchant that triggers it', async () => {
  const { client } = await shop.neighbour()
  const held = await pay(client, APPROVED, { capture_method: 'manual' })
  shop.clock.advance(8 * 86_400_000)

  const moved = await shop.post('/sandbox/clock', { advance: '1s' })

  assert.equal(moved.status, 200, moved.text)
  const { body } = await client.get(`/audit?object_id=${held.body.payment_id}`)
  const traces = body.data.map(({ action, actor }: Record<string, unknown>) => [action, actor])
  assert.deepEqual(traces.at(-1), ['payment_authorized', 'api_key'])
  const ids = body.data.map((entry: { request_id: string }) => entry.request_id)
  assert.ok(!ids.includes(moved.headers.get('x-request-id')))
})

test('a user who has signed in is the actor', async () => {
  const user = await addUser(shop, 'merchant_admin')
  const client = await openSessionOf(shop, user)

  const changed = await client.post(profile, { session_expiry: 950 })
  const paid = await pay(client, APPROVED, { profile_id })

  for (const answer of [changed, paid]) {
    assert.equal(answer.status, 200, answer.text)
    const [{ actor, user_id, key_id }] = await entriesOf(answer)
    assert.deepEqual([actor, user_id, key_id], ['user', user.user_id, null])
  }
  const { body } = await shop.get(`/audit?user_id=${user.user_id}`)
  assert.equal(body.total_count, 2)
})

test('each user whom one request invites is recorded, with the role', async () => {
  const roles = ['merchant_view_only', 'merchant_admin']

  const answer = await shop.post(
    INVITE,
    roles.map((role_id) => ({ email: newEmail(), role_id })),
  )

  const entries = await entriesOf(answer)
  const recorded = new Map(
    entries.map((entry: { object_id: string; changes: object }) => [
      entry.object_id,
      entry.changes,
    ]),
  )
  const invited: { user_id: string }[] = answer.body.results
  assert.deepEqual(
    invited.map(({ user_id }) => recorded.get(user_id)),
    roles.map((role_id) => ({ role_id: { from: null, to: role_id } })),
  )
  assert.equal(entries.length, 2)
})

test('a field without a rule is recorded by its name only', () => {
  const sent = { a: 1, b: { c: 2, d: 3 }, e: { f: 4 }, g: null }

  assert.deepEqual(listSentFields(sent, ['a', 'b.c']), {
    a: 1,
    'b.c': 2,
    'b.d': '[redacted]',
    e: '[redacted]',
    g: '[redacted]',
  })
})
