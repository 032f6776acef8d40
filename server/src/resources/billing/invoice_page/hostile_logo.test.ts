// A logo that crashes or stops a decoder harms nothing but the image, wherever the check that refuses it is missing.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ContainedProcess, ContainedFailure } from '#kernel/contained_process.ts'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { dataUrl, hostilePngs, png } from '#testing/images.ts'
import { insertInvoice } from '#testing/invoice.ts'
import { paymentBody } from '#testing/payment_body.ts'

let shop: Shop
before(async () => {
  shop = await harness({ env: (await testBank()).env })
})
after(() => shop[Symbol.asyncDispose]())

/** As an earlier release stored it. */
async function storeLogo(logo: string): Promise<void> {
  const { merchant_id, profile_id } = shop.merchant
  await shop.services.db.run(
    `update profiles set payment_link_config = $3 where merchant_id = $1 and profile_id = $2`,
    [merchant_id, profile_id, JSON.stringify({ logo })],
  )
}

for (const [name, bytes] of Object.entries(hostilePngs)) {
  test(`an invoice is printed without a stored logo that has ${name}`, async () => {
    await storeLogo(dataUrl(bytes))
    const { path } = await insertInvoice(shop)
    const pdf = await fetch(`${shop.base_url}${path}/pdf`)

    assert.equal(pdf.status, 200)
    assert.ok(!(await pdf.text()).includes('/Subtype /Image'))
  })

  test(`printed unchecked, an image with ${name} ends its process, and payments go on`, async () => {
    const file = new URL('../../../testing/unchecked_print_process.ts', import.meta.url)
    const limits = { timeout_ms: 5_000, max_waiting: 5, max_mb: 128 }
    const contained = new ContainedProcess<Uint8Array, Uint8Array>(file, limits)

    await assert.rejects(contained.run(bytes), ContainedFailure)
    const payment = await shop.post('/payments', paymentBody({ amount: 1500 }))
    assert.equal(payment.body.status, 'succeeded', payment.text)
  })
}

test('a sound logo is printed', async () => {
  await storeLogo(dataUrl(png(40, 20)))
  const { path } = await insertInvoice(shop)
  const pdf = await fetch(`${shop.base_url}${path}/pdf`)

  assert.ok((await pdf.text()).includes('/Subtype /Image'))
})
