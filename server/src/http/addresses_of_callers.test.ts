// The caller's address is the connection's, or the one that a trusted proxy saw. Everything before it in
// X-Forwarded-For is only claimed by the caller.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Client } from '#testing/client.ts'
import { harness, type Shop } from '#testing/harness.ts'

const LIMITS = { FLORIN_PUBLISHABLE_RATE_LIMIT: '2', FLORIN_ADDRESS_RATE_LIMIT: '2' }

/** A request without a valid client_secret, or without a valid key: 400 or 401, or 429 above a limit. */
type Caller = (shop: Shop) => Client
const callers: Readonly<Record<string, Caller>> = {
  'with a publishable key': (shop) => shop.with(shop.merchant.publishable_key),
  'without a valid key': (shop) => shop.with(`snd_${'a'.repeat(64)}`),
}

async function statuses(shop: Shop, caller: Caller, forwarded: readonly string[]) {
  // A fresh minute, so that the count does not restart in the middle.
  shop.clock.advance(60_000 - (shop.clock.now().getTime() % 60_000))
  const isRefused: boolean[] = []
  for (const address of forwarded) {
    const headers = { 'X-Forwarded-For': address }
    isRefused.push((await caller(shop).get('/payments/none', { headers })).status === 429)
  }
  return isRefused
}

for (const [name, caller] of Object.entries(callers)) {
  describe(`limits of a caller ${name}`, () => {
    test('without a trusted proxy X-Forwarded-For is ignored: every request is that of the connection', async () => {
      await using shop = await harness({ env: { ...LIMITS, FLORIN_TRUST_PROXY: '0' } })

      const forged = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']

      assert.deepEqual(await statuses(shop, caller, forged), [false, false, true, true])
    })

    test('behind one proxy each address has its own count, and addresses added by the caller are ignored', async () => {
      await using shop = await harness({ env: { ...LIMITS, FLORIN_TRUST_PROXY: '1' } })

      const sent = ['203.0.113.1', '8.8.8.8, 203.0.113.1', '1.1.1.1, 203.0.113.1', '203.0.113.2']

      assert.deepEqual(await statuses(shop, caller, sent), [false, false, true, false])
    })

    test('the addresses of one IPv6 /64 network share a count', async () => {
      await using shop = await harness({ env: { ...LIMITS, FLORIN_TRUST_PROXY: '1' } })

      const sent = ['2001:db8:1::1', '2001:db8:1::ffff', '2001:db8:1:0:9::1', '2001:db8:2::1']

      assert.deepEqual(await statuses(shop, caller, sent), [false, false, true, false])
    })
  })
}

test('a key with allowed addresses is accepted from where a trusted proxy saw the caller, not from where the caller says it is', async () => {
  await using shop = await harness({ env: { FLORIN_TRUST_PROXY: '1' } })
  const body = { name: 'office', allowed_ips: ['203.0.113.0/24'] }
  const made = await shop.post(`/api_keys/${shop.merchant.merchant_id}`, body)
  const office = shop.with(made.body.api_key)
  const from = async (address: string) =>
    (await office.get('/health', { headers: { 'X-Forwarded-For': address } })).status

  assert.equal(await from('203.0.113.9'), 200)
  assert.equal(await from('203.0.113.9, 198.51.100.7'), 403)
  assert.equal((await office.get('/health')).status, 403)
})
