import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMs, MINUTE_MS, systemClock } from '#kernel/clock.ts'
import { callbackHeaders, type TestBank, testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'

/** A disputed payment whose dispute the bank reports to this URL; returns the callback body. */
async function disputeOf(shop: Shop, bank: TestBank): Promise<string> {
  const { merchant_id } = shop.merchant
  shop.services.public_url = 'http://127.0.0.1:9'
  const paid = await shop.post('/payments', paymentBody({ payment_id: 'disputed' }))
  assert.equal(paid.body.status, 'succeeded', paid.text)
  const [row] = await shop.services.db.run<{ authorization_id: string }>(
    'select authorization_id from payments where payment_id = $1 and merchant_id = $2',
    ['disputed', merchant_id],
  )
  const opened = await bank.desk('POST', `/operations/${row?.authorization_id}/dispute`, {})
  const { dispute_id } = (await opened.json()) as { dispute_id: string }
  const dispute = await shop.services.provider.queryDispute(dispute_id)
  return JSON.stringify({ event_id: 'bev_1', merchant_id, type: 'dispute', dispute })
}

function receive(shop: Shop, merchant_id: string, raw: string, headers: Record<string, string>) {
  const path = `/provider_callbacks/bank/${merchant_id}`
  return shop.with(undefined).send('POST', path, undefined, { raw, headers })
}

async function disputes(shop: Shop): Promise<number> {
  return (await shop.get('/disputes/list')).body.data.length
}

test('a callback that is sent again within minutes changes nothing more, and later it is refused', async () => {
  const bank = await testBank()
  await using shop = await harness({ env: bank.env })
  const { merchant_id } = shop.merchant
  const body = await disputeOf(shop, bank)
  const headers = callbackHeaders(bank, body)
  const recorded = callbackHeaders(bank, body, addMs(systemClock.now(), -10 * MINUTE_MS))

  const old = await receive(shop, merchant_id, body, recorded)
  assert.deepEqual([old.status, old.body.error.code], [401, 'AU_01'])
  assert.equal(await disputes(shop), 0)
  const first = await receive(shop, merchant_id, body, headers)
  const balances = await shop.get('/balances')
  const again = await receive(shop, merchant_id, body, headers)

  assert.deepEqual([first.status, again.status], [200, 200])
  assert.equal(await disputes(shop), 1)
  assert.deepEqual((await shop.get('/balances')).body.balances, balances.body.balances)
})

test('a callback about one merchant is refused at the URL of another, with a valid signature', async () => {
  const bank = await testBank()
  await using shop = await harness({ env: bank.env })
  await using other = await harness({ env: bank.env })
  const body = await disputeOf(shop, bank)
  const nobodys = JSON.stringify({ ...JSON.parse(body), merchant_id: null })

  const foreign = await receive(shop, other.merchant.merchant_id, body, callbackHeaders(bank, body))
  const unnamed = await receive(
    shop,
    shop.merchant.merchant_id,
    nobodys,
    callbackHeaders(bank, nobodys),
  )

  for (const { status, body: refusal } of [foreign, unnamed]) {
    assert.deepEqual([status, refusal.error.code], [401, 'AU_01'])
  }
  assert.equal(await disputes(shop), 0)
  assert.equal(await disputes(other), 0)
})
