// Disputes, the files for them, and the callback by which the bank reports one.
import assert from 'node:assert/strict'
import { callbackHeaders, delayBank, testBank } from '#testing/bank.ts'
import type { Shop } from '#testing/harness.ts'
import { signedInAs } from '#testing/team.ts'
import { DISPUTE_DELAY_MS, disputed } from '../support/disputing.ts'
import { kinds, notesPath, notesUrl } from '../support/noting.ts'
import type { Calling, Recorder } from './recorder.ts'

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
  const draft = {
    ...recorder.example('POST /disputes/evidence/:dispute_id/draft'),
    receipt: file_id,
  }
  const drafted = { dispute_id }
  await recorder.call(shop, 'POST /disputes/evidence/:dispute_id/draft', drafted, { body: draft })
  await recorder.call(shop, 'GET /disputes/evidence/:dispute_id/draft', drafted)
  await recorder.call(shop, 'POST /disputes/evidence/preview', {}, { body: evidence })
  await recorder.call(shop, 'POST /disputes/evidence', {}, { body: evidence })
  await recorder.call(shop, 'GET /disputes/evidence/:dispute_id', { dispute_id })
  const field = { ...recorder.example('DELETE /disputes/evidence'), dispute_id }
  await recorder.call(shop, 'DELETE /disputes/evidence', {}, { body: field })
  const unused = (await recorder.call(shop, 'POST /files')).body
  await recorder.call(shop, 'DELETE /files/:file_id', { file_id: unused.file_id })
  await recordCallback(recorder, shop, dispute.connector_dispute_id)
  await recordNotes(recorder, shop)
  const other = (await disputed(shop)).body
  await recorder.call(shop, 'POST /disputes/accept/:dispute_id', { dispute_id: other.dispute_id })
}

async function recordNotes(recorder: Recorder, shop: Shop): Promise<void> {
  const by = await signedInAs(shop, 'merchant_customer_support')
  for (const kind of kinds) {
    const id = (await notesPath(shop, kind)).split('/')[2] ?? ''
    const ids = { [`${kind.slice(0, -1)}_id`]: id }
    const url = notesUrl(kind)
    const { note_id } = (await recorder.call(shop, `POST ${url}`, ids, { by })).body
    await recorder.call(shop, `GET ${url}`, ids, { by })
    await recorder.call(shop, `DELETE ${url}/:note_id`, { ...ids, note_id }, { by })
  }
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
  await recordAccountCallback(recorder, shop, { body, headers })
}

/** The account is deleted again, so that later payments have none. */
async function recordAccountCallback(
  recorder: Recorder,
  shop: Shop,
  sent: Pick<Calling, 'body' | 'headers'>,
): Promise<void> {
  const { merchant_id } = shop.merchant
  const accounts = `/account/${merchant_id}/connectors`
  const credentials = { key: (await testBank()).env['FLORIN_BANK_KEY'] }
  const { body } = await shop.post(accounts, { connector_name: 'bank', credentials })
  const { connector_id } = body
  await recorder.call(
    shop,
    'POST /provider_callbacks/:provider/:merchant_id/:connector_id',
    { provider: 'bank', merchant_id, connector_id },
    { by: shop.with(undefined), ...sent },
  )
  await shop.post(`${accounts}/${connector_id}`, { status: 'disabled' })
  await shop.delete(`${accounts}/${connector_id}`)
}
