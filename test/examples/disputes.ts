// Disputes, the files for them, and the callback by which the bank reports one.
import assert from 'node:assert/strict'
import { callbackHeaders, delayBank, testBank } from '#testing/bank.ts'
import type { Shop } from '#testing/harness.ts'
import { DISPUTE_DELAY_MS, disputed } from '../support/disputing.ts'
import type { Recorder } from './recorder.ts'

delayBank(DISPUTE_DELAY_MS)

export async function recordDisputes(recorder: Recorder, shop: Shop): Promise<void> {
  const dispute = (await disputed(shop)).body
  const { dispute_id, payment_id } = dispute
  await recorder.call(shop, 'GET /disputes/list', {}, { query: { limit: '1' } })
  await recorder.call(shop, 'POST /disputes/list', {}, { body: { payment_id, limit: 1 } })
  await recorder.call(shop, 'GET /disputes/:dispute_id', { dispute_id })
  const { file_id } = (await recorder.call(shop, 'POST /files')).body
  await recorder.call(shop, 'GET /files/:file_id', { file_id })
  await recorder.call(shop, 'GET /files/:file_id/content', { file_id })
  const evidence = { ...recorder.example('POST /disputes/evidence'), dispute_id, receipt: file_id }
  await recorder.call(shop, 'POST /disputes/evidence', {}, { body: evidence })
  await recorder.call(shop, 'GET /disputes/evidence/:dispute_id', { dispute_id })
  const field = { ...recorder.example('DELETE /disputes/evidence'), dispute_id }
  await recorder.call(shop, 'DELETE /disputes/evidence', {}, { body: field })
  const unused = (await recorder.call(shop, 'POST /files')).body
  await recorder.call(shop, 'DELETE /files/:file_id', { file_id: unused.file_id })
  await recordCallback(recorder, shop, dispute.connector_dispute_id)
  const other = (await disputed(shop)).body
  await recorder.call(shop, 'POST /disputes/accept/:dispute_id', { dispute_id: other.dispute_id })
}

/** The bank reports what the shop knows already. */
async function recordCallback(recorder: Recorder, shop: Shop, bank_id: string): Promise<void> {
  const { merchant_id } = shop.merchant
  const dispute = await shop.services.provider.queryDispute(bank_id)
  assert.ok(typeof dispute === 'object' && !('result' in dispute))
  const body = { event_id: 'bev_1', merchant_id, type: 'dispute', dispute }
  const headers = callbackHeaders(await testBank(), JSON.stringify(body))
  await recorder.call(
    shop,
    'POST /provider_callbacks/:provider/:merchant_id',
    { provider: 'bank', merchant_id },
    { by: shop.with(undefined), body, headers },
  )
}
