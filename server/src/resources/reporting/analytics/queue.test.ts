// The sums are compared with the objects themselves after each kind of change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catchUp } from '#testing/analytics.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { countQueued } from './count.ts'
import { queueChanged } from './queue.ts'

const openShop = () => harness({ env: { FLORIN_PROVIDER: 'instant' } })

interface Sum {
  kind: string
  status: string
  n: number
  amount: number
}

async function sums({ services, merchant }: Shop, level: string): Promise<Sum[]> {
  return services.db.run<Sum>(
    `select kind, dims[2] as status, sum(n)::int as n, sum(amount)::int as amount from analytics_rollups
     where merchant_id = $1 and level = $2 group by 1, 2 having sum(n) <> 0 order by 1, 2`,
    [merchant.merchant_id, level],
  )
}

test('a payment, its refund and its edits are counted once each, at the state they are in', async () => {
  await using shop = await openShop()
  const open = await shop.post('/payments', { amount: 700, currency: 'EUR' })
  const paid = await shop.post('/payments', paymentBody({ amount: 1_000, currency: 'EUR' }))
  await catchUp(shop.services)
  const refund = { payment_id: paid.body.payment_id, amount: 300, refund_type: 'Scheduled' }
  assert.equal((await shop.post('/refunds', refund)).status, 201)
  const edit = await shop.post(`/payments/${open.body.payment_id}`, { currency: 'USD' })
  assert.equal(edit.status, 200, edit.text)

  await catchUp(shop.services)

  const wanted = [
    { kind: 'payment', status: 'requires_payment_method', n: 1, amount: 0 },
    { kind: 'payment', status: 'succeeded', n: 1, amount: 1_000 },
    { kind: 'refund', status: 'pending', n: 1, amount: 0 },
  ]
  assert.deepEqual(await sums(shop, 'quarter'), wanted)
  assert.deepEqual(await sums(shop, 'day'), wanted)
  const [row] = await shop.services.db.run(
    `select dims[1] as currency from analytics_rollups where merchant_id = $1 and level = 'day'
     and dims[2] = 'requires_payment_method' and n > 0`,
    [shop.merchant.merchant_id],
  )
  assert.deepEqual(row, { currency: 'USD' })
})

test('events relayed again, in the opposite order, change nothing', async () => {
  await using shop = await openShop()
  for (let n = 1; n <= 5; n++) await shop.post('/payments', paymentBody({ amount: 100 * n }))
  const events = await catchUp(shop.services)
  const before = await sums(shop, 'quarter')

  await queueChanged(shop.services, events.toReversed())
  await queueChanged(shop.services, events)
  const counted = await countQueued(shop.services)

  assert.equal(counted, new Set(events.map((event) => event.object_id)).size)
  assert.equal(before[0]?.n, 5)
  assert.deepEqual(await sums(shop, 'quarter'), before)
})

test('workers that count at the same time count each object once', async () => {
  await using shop = await openShop()
  for (let n = 0; n < 30; n++) await shop.post('/payments', paymentBody({ amount: 100 }))
  const events = await catchUp(shop.services)
  await shop.services.db.run('delete from analytics_facts', [])
  await shop.services.db.run('delete from analytics_rollups', [])

  const rounds = Array.from({ length: 20 }, async (_, n) => {
    await queueChanged(shop.services, n % 2 === 0 ? events : events.toReversed())
    await countQueued(shop.services)
  })
  await Promise.all(rounds)
  await countQueued(shop.services)

  assert.deepEqual(await sums(shop, 'day'), [
    { kind: 'payment', status: 'succeeded', n: 30, amount: 3_000 },
  ])
})

test('an object that was deleted leaves the sums', async () => {
  await using shop = await openShop()
  const paid = await shop.post('/payments', paymentBody({ amount: 1_000 }))
  const { payment_id } = paid.body
  await shop.post('/refunds', { payment_id, amount: 300, refund_type: 'Scheduled' })
  await catchUp(shop.services)
  assert.equal((await sums(shop, 'day')).find(({ kind }) => kind === 'refund')?.n, 1)

  await shop.services.db.run('delete from refunds where merchant_id = $1', [
    shop.merchant.merchant_id,
  ])
  await catchUp(shop.services)

  assert.equal(
    (await sums(shop, 'day')).find(({ kind }) => kind === 'refund'),
    undefined,
  )
})

test('objects that were queued before a restore into another PostgreSQL are counted', async () => {
  await using shop = await openShop()
  const { body } = await shop.post('/payments', paymentBody({ amount: 100 }))
  await shop.services.db.run(
    `insert into analytics_queue (merchant_id, kind, object_id, is_bulk, queued_by)
     values ($1, 'payment', $2, false, '9000000000')`,
    [shop.merchant.merchant_id, body.payment_id],
  )

  await countQueued(shop.services)

  assert.deepEqual(await sums(shop, 'day'), [
    { kind: 'payment', status: 'succeeded', n: 1, amount: 100 },
  ])
})
