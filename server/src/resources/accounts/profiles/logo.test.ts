import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { encodeJpeg } from '#core/images/codecs.ts'
import { harness } from '#testing/harness.ts'
import { dataUrl } from '#testing/images.ts'

const shop = await harness()
after(() => shop.app.close())
const { merchant_id, profile_id } = shop.merchant
const url = `/account/${merchant_id}/business_profile/${profile_id}`

test('a JPEG logo that is sent back as it was answered stays, and another one is drawn again', async () => {
  const data = new Uint8ClampedArray(4 * 64 * 64).map((_, n) => (n * 7) & 255)
  const logo = dataUrl(await encodeJpeg({ width: 64, height: 64, data }, 95), 'jpeg')

  const first = await shop.post(url, { payment_link_config: { logo } })
  const stored: string = first.body.payment_link_config?.logo
  const again = await shop.post(url, { payment_link_config: { logo: stored } })

  assert.match(stored, /^data:image\/jpeg;base64,/, first.text)
  assert.notEqual(stored, logo)
  assert.equal(again.body.payment_link_config.logo, stored)
})
