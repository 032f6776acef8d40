// A provider report that no path in the dispute table leads to, in a signed callback.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { balances } from '#core/ledger/read.ts'
import { callbackHeaders, testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { handleDisputeUpdate } from './handle_update.ts'

const AMOUNT = 1000

async function standing(shop: Shop, account: string): Promise<number> {
  const rows = await balances({ ...shop.services, merchant_id: shop.merchant.merchant_id })
  return Number(rows.find((row) => row.account === account)?.balance ?? 0)
}

test('a dispute that was accepted and is then reported as won gives the money back, and an operator reads of it', async () => {
  const bank = await testBank()
  await using shop = await harness({ env: bank.env })
  shop.services.public_url = 'http://127.0.0.1:9'
  const { merchant_id } = shop.merchant
  const { payment_id } = (await shop.post('/payments', paymentBody({ amount: AMOUNT }))).body
  const [paid] = await shop.services.db.run<{ authorization_id: string }>(
    'select authorization_id from payments where payment_id = $1 and merchant_id = $2',
    [payment_id, merchant_id],
  )
  const opened = await bank.desk('POST', `/operations/${paid?.authorization_id}/dispute`, {})
  const { dispute_id: bank_id } = (await opened.json()) as { dispute_id: string }
  const reported = await shop.services.provider.queryDispute(bank_id)
  assert.ok(typeof reported === 'object' && !('result' in reported))
  await handleDisputeUpdate(shop.services, { merchant_id, connector_id: null }, reported)
  const { dispute_id } = (await shop.get('/disputes/list')).body.data[0]
  const accepted = await shop.post(`/disputes/accept/${dispute_id}`)
  assert.equal(accepted.body.status, 'dispute_accepted', accepted.text)
  assert.equal(await standing(shop, 'available'), 0)

  const dispute = { ...reported, revision: 9, status: 'won', debited: 0 }
  const body = JSON.stringify({ event_id: 'bev_9', merchant_id, type: 'dispute', dispute })
  const headers = callbackHeaders(bank, body)
  const path = `/provider_callbacks/bank/${merchant_id}`
  const callback = await shop.send('POST', path, undefined, { raw: body, headers })

  assert.equal(callback.status, 200, callback.text)
  assert.equal(await standing(shop, 'available'), AMOUNT)
  assert.equal(await standing(shop, 'reserved_for_disputes'), 0)
  const [row] = await shop.services.db.run<{ revision: number; amount_lost: number }>(
    'select revision, amount_lost from disputes where merchant_id = $1',
    [merchant_id],
  )
  assert.deepEqual({ ...row }, { revision: 9, amount_lost: 0 })
  const errors = shop.log.filter((line) => line.includes('"level":"error"'))
  assert.ok(errors.some((line) => line.includes('does not lead to') && line.includes(dispute_id)))
})
