import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sleep } from '#kernel/clock.ts'
import { LEASE_MS } from '#kernel/lease.ts'
import { startApi } from '#testing/api_process.ts'
import type { Client } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'

const waiting = { amount: 1000, currency: 'EUR' }

/** The redirect target for a payment without a `return_url`: a profile setting. */
async function leadsTo(client: Client, profile_id?: string): Promise<string> {
  const { body } = await client.post('/payments', { ...waiting, profile_id })
  return body.return_url
}

test('a changed profile counts at once where it was changed, and within a lease everywhere', async () => {
  await using shop = await harness()
  await using other = await startApi()
  const { merchant_id, profile_id, api_key } = shop.merchant
  const url = `/account/${merchant_id}/business_profile/${profile_id}`
  const far = other.client(api_key)
  await shop.post(url, { return_url: 'https://shop.example/old' })
  for (const id of [profile_id, undefined]) {
    assert.equal(await leadsTo(shop, id), 'https://shop.example/old')
    assert.equal(await leadsTo(far, id), 'https://shop.example/old')
  }

  await shop.post(url, { return_url: 'https://shop.example/new' })

  for (const id of [profile_id, undefined]) {
    assert.equal(await leadsTo(shop, id), 'https://shop.example/new')
  }
  await sleep(LEASE_MS)
  for (const id of [profile_id, undefined]) {
    assert.equal(await leadsTo(far, id), 'https://shop.example/new')
  }
})

test('a new default profile takes the next payment', async () => {
  await using shop = await harness()
  const path = `/account/${shop.merchant.merchant_id}/business_profile`
  const { profile_id } = (await shop.post(path, { profile_name: 'second' })).body
  const before = await shop.post('/payments', waiting)

  assert.equal((await shop.post(`${path}/${profile_id}`, { is_default: true })).status, 200)

  const after = await shop.post('/payments', waiting)
  assert.equal(before.body.profile_id, shop.merchant.profile_id)
  assert.equal(after.body.profile_id, profile_id)
})

test('a profile that was deleted takes no payments', async () => {
  await using shop = await harness()
  const path = `/account/${shop.merchant.merchant_id}/business_profile`
  const { profile_id } = (await shop.post(path, { profile_name: 'soon gone' })).body
  const made = await shop.post('/payments', { ...waiting, profile_id })
  await shop.post(`/payments/${made.body.payment_id}/cancel`, {})

  assert.equal((await shop.delete(`${path}/${profile_id}`)).status, 200)

  assert.equal((await shop.post('/payments', { ...waiting, profile_id })).status, 404)
})
