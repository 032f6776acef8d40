import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { parkedEventCount, retryParkedEvents } from './parked.ts'
import { pollEvents } from './poll_events.ts'

/** A payment whose money is disputed at the bank, and no callback says so. */
async function disputedAtBank(shop: Shop, payment_id: string): Promise<void> {
  const paid = await shop.post('/payments', paymentBody({ payment_id }))
  assert.equal(paid.body.status, 'succeeded', paid.text)
  const [row] = await shop.services.db.run<{ authorization_id: string }>(
    'select authorization_id from payments where payment_id = $1 and merchant_id = $2',
    [payment_id, shop.merchant.merchant_id],
  )
  const bank = await testBank()
  const opened = await bank.desk('POST', `/operations/${row?.authorization_id}/dispute`, {})
  assert.equal(opened.status, 200)
}

async function disputedPayments(shop: Shop): Promise<string[]> {
  const { data } = (await shop.get('/disputes/list')).body
  return (data as { payment_id: string }[]).map(({ payment_id }) => payment_id).toSorted()
}

async function makeDue({ services }: Shop): Promise<void> {
  await services.db.run('update directory.parked_events set retry_at = now()', [])
}

test('an event that cannot be handled is parked, does not hold up the next, and is handled when it can be', async () => {
  await using shop = await harness({ env: (await testBank()).env })
  const { services, merchant } = shop
  services.public_url = 'http://127.0.0.1:9'
  await pollEvents(services)
  await disputedAtBank(shop, 'gone')
  await disputedAtBank(shop, 'there')
  // A dispute cannot be opened without its payment.
  const rename = (from: string, to: string) =>
    services.db.run(
      'update payments set payment_id = $1 where payment_id = $2 and merchant_id = $3',
      [to, from, merchant.merchant_id],
    )
  await rename('gone', 'elsewhere')

  while ((await pollEvents(services)) > 0);

  assert.deepEqual(await disputedPayments(shop), ['there'])
  assert.equal(await parkedEventCount(services), 1)
  assert.equal(await retryParkedEvents(services, 10), 0, 'it is not due yet')
  await makeDue(shop)
  await retryParkedEvents(services, 10)
  assert.equal(await parkedEventCount(services), 1, 'it still cannot be handled')
  assert.equal(await retryParkedEvents(services, 10), 0, 'it backs off')

  await rename('elsewhere', 'gone')
  await makeDue(shop)
  await retryParkedEvents(services, 10)

  assert.deepEqual(await disputedPayments(shop), ['gone', 'there'])
  assert.equal(await parkedEventCount(services), 0)
})

test('an event that several workers cannot handle at once is parked once, and given to one of them', async () => {
  await using shop = await harness({ env: (await testBank()).env })
  const { services, merchant } = shop
  services.public_url = 'http://127.0.0.1:9'
  await pollEvents(services)
  await disputedAtBank(shop, 'gone')
  await services.db.run(
    `update payments set payment_id = 'elsewhere' where payment_id = 'gone' and merchant_id = $1`,
    [merchant.merchant_id],
  )

  await Promise.all(Array.from({ length: 4 }, () => pollEvents(services)))

  assert.equal(await parkedEventCount(services), 1)
  await makeDue(shop)
  const claimed = await Promise.all(
    Array.from({ length: 4 }, () => retryParkedEvents(services, 10)),
  )
  assert.equal(
    claimed.reduce((sum, n) => sum + n, 0),
    1,
  )
})
