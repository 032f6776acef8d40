import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness } from '#testing/harness.ts'
import { webhookReceiver } from './read.ts'
import { rotateEncryption } from './rotate_encryption.ts'

test('a header is shown by its name alone, is not readable in the table, and `****` keeps its value', async () => {
  await using shop = await harness()
  const { merchant_id, profile_id } = shop.merchant
  const url = `/account/${merchant_id}/business_profile/${profile_id}`
  const set = (custom_http_headers: object) =>
    shop.post(url, {
      webhook_details: { webhook_url: 'http://127.0.0.1:9/hook', custom_http_headers },
    })
  const sent = async () =>
    (await webhookReceiver(shop.services, { merchant_id, profile_id }, shop.clock.now()))
      ?.custom_http_headers

  const answer = await set({ authorization: 'Bearer sesame', 'x-shop': 'berlin' })

  const masked = { authorization: '****', 'x-shop': '****' }
  assert.deepEqual(answer.body.webhook_details.custom_http_headers, masked)
  const read = await (await shop.keyWith('profiles:read')).get(url)
  assert.deepEqual(read.body.webhook_details.custom_http_headers, masked)
  const rows = await shop.services.db.run('select p::text from profiles p', [])
  assert.ok(!JSON.stringify(rows).includes('sesame'))
  assert.deepEqual(await sent(), { authorization: 'Bearer sesame', 'x-shop': 'berlin' })
  await set({ authorization: '****', 'x-shop': 'hamburg' })
  assert.deepEqual(await sent(), { authorization: 'Bearer sesame', 'x-shop': 'hamburg' })
  await set({})
  assert.deepEqual(await sent(), {})
})

test('headers that an earlier version stored in plain text are sent, not shown, and encrypted by a rotation', async () => {
  await using shop = await harness()
  const { merchant_id, profile_id } = shop.merchant
  await shop.services.db.run(
    `update profiles set webhook_details = webhook_details || $2::jsonb where merchant_id = $1`,
    [
      merchant_id,
      JSON.stringify({ webhook_url: 'http://127.0.0.1:9/', custom_http_headers: { a: 'sesame' } }),
    ],
  )
  const receiver = () =>
    webhookReceiver(shop.services, { merchant_id, profile_id }, shop.clock.now())
  assert.deepEqual((await receiver())?.custom_http_headers, { a: 'sesame' })

  await rotateEncryption(shop.services)

  const rows = await shop.services.db.run('select p::text from profiles p', [])
  assert.ok(!JSON.stringify(rows).includes('sesame'))
  assert.deepEqual((await receiver())?.custom_http_headers, { a: 'sesame' })
})

test('secrets and headers copied to another profile in the database do not decrypt there', async () => {
  await using shop = await harness()
  const { merchant_id, profile_id } = shop.merchant
  const other = await shop.post(`/account/${merchant_id}/business_profile`, {
    profile_name: 'Thief',
    webhook_details: { webhook_url: 'http://127.0.0.1:9/thief' },
  })
  const to = { merchant_id, profile_id: other.body.profile_id as string }

  for (const column of ['webhook_secret', 'webhook_headers']) {
    const custom_http_headers = { authorization: 'Bearer sesame' }
    await shop.post(`/account/${merchant_id}/business_profile/${profile_id}`, {
      webhook_details: { webhook_url: 'http://127.0.0.1:9/own', custom_http_headers },
    })
    await shop.services.db.run(
      `update profiles set ${column} = (select ${column} from profiles
        where merchant_id = $1 and profile_id = $2)
       where merchant_id = $1 and profile_id = $3`,
      [merchant_id, profile_id, to.profile_id],
    )
    const opened = webhookReceiver(shop.services, to, shop.clock.now())
    await assert.rejects(opened, /authenticate|unable/i, column)
  }
})
