// Organization keys: who can create them, and their rights beyond a merchant's keys.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Client } from '#testing/client.ts'
import { ADMIN_KEY, harness } from '#testing/harness.ts'
import { openSessionOf, addUser, signedInAs } from '#testing/team.ts'
import { assertRefused } from '../support/expect.ts'

const shop = await harness()
after(() => shop.app.close())

const { merchant_id, organization_id, profile_id } = shop.merchant
const keys = `/api_keys/${merchant_id}`
const admin = await signedInAs(shop, 'org_admin')
const operator = shop.with(ADMIN_KEY)

const METRICS = '/analytics/v1/org/metrics/payments'
const query = {
  timeRange: { startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-02T00:00:00Z' },
  metrics: ['payment_count'],
}

async function newKey(body: object = {}, by: Client = admin) {
  const made = await by.post(keys, { name: 'Reports', organization: true, ...body })
  assert.equal(made.status, 201, made.text)
  const client = shop.with(made.body.api_key)
  return { client, path: `${keys}/${made.body.key_id}`, body: made.body }
}

describe('a key of the organization', () => {
  test('is created by an admin of the organization and by such a key, and names it', async () => {
    const first = await newKey()
    const second = await newKey({ scopes: ['analytics:read'] }, first.client)

    assert.equal(first.body.organization_id, organization_id)
    assert.equal(second.body.organization_id, organization_id)
    assert.equal((await shop.get(second.path)).body.organization_id, organization_id)
    assert.equal((await second.client.post(METRICS, query)).status, 200)
  })

  test('is not created by other keys and roles, and nothing is created instead', async () => {
    const merchantAdmin = await openSessionOf(shop, await addUser(shop, 'merchant_admin'))
    const before = (await shop.get(`${keys}/list?limit=100`)).body.length

    for (const by of [shop, merchantAdmin]) {
      assertRefused(
        await by.post(keys, { name: 'k', organization: true }),
        403,
        'AU_03',
        'organization',
      )
    }

    assert.equal((await shop.get(`${keys}/list?limit=100`)).body.length, before)
    const plain = await shop.post(keys, { name: 'k', organization: false })
    assert.equal(plain.body.organization_id, null)
  })

  test('is neither publishable nor bound to profiles', async () => {
    const body = { name: 'k', organization: true }

    assertRefused(
      await admin.post(keys, { ...body, type: 'publishable' }),
      400,
      'IR_04',
      'organization',
    )
    const bound = { ...body, profile_ids: [profile_id] }
    assertRefused(await admin.post(keys, bound), 400, 'IR_04', 'profile_ids')
  })

  test('is its own kind: no update makes one, binds one, or changes one for the merchant alone', async () => {
    const plain = await shop.post(keys, { name: 'k' })
    const { path } = await newKey({ allowed_ips: ['127.0.0.1'] })

    const widened = await admin.post(`${keys}/${plain.body.key_id}`, { organization: true })
    assertRefused(widened, 400, 'IR_04', 'organization')
    assertRefused(
      await admin.post(path, { profile_ids: [profile_id] }),
      400,
      'IR_04',
      'profile_ids',
    )
    assertRefused(await shop.post(path, { allowed_ips: [] }), 403, 'AU_03')

    assert.deepEqual((await shop.get(path)).body.allowed_ips, ['127.0.0.1'])
    assert.equal((await admin.post(path, { name: 'Renamed' })).body.name, 'Renamed')
    assert.equal((await shop.delete(path)).status, 200)
  })

  test('has only its scopes, and acts for its own merchant everywhere else', async () => {
    const { client } = await newKey({ scopes: ['analytics:read', 'api_keys:read'] })
    const scoped = await newKey({ scopes: ['payments:read'] })
    const other = await operator.post('/accounts', { merchant_name: 'Branch', organization_id })

    assertRefused(await scoped.client.post(METRICS, query), 403, 'AU_03')
    assertRefused(await client.get(`/api_keys/${other.body.merchant_id}/list`), 404, 'IR_05')
    assertRefused(await client.get('/payments/list'), 403, 'AU_03')
  })

  test('is in the audit trail as such', async () => {
    const { body } = await newKey({ name: 'Audited' })

    const { data } = (await shop.get('/audit?limit=1')).body

    assert.deepEqual(data[0].fields, { name: 'Audited', organization: true })
    assert.ok(!JSON.stringify(data).includes(body.api_key))
  })

  test('is only a key of its merchant after the merchant has moved', async () => {
    const { client, path } = await newKey()
    const to = await operator.post('/organizations', { organization_name: 'Other' })
    const move = (body: object) => operator.post(`/accounts/${merchant_id}`, body)

    await move({ organization_id: to.body.organization_id })

    assertRefused(await client.post(METRICS, query), 403, 'AU_03')
    assertRefused(await client.post(keys, { name: 'k', organization: true }), 403, 'AU_03')
    assert.equal((await client.get(path)).status, 200)
    await move({ organization_id })
    assert.equal((await client.post(METRICS, query)).status, 200)
  })
})
