// Roles by object: single scopes beside the groups, and the most that a role refunds of one payment.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Client } from '#testing/client.ts'
import { addUser, openSessionOf, signedInAs } from '#testing/team.ts'
import { assertRefused, until } from '../support/expect.ts'
import { APPROVED, pay, payingShop } from '../support/paying.ts'
import { INVITE, newEmail } from '../support/team_users.ts'

const shop = await payingShop()
after(() => shop.app.close())

const ROLE = '/user/role'
const EUROS = [{ currency: 'EUR', amount: 500 }]
let made = 0

async function newRole(client: Client, body: object): Promise<string> {
  const answer = await client.post(ROLE, { role_name: `Role ${++made}`, groups: [], ...body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.role_id
}

const REFUNDS = { groups: ['operations_view'], scopes: ['refunds:write'] }

async function limited(refund_limit: object[] | null = EUROS): Promise<Client> {
  return signedInAs(shop, await newRole(shop, { ...REFUNDS, refund_limit }))
}

async function paid(body: object = {}): Promise<string> {
  return (await pay(shop, APPROVED, body)).body.payment_id
}

async function refundedOf(payment_id: string): Promise<number> {
  const { body } = await shop.get(`/payments/${payment_id}`)
  return body.amount_received - body.amount_refundable
}

describe('a role of single scopes', () => {
  test('refunds payments and sends no payout', async () => {
    const user = await signedInAs(shop, await newRole(shop, REFUNDS))
    const payment_id = await paid()

    assert.equal((await user.post('/refunds', { payment_id, amount: 1000 })).status, 201)
    assertRefused(await user.post('/payouts/create', {}), 403, 'AU_03')
    assertRefused(await user.post('/customers', { name: 'Ada' }), 403, 'AU_03')
    assert.equal((await user.get('/payouts/list')).status, 200)
  })

  test('needs no group, and shows what it was given, in the order of the table', async () => {
    const scopes = ['refunds:write', 'payments:read']
    const role_id = await newRole(shop, { scopes, refund_limit: EUROS })

    const { body } = await shop.get(`${ROLE}/${role_id}`)
    const user = await signedInAs(shop, role_id)

    assert.deepEqual([body.groups, body.scopes], [[], ['payments:read', 'refunds:write']])
    assert.deepEqual(body.refund_limit, EUROS)
    const me = (await user.get('/user')).body
    assert.deepEqual(me.scopes, body.scopes)
    assert.deepEqual(me.refund_limit, EUROS)
    assertRefused(await user.get('/customers/list'), 403, 'AU_03')
    assert.equal((await user.get('/payments/list')).status, 200)
  })

  test('is refused without any right, with an unknown scope, and with one that the caller lacks', async () => {
    const body = { role_name: 'Refused', groups: [] }
    const iam = await signedInAs(shop, 'merchant_iam_admin')

    assertRefused(await shop.post(ROLE, body), 400, 'IR_04', 'groups')
    const unknown = await shop.post(ROLE, { ...body, scopes: ['refunds:all'] })
    assertRefused(unknown, 400, 'IR_04', 'scopes.0')
    const more = await iam.post(ROLE, { ...body, scopes: ['refunds:write'] })
    assertRefused(more, 403, 'AU_03', 'scopes')
    const role_id = await newRole(shop, REFUNDS)
    assertRefused(await iam.post(INVITE, { email: newEmail(), role_id }), 403, 'AU_03')
    assertRefused(await shop.put(`${ROLE}/${role_id}`, { groups: [], scopes: [] }), 400, 'IR_04')
  })
})

test('customer support refunds without a limit, and sends no payout', async () => {
  const support = await signedInAs(shop, 'merchant_customer_support')
  const payment_id = await paid()

  assert.equal((await support.post('/refunds', { payment_id })).status, 201)
  assert.equal(await refundedOf(payment_id), 1000)
  assertRefused(await support.post('/payouts/create', {}), 403, 'AU_03')
  assertRefused(await support.post(`/payments/${payment_id}/cancel`, {}), 403, 'AU_03')
})

describe('a refund limit', () => {
  test('refuses a refund above it, moves no money, and lets the rest through', async () => {
    const user = await limited()
    const payment_id = await paid()

    const above = await user.post('/refunds', { payment_id, amount: 501 })
    const whole = await user.post('/refunds', { payment_id })
    const scheduled = await user.post('/refunds', { payment_id, refund_type: 'Scheduled' })

    for (const refused of [above, whole, scheduled]) {
      assertRefused(refused, 403, 'AU_03', 'amount')
      assert.deepEqual(refused.body.error.details, { refund_limit: 500, amount_refunded: 0 })
    }
    assert.equal(await refundedOf(payment_id), 0)
    assert.equal((await user.post('/refunds', { payment_id, amount: 500 })).status, 201)
  })

  test('counts every refund of the payment, so that splitting one gains nothing', async () => {
    const user = await limited()
    const payment_id = await paid()
    await user.post('/refunds', { payment_id, amount: 300 })

    const second = await user.post('/refunds', { payment_id, amount: 201 })

    assertRefused(second, 403, 'AU_03', 'amount')
    assert.equal(second.body.error.details.amount_refunded, 300)
    assert.equal((await user.post('/refunds', { payment_id, amount: 200 })).status, 201)
    const other = await limited()
    assertRefused(await other.post('/refunds', { payment_id, amount: 1 }), 403, 'AU_03', 'amount')
  })

  test('holds against ten refunds at once', async () => {
    const user = await limited()
    const payment_id = await paid()

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => user.post('/refunds', { payment_id, amount: 100 })),
    )

    assert.equal(answers.filter(({ status }) => status === 201).length, 5)
    assert.equal(answers.filter(({ status }) => status === 403).length, 5)
    assert.equal(await refundedOf(payment_id), 500)
  })

  test('refuses currencies that it does not name', async () => {
    const user = await limited()
    const payment_id = await paid({ currency: 'USD' })

    assertRefused(await user.post('/refunds', { payment_id, amount: 1 }), 403, 'AU_03', 'amount')
    assert.equal(await refundedOf(payment_id), 0)
  })

  test('counts a refund that failed no longer', async () => {
    const user = await limited()
    const payment_id = (await pay(shop, '4000000000005126')).body.payment_id
    await user.post('/refunds', { payment_id, amount: 500 })
    await until(async () => (await refundedOf(payment_id)) === 0)

    assert.equal((await user.post('/refunds', { payment_id, amount: 500 })).status, 201)
  })

  test('that changes applies to the next refund of a user who is signed in', async () => {
    const role_id = await newRole(shop, { ...REFUNDS, refund_limit: EUROS })
    const user = await signedInAs(shop, role_id)
    const payment_id = await paid()

    assertRefused(await user.post('/refunds', { payment_id }), 403, 'AU_03', 'amount')
    await shop.put(`${ROLE}/${role_id}`, { refund_limit: null })
    assert.equal((await user.post('/refunds', { payment_id })).status, 201)
  })

  test('is no limit of a key', async () => {
    const key = await shop.keyWith('refunds:write')

    assert.equal((await key.post('/refunds', { payment_id: await paid() })).status, 201)
  })

  test('names each currency once', async () => {
    const body = { role_name: 'Twice', ...REFUNDS }
    const twice = await shop.post(ROLE, { ...body, refund_limit: [...EUROS, ...EUROS] })
    assertRefused(twice, 400, 'IR_04', 'refund_limit.1.currency')
    assertRefused(await shop.post(ROLE, { ...body, refund_limit: [] }), 400, 'IR_04')
    const unknown = await shop.post(ROLE, {
      ...body,
      refund_limit: [{ currency: 'ABC', amount: 1 }],
    })
    assertRefused(unknown, 400, 'IR_04', 'refund_limit.0.currency')
  })
})

describe('a user with a refund limit cannot shed it', () => {
  const TEAM = { groups: ['operations_view', 'users_manage', 'account_manage'] }

  test('by a role, an invitation or a change to the own role', async () => {
    const own = { ...TEAM, scopes: ['refunds:write'], refund_limit: EUROS }
    const role_id = await newRole(shop, own)
    const user = await openSessionOf(shop, await addUser(shop, role_id))
    const wide = await newRole(shop, REFUNDS)

    const role = { role_name: 'Mine', groups: [], scopes: ['refunds:write'] }
    for (const refund_limit of [
      null,
      [{ currency: 'EUR', amount: 501 }],
      [...EUROS, { currency: 'USD', amount: 1 }],
    ]) {
      const wider = await user.post(ROLE, { ...role, refund_limit })
      assertRefused(wider, 403, 'AU_03', 'refund_limit')
      const raised = await user.put(`${ROLE}/${role_id}`, { refund_limit })
      assertRefused(raised, 403, 'AU_03', 'refund_limit')
    }
    assertRefused(await user.post(INVITE, { email: newEmail(), role_id: wide }), 403, 'AU_03')
    const support = { email: newEmail(), role_id: 'merchant_customer_support' }
    assertRefused(await user.post(INVITE, support), 403, 'AU_03')
    assertRefused(await user.put(`${ROLE}/${wide}`, { role_name: 'Taken' }), 403, 'AU_03')
    await newRole(user, { scopes: ['refunds:write'], refund_limit: EUROS })
    await newRole(user, { groups: ['operations_view'] })
  })

  test('by an API key: one is neither created, changed nor rolled with refunds:write', async () => {
    const scopes = ['refunds:write', 'payments:write']
    const role_id = await newRole(shop, { ...TEAM, scopes, refund_limit: EUROS })
    const user = await signedInAs(shop, role_id)
    const keys = `/api_keys/${shop.merchant.merchant_id}`
    const wide = (await shop.post(keys, { name: 'Wide', scopes: ['refunds:write'] })).body.key_id

    const made = await user.post(keys, { name: 'Mine', scopes: ['refunds:write'] })
    assertRefused(made, 403, 'AU_03', 'scopes')
    const changed = await user.post(`${keys}/${wide}`, { description: 'Mine' })
    assertRefused(changed, 403, 'AU_03', 'scopes')
    const rolled = await user.post(`${keys}/${wide}/roll`, {})
    assertRefused(rolled, 403, 'AU_03', 'scopes')
    const narrow = await user.post(keys, { name: 'Narrow', scopes: ['payments:write'] })
    assert.equal(narrow.status, 201, narrow.text)
  })
})
