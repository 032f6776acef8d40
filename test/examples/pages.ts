// Payment links and their page, florin.js and tokens.
import { newId } from '#kernel/ids.ts'
import type { Shop } from '#testing/harness.ts'
import type { Recorder } from './recorder.ts'

export async function recordPages(recorder: Recorder, shop: Shop): Promise<void> {
  const { payment_link_id } = (await recorder.call(shop, 'POST /payment_link')).body
  await recorder.call(shop, 'GET /payment_link/:payment_link_id', { payment_link_id })
  await recorder.call(shop, 'GET /payment_link/list', {}, { query: { limit: '1' } })
  await recorder.call(shop, 'POST /payment_link/list', {}, { body: { limit: 1 } })
  await recorder.call(shop, 'POST /payment_link/preview')
  await recordPage(recorder, shop, payment_link_id)
  const unused = (await recorder.call(shop, 'POST /payment_link')).body.payment_link_id
  const name = 'POST /payment_link/:payment_link_id/deactivate'
  await recorder.call(shop, name, { payment_link_id: unused })
  await recorder.call(shop, 'POST /tokens')
  const by = shop.with(undefined)
  await recorder.call(shop, 'GET /florin.js', {}, { by })
  await recorder.call(shop, 'GET /florin.d.ts', {}, { by })
  const { merchant_id } = shop.merchant
  const body = { name: 'Web shop', type: 'publishable' }
  const { api_key } = (await shop.post(`/api_keys/${merchant_id}`, body)).body
  await recorder.call(shop, 'GET /embedded/card', {}, { by, query: { publishable_key: api_key } })
}

async function recordPage(recorder: Recorder, shop: Shop, payment_link_id: string) {
  const by = { by: shop.with(undefined) }
  const link = { payment_link_id }
  const base = '/pay/:payment_link_id'
  const page = await recorder.call(shop, `GET ${base}`, link, by)
  for (const type of ['js', 'css', 'json']) {
    const found = new RegExp(`/pay/assets/([\\w.-]+\\.${type})\\b`).exec(page.text)?.[1]
    if (found) await recorder.call(shop, 'GET /pay/assets/:asset', { asset: found }, by)
  }
  await recorder.call(shop, `GET ${base}/status`, link, by)
  const { billing: _, ...example } = recorder.example(`POST ${base}/payments`)
  const body = { ...example, attempt_id: newId('req') }
  const paid = await recorder.call(shop, `POST ${base}/payments`, link, { ...by, body })
  const { payment_id, client_secret } = paid.body
  const headers = { 'X-Client-Secret': String(client_secret) }
  const attempt = { ...link, attempt_id: body.attempt_id }
  await recorder.call(shop, `GET ${base}/attempts/:attempt_id`, attempt, by)
  const one = { ...link, payment_id }
  await recorder.call(shop, `GET ${base}/payments/:payment_id`, one, { ...by, headers })
}
