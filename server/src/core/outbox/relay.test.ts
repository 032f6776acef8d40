import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import type { Reaction, RelayedEvent } from './reaction.ts'
import { retryBatches, relayEvents } from './relay.ts'

function openShop(): Promise<Shop> {
  return harness({ env: { FLORIN_PROVIDER: 'instant' } })
}

async function pay(shop: Shop, payment_id: string): Promise<void> {
  const answer = await shop.post('/payments', paymentBody({ payment_id }))
  assert.equal(answer.status, 200, answer.text)
}

/** A reaction that records its events' objects. */
function recording(run: (events: readonly RelayedEvent[]) => void = () => {}) {
  const seen: string[] = []
  const reaction: Reaction = {
    name: 'recording',
    on: 'all',
    async run(_, events) {
      run(events)
      seen.push(...events.map((event) => event.object_id))
    },
  }
  return { seen, reaction }
}

test('events claimed by a dead worker are relayed by another, those of a live worker are not', async () => {
  await using shop = await openShop()
  const { services } = shop
  await services.db.run(`insert into workers values ('living', now(), now())`, [])
  const dying: Reaction = { name: 'dying', on: 'all', run: () => new Promise(() => {}) }
  await pay(shop, 'of_the_dead')
  void relayEvents({ services, lazyDb: services.db, worker_id: 'dead', reactions: [dying] }, 100)
  await untilClaimed(shop, 'dead')
  await pay(shop, 'of_the_living')
  void relayEvents({ services, lazyDb: services.db, worker_id: 'living', reactions: [dying] }, 100)
  await untilClaimed(shop, 'living')

  const { seen, reaction } = recording()
  const taken = await retryBatches({
    services,
    lazyDb: services.db,
    worker_id: 'mine',
    reactions: [reaction],
  })

  assert.equal(taken, 1)
  assert.deepEqual(seen, ['of_the_dead'])
  const left = await services.db.run('select worker_id from relay_batches', [])
  assert.deepEqual(left, [{ worker_id: 'living' }])
})

async function untilClaimed(shop: Shop, worker_id: string): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const found = await shop.services.db.run('select 1 from relay_batches where worker_id = $1', [
      worker_id,
    ])
    if (found.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`nothing was claimed by ${worker_id}`)
}

test('an event whose reaction fails delays no other, and is retried until it succeeds', async () => {
  await using shop = await openShop()
  const { services } = shop
  await services.db.run('delete from relay_batches', [])
  let isFailing = true
  const { seen, reaction } = recording((events) => {
    if (isFailing && events.some((event) => event.object_id === 'bad'))
      throw new Error('not this one')
  })
  const relay = { services, lazyDb: services.db, worker_id: 'mine', reactions: [reaction] }
  for (const id of ['good', 'bad', 'better']) await pay(shop, id)

  assert.equal((await relayEvents(relay, 100)).length, 3)
  assert.deepEqual(seen, [])
  shop.clock.advance(2_000)
  await retryBatches(relay)
  assert.deepEqual(seen, ['good', 'better'])
  assert.equal(await retryBatches(relay), 0)
  isFailing = false
  shop.clock.advance(5_000)
  await retryBatches(relay)

  assert.deepEqual(seen, ['good', 'better', 'bad'])
  assert.deepEqual(await services.db.run('select 1 from relay_batches', []), [])
})

test('concurrent relays run each reaction once per event, and only for the types it handles', async () => {
  await using shop = await openShop()
  const { services } = shop
  for (let n = 0; n < 40; n++) await pay(shop, `p${n}`)
  const all = recording()
  const none = recording()
  const reactions = [all.reaction, { ...none.reaction, on: ['refund_failed'] }]

  const relayed = async (worker_id: string) =>
    (await relayEvents({ services, lazyDb: services.db, worker_id, reactions }, 10)).length
  const relays = Array.from({ length: 8 }, (_, n) => relayed(`w${n}`))
  const counts = await Promise.all(relays)
  while ((await relayed('w')) > 0);

  assert.ok(counts.filter((count) => count > 0).length > 1, counts.join())
  assert.equal(all.seen.length, 40)
  assert.equal(new Set(all.seen).size, 40)
  assert.deepEqual(none.seen, [])
})

test('the events of one merchant can be relayed alone', async () => {
  await using shop = await openShop()
  const { services } = shop
  const { client, merchant } = await shop.neighbour()
  const { seen, reaction } = recording()
  const relay = { services, lazyDb: services.db, worker_id: null, reactions: [reaction] }
  await pay(shop, 'of_the_first')
  await client.post('/payments', paymentBody({ payment_id: 'of_the_second' }))

  const relayed = await relayEvents(relay, 100, merchant.merchant_id)

  assert.equal(relayed.length, 1)
  assert.deepEqual(seen, ['of_the_second'])
  await relayEvents(relay, 100, shop.merchant.merchant_id)
  assert.deepEqual(seen, ['of_the_second', 'of_the_first'])
})
