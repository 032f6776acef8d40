import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMs, MINUTE_MS, systemClock } from '#kernel/clock.ts'
import { callbackHeaders, type TestBank, testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { connectAccount } from '../../../../../test/support/provider_accounts.ts'
import { retryParkedEvents } from './parked.ts'

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

test('a callback that cannot be handled yet is accepted, kept, and handled later', async () => {
  const bank = await testBank()
  await using shop = await harness({ env: bank.env })
  const { services, merchant } = shop
  const body = await disputeOf(shop, bank)
  // A dispute cannot be opened without its payment.
  const rename = (from: string, to: string) =>
    services.db.run(
      'update payments set payment_id = $1 where payment_id = $2 and merchant_id = $3',
      [to, from, merchant.merchant_id],
    )
  await rename('disputed', 'elsewhere')

  const answer = await receive(shop, merchant.merchant_id, body, callbackHeaders(bank, body))

  assert.equal(answer.status, 200, answer.text)
  assert.equal(await disputes(shop), 0)
  await rename('elsewhere', 'disputed')
  await services.db.run(
    'update directory.parked_events set retry_at = now() where merchant_id = $1',
    [merchant.merchant_id],
  )
  await retryParkedEvents(services, 10)
  assert.equal(await disputes(shop), 1)
})

test('an account with a thousand events that cannot be handled waits alone: its next one is refused with 503', async () => {
  const bank = await testBank()
  await using shop = await harness({ env: bank.env })
  const { services, merchant } = shop
  const full = await connectAccount(shop, 'Full')
  const other = await connectAccount(shop, 'Other', { status: 'disabled' })
  const body = await disputeOf(shop, bank)
  await services.db.run(
    'update payments set payment_id = $1 where payment_id = $2 and merchant_id = $3',
    ['elsewhere', 'disputed', merchant.merchant_id],
  )
  await services.db.run(
    `insert into directory.parked_events (provider, event_id, merchant_id, connector_id, event, error, attempts, version)
     select $1, 'forged_' || n, $2, $1, '{}', 'x', 1, 1 from generate_series(1, 1000) as n`,
    [full, merchant.merchant_id],
  )
  const receiveAt = (connector_id: string) => {
    const path = `/provider_callbacks/bank/${merchant.merchant_id}/${connector_id}`
    const headers = callbackHeaders(bank, body)
    return shop.with(undefined).send('POST', path, undefined, { raw: body, headers })
  }

  const refused = await receiveAt(full)
  const accepted = await receiveAt(other)

  assert.deepEqual([refused.status, refused.body.error?.code], [503, 'HE_00'], refused.text)
  assert.equal(refused.headers.get('retry-after'), '3600')
  assert.equal(accepted.status, 200, accepted.text)
})

test('an event that one account signed settles no operation of another account', async () => {
  const bank = await testBank()
  await using shop = await harness({ env: bank.env })
  const { services, merchant } = shop
  services.public_url = 'http://127.0.0.1:9'
  const own = await connectAccount(shop, 'Own')
  const thief = await connectAccount(shop, 'Thief', { status: 'disabled' })
  const challenged = await shop.post(
    '/payments',
    paymentBody({ payment_id: 'awaited', ...withCard('4000000000003220') }),
  )
  assert.equal(challenged.body.status, 'requires_action', challenged.text)
  const [row] = await services.db.run<{ operation_id: string; amount: string; currency: string }>(
    'select operation_id, amount, currency from operations where object_id = $1 and merchant_id = $2',
    ['awaited', merchant.merchant_id],
  )
  const { operation_id, amount, currency } = row ?? assert.fail()
  const operation = {
    operation_id,
    kind: 'authorize',
    transaction_id: 'bnk_1',
    outcome: 'approved',
    review: false,
    amount: Number(amount),
    currency,
  }
  const { merchant_id } = merchant
  const body = JSON.stringify({
    event_id: 'bev_forged',
    merchant_id,
    type: 'operation',
    operation,
  })
  const receiveAt = (connector_id: string) => {
    const path = `/provider_callbacks/bank/${merchant_id}/${connector_id}`
    const headers = callbackHeaders(bank, body)
    return shop.with(undefined).send('POST', path, undefined, { raw: body, headers })
  }
  const status = async () => (await shop.get('/payments/awaited')).body.status

  assert.equal((await receiveAt(thief)).status, 200)
  assert.equal(await status(), 'requires_action')

  assert.equal((await receiveAt(own)).status, 200)
  assert.equal(await status(), 'succeeded')
})
