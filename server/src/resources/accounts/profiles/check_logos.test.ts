import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness } from '#testing/harness.ts'
import { dataUrl, hostilePngs, png } from '#testing/images.ts'
import { checkLogos } from './check_logos.ts'

test('logos that are no images are removed, and sound ones, addresses and other settings stay', async () => {
  await using shop = await harness()
  const logos = [...Object.values(hostilePngs).map((bytes) => dataUrl(bytes)), dataUrl(png(4, 4))]
  const own = [...logos, 'https://cdn.example/logo.png']
  const merchants = await Promise.all(own.map(() => shop.neighbour()))
  for (const [n, { merchant }] of merchants.entries()) {
    await shop.services.db.run(
      'update profiles set payment_link_config = $2 where merchant_id = $1',
      [merchant.merchant_id, JSON.stringify({ seller_name: `Shop ${n}`, logo: own[n] })],
    )
  }

  assert.equal(await checkLogos(shop.services), 4)
  assert.equal(await checkLogos(shop.services), 0)

  for (const [n, { merchant }] of merchants.entries()) {
    const [row] = (await shop.services.db.run(
      'select payment_link_config as config from profiles where merchant_id = $1',
      [merchant.merchant_id],
    )) as { config: { logo?: string; seller_name: string } }[]
    assert.equal(row?.config.seller_name, `Shop ${n}`)
    assert.equal(row.config.logo, n < 4 ? undefined : own[n])
  }
})
