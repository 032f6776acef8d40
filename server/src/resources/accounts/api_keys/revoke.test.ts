import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApi } from '#testing/api_process.ts'
import type { Answer, Client } from '#testing/client.ts'
import { ADMIN_KEY, harness } from '#testing/harness.ts'

interface Change {
  /** By the merchant, or by the operator. */
  readonly by?: string
  readonly change: (client: Client, ids: { merchant_id: string; key_id: string }) => Promise<Answer>
  readonly answer: string
}

const changes: Readonly<Record<string, Change>> = {
  'a revocation': {
    change: (client, { merchant_id, key_id }) =>
      client.delete(`/api_keys/${merchant_id}/${key_id}`),
    answer: '401 AU_02',
  },
  'a change of scopes': {
    change: (client, { merchant_id, key_id }) =>
      client.post(`/api_keys/${merchant_id}/${key_id}`, { scopes: ['payouts:read'] }),
    answer: '403 AU_03',
  },
  'a change of the allowed addresses': {
    change: (client, { merchant_id, key_id }) =>
      client.post(`/api_keys/${merchant_id}/${key_id}`, { allowed_ips: ['203.0.113.7'] }),
    answer: '403 AU_03',
  },
  'the suspension of the merchant': {
    by: ADMIN_KEY,
    change: (client, { merchant_id }) =>
      client.post(`/accounts/${merchant_id}`, { status: 'suspended' }),
    answer: '403 AU_03',
  },
}

for (const [what, { by, change, answer }] of Object.entries(changes)) {
  test(`when ${what} is answered, no api process accepts the key, however busy it keeps it`, async () => {
    await using shop = await harness()
    await using one = await startApi()
    await using two = await startApi()
    const { merchant_id, api_key } = shop.merchant
    const made = (await shop.post(`/api_keys/${merchant_id}`, { name: 'soon gone' })).body
    const users = [one.client(made.api_key), two.client(made.api_key)]
    let changed = false
    const seen = new Set<string>()
    // Both processes are kept busy with the key, so that it is in both caches all the time.
    const busy = users.map(async (user) => {
      for (let after = 0; after < 20; ) {
        const started = changed
        const { status, body } = await user.get('/customers/list')
        if (!started) continue
        after++
        seen.add(`${status} ${body.error?.code}`)
      }
    })

    const done = await change(one.client(by ?? api_key), { merchant_id, key_id: made.key_id })
    changed = true
    await Promise.all(busy)

    assert.equal(done.status, 200, done.text)
    assert.deepEqual(seen, new Set([answer]))
  })
}

test('two keys that revoke themselves at once never both succeed: one is left to make keys', async () => {
  await using shop = await harness()
  const path = `/api_keys/${shop.merchant.merchant_id}`
  for (let round = 0; round < 3; round++) {
    const { merchant, client } = await shop.neighbour()
    const own = `/api_keys/${merchant.merchant_id}`
    const [first] = (await client.get(`${own}/list`)).body
    const second = (await client.post(own, { name: 'second' })).body

    const answers = await Promise.all([
      client.delete(`${own}/${first.key_id}`),
      client.with(second.api_key).delete(`${own}/${second.key_id}`),
    ])

    assert.deepEqual(
      answers.map((answer) => answer.status).toSorted((a, b) => a - b),
      [200, 409],
    )
  }
  assert.equal((await shop.get(`${path}/list`)).status, 200)
})
