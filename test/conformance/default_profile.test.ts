// The default profile: requests that name no profile use it, it can be moved, and there is exactly one at any moment.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Client } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { assertRefused } from '../support/expect.ts'

const shop = await harness()
after(() => shop.app.close())

const sale = { amount: 500, currency: 'EUR' }

interface Row {
  readonly profile_id: string
  readonly is_default: boolean
}

/** A merchant with this many profiles; the first is the default one. */
async function merchantWith(count: number) {
  const { client, merchant } = await shop.neighbour()
  const { merchant_id } = merchant
  const url = `/account/${merchant_id}/business_profile`
  const ids = [merchant.profile_id]
  while (ids.length < count) {
    shop.clock.advance(1_000)
    const made = await client.post(url, { profile_name: `Shop ${ids.length}` })
    ids.push(made.body.profile_id)
  }
  const makeDefault = (id: string) => client.post(`${url}/${id}`, { is_default: true })
  const defaults = async () =>
    (await client.get(url)).body.flatMap((row: Row) => (row.is_default ? row.profile_id : []))
  const keyFor = async (...profile_ids: string[]) => {
    const made = await client.post(`/api_keys/${merchant_id}`, { name: 'bound', profile_ids })
    return shop.with(made.body.api_key)
  }
  return { client, merchant_id, url, ids, makeDefault, defaults, keyFor }
}

const creations: Record<string, (client: Client, merchant_id: string) => Promise<string>> = {
  'POST /payments': async (client) => (await client.post('/payments', sale)).body.profile_id,
  'POST /payment_link': async (client) =>
    (await client.post('/payment_link', sale)).body.profile_id,
  'POST /payouts/create': async (client) =>
    (await client.post('/payouts/create', sale)).body.profile_id,
  'POST /events/:merchant_id/test': async (client, merchant_id) => {
    const event = { event_type: 'payment_succeeded' }
    return (await client.post(`/events/${merchant_id}/test`, event)).body.profile_id
  },
}

for (const [route, create] of Object.entries(creations)) {
  test(`${route} without profile_id uses the default profile of several, and the one it is moved to`, async () => {
    const { client, merchant_id, ids, makeDefault } = await merchantWith(3)
    const [first, , third = ''] = ids

    const before = await create(client, merchant_id)
    await makeDefault(third)
    const moved = await create(client, merchant_id)

    assert.deepEqual([before, moved], [first, third])
  })
}

describe('a key that is bound to profiles', () => {
  test('uses the default profile if it is bound to it', async () => {
    const { ids, keyFor } = await merchantWith(3)
    const [first = '', second = ''] = ids
    const key = await keyFor(second, first)

    assert.equal((await key.post('/payments', sale)).body.profile_id, first)
  })

  test('otherwise uses the oldest of its profiles, whatever the order in which the key names them', async () => {
    const { client, url, ids, keyFor } = await merchantWith(4)
    const [, second = '', third = '', fourth = ''] = ids
    const key = await keyFor(fourth, third, second)

    assert.equal((await key.post('/payments', sale)).body.profile_id, second)
    const { payment_id } = (await key.post('/payments', { ...sale, profile_id: third })).body
    assert.equal((await client.get(`/payments/${payment_id}`)).body.profile_id, third)
    const other = await keyFor(fourth, third)
    assert.equal((await other.post('/payment_link', sale)).body.profile_id, third)
    assert.equal((await client.get(`${url}/${second}`)).body.is_default, false)
  })

  test('does not use a profile that was deleted', async () => {
    const { client, url, ids, keyFor } = await merchantWith(3)
    const [, second = '', third = ''] = ids
    const key = await keyFor(second, third)
    await client.delete(`${url}/${second}`)

    assert.equal((await key.post('/payments', sale)).body.profile_id, third)
  })
})

describe('is_default: true', () => {
  test('moves the default: the former can be deleted, the new one cannot', async () => {
    const { client, url, ids, makeDefault, defaults } = await merchantWith(2)
    const [first = '', second = ''] = ids

    const answer = await makeDefault(second)

    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.is_default, true)
    assert.deepEqual(await defaults(), [second])
    assertRefused(await client.delete(`${url}/${second}`), 409, 'IR_16')
    assert.equal((await client.delete(`${url}/${first}`)).status, 200)
    assert.deepEqual(await defaults(), [second])
  })

  test('changes nothing for the default profile, and changes other settings in the same commit', async () => {
    const { client, url, ids, defaults } = await merchantWith(2)
    const [first, second] = ids
    const same = await client.post(`${url}/${first}`, { is_default: true })
    assert.equal(same.body.is_default, true)
    const taken = { profile_name: 'Shop 1', is_default: true }
    assertRefused(await client.post(`${url}/${first}`, taken), 409, 'HE_01', 'profile_name')

    const both = await client.post(`${url}/${second}`, { profile_name: 'Main', is_default: true })

    assert.equal(`${both.body.profile_name} ${both.body.is_default}`, 'Main true')
    assert.deepEqual(await defaults(), [second])
  })

  test('is refused for a profile that does not exist', async () => {
    const { ids, makeDefault, defaults } = await merchantWith(1)

    assertRefused(await makeDefault('pro_unknown'), 404, 'IR_05')
    assert.deepEqual(await defaults(), ids)
  })

  test('leaves one entry in the audit trail, about the profile of the request', async () => {
    const { client, ids, makeDefault } = await merchantWith(2)

    const answer = await makeDefault(ids[1] ?? '')

    const { body } = await client.get('/audit?limit=100')
    const request_id = answer.headers.get('x-request-id')
    const entries = body.data.filter(
      (each: { request_id: string }) => each.request_id === request_id,
    )
    assert.equal(entries.length, 1)
    assert.equal(entries[0].object_id, ids[1])
    assert.deepEqual(entries[0].changes, { is_default: { from: false, to: true } })
  })

  test('leaves exactly one default when requests move it at the same time', async () => {
    const { ids, makeDefault, defaults } = await merchantWith(6)

    const answers = await Promise.all(ids.map(makeDefault))

    for (const { status, text } of answers) assert.equal(status, 200, text)
    assert.equal((await defaults()).length, 1)
  })

  test('never leaves a deleted default when the profile is deleted at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { client, url, ids, makeDefault, defaults } = await merchantWith(2)
      const [first = '', second = ''] = ids

      const [moved, deleted] = await Promise.all([
        makeDefault(second),
        client.delete(`${url}/${second}`),
      ])

      const isMoved = moved.status === 200
      assert.equal(deleted.status, isMoved ? 409 : 200, deleted.text)
      if (!isMoved) assertRefused(moved, 404, 'IR_05')
      assert.deepEqual(await defaults(), [isMoved ? second : first])
    }
  })
})

test('is_default: false is no change for another profile, and refused for the default one', async () => {
  const { client, url, ids, defaults } = await merchantWith(2)
  const [first, second] = ids

  assert.equal((await client.post(`${url}/${second}`, { is_default: false })).status, 200)
  const answer = await client.post(`${url}/${first}`, { is_default: false })

  assertRefused(answer, 400, 'IR_04', 'is_default')
  assert.deepEqual(await defaults(), [first])
})
