import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApi } from '#testing/api_process.ts'
import { harness } from '#testing/harness.ts'

test('when a revocation is answered, no api process accepts the key, however busy it keeps it', async () => {
  await using shop = await harness()
  await using one = await startApi()
  await using two = await startApi()
  const path = `/api_keys/${shop.merchant.merchant_id}`
  const made = (await shop.post(path, { name: 'soon gone' })).body
  const users = [one.client(made.api_key), two.client(made.api_key)]
  let revoked = false
  const accepted: number[] = []
  // Both processes are kept busy with the key, so that it is in both caches all the time.
  const busy = users.map(async (user) => {
    for (let after = 0; after < 20; ) {
      const started = revoked
      const { status } = await user.get('/health')
      if (started) {
        after++
        accepted.push(status)
      }
    }
  })

  const answer = await one.client(shop.merchant.api_key).delete(`${path}/${made.key_id}`)
  revoked = true
  await Promise.all(busy)

  assert.equal(answer.status, 200)
  assert.deepEqual(new Set(accepted), new Set([401]))
  assert.equal((await users[1]?.get('/health'))?.body.error.code, 'AU_02')
})

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
