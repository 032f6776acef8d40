// A merchant's test clock moves: everything happens at its moment, nothing is left in flight, and a movement that
// does not end in time is continued.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { DAY_MS } from '#kernel/clock.ts'
import { advanceClock } from '#testing/advance_clock.ts'
import { isOperation } from '#testing/bank_proxy.ts'
import { Client } from '#testing/client.ts'
import { startDeployment } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'
import { ProfileClient, subscribed } from '../support/subscribing.ts'
import { send } from './world.ts'

const deployment = await startDeployment()
after(() => deployment[Symbol.asyncDispose]())

async function newShop(of = deployment) {
  const { api_key, profile_id, merchant_id } = await of.newMerchant('Shop')
  const { base_url } = of.client()
  const client = new ProfileClient(new Client(base_url, api_key), profile_id)
  await subscribed(client)
  return { client, merchant_id, api_key, profile_id }
}

const advance = (client: Client, by: string) => send(client, '/sandbox/clock', { advance: by })
const timeOf = async (client: Client) => Date.parse((await client.get('/sandbox/clock')).body.now)

interface Renewal {
  status: string
  period_start: Date
  created: Date
  paid_at: Date | null
}

function renewalsOf(merchant_id: string, of = deployment): Promise<Renewal[]> {
  return of.sql<Renewal>(
    `select status, period_start, created, paid_at from invoices
     where merchant_id = $1 and reason = 'renewal' order by period_start`,
    [merchant_id],
  )
}

test('three years in one step bill thirty-six months, each exactly at its moment', async () => {
  const { client, merchant_id } = await newShop()

  const { body } = await advanceClock(client, '1096d')

  assert.equal(body.ahead_seconds, (1096 * DAY_MS) / 1000)
  const renewals = await renewalsOf(merchant_id)
  assert.equal(renewals.length, 36)
  for (const { status, period_start, created, paid_at } of renewals) {
    assert.equal(status, 'invoice_paid')
    assert.deepEqual(created, period_start)
    assert.deepEqual(paid_at, period_start)
  }
})

test('a renewal whose answer is lost is settled at its moment, before the clock goes on', async () => {
  const { client, merchant_id } = await newShop()
  deployment.proxy.next(isOperation('authorize'), 'lose_answer')

  await advanceClock(client, '70d')

  const renewals = await renewalsOf(merchant_id)
  assert.equal(renewals.length, 2)
  for (const { status, period_start, paid_at } of renewals) {
    assert.equal(status, 'invoice_paid')
    assert.deepEqual(paid_at, period_start)
  }
})

test('the clock waits for a call in flight, answers after 20 s with the remaining work, and continues when the request is repeated', async () => {
  const { client, merchant_id } = await newShop()
  const start = await timeOf(client)
  const held = deployment.proxy.hold(isOperation('authorize'))

  const stopped = await advance(client, '70d')

  assert.ok(stopped.due_remaining > 0, JSON.stringify(stopped))
  assert.ok(Date.parse(stopped.now) - start < 40 * DAY_MS, stopped.now)
  const read = (await client.get('/sandbox/clock')).body
  assert.ok(read.due_remaining > 0, JSON.stringify(read))
  held.release()
  const { body } = await advanceClock(client, '70d')
  assert.equal(body.ahead_seconds, (70 * DAY_MS) / 1000)
  const renewals = await renewalsOf(merchant_id)
  assert.deepEqual(
    renewals.map(({ status }) => status),
    ['invoice_paid', 'invoice_paid'],
  )
  assert.deepEqual(renewals[1]?.paid_at, renewals[1]?.period_start)
})

test('requests that move one clock at the same time move it one after the other', async () => {
  const { client, merchant_id } = await newShop()

  const moved = await Promise.all([1, 2, 3].map(() => advance(client, '39d')))

  assert.deepEqual(
    moved.map(({ ahead_seconds }) => ahead_seconds).toSorted((a, b) => a - b),
    [39, 78, 117].map((days) => (days * DAY_MS) / 1000),
  )
  assert.equal((await renewalsOf(merchant_id)).length, 3)
})

test('a row that fails is reported and tried once more, and then stops the clock no longer', async () => {
  const { client, merchant_id } = await newShop()
  const points = (item_price_id: string) =>
    deployment.sql(
      `with old as (select item_price_id from subscriptions where merchant_id = $1)
       update subscriptions set item_price_id = $2 where merchant_id = $1
       returning (select item_price_id from old) as item_price_id`,
      [merchant_id, item_price_id],
    ) as Promise<{ item_price_id: string }[]>
  const [before] = await points('no_such_price')

  const failed = await advance(client, '32d')
  assert.ok(failed.due_remaining > 0)
  assert.equal(failed.ahead_seconds, (32 * DAY_MS) / 1000)
  const again = await advance(client, '32d')
  assert.deepEqual([again.ahead_seconds, again.due_remaining], [failed.ahead_seconds, 0])
  for (const days of [33, 34]) {
    const further = await advance(client, '1d')
    assert.deepEqual([further.ahead_seconds, further.due_remaining], [(days * DAY_MS) / 1000, 0])
  }

  await points(before?.item_price_id ?? '')
  assert.equal((await advance(client, '1d')).due_remaining, 0)
  assert.equal((await renewalsOf(merchant_id)).length, 1)
})

test('a movement whose process is killed is continued by another one, to the same target', async () => {
  await using own = await startDeployment()
  const { client, merchant_id, api_key, profile_id } = await newShop(own)
  const held = own.proxy.hold(isOperation('authorize'))
  const lost = client.post('/sandbox/clock', { advance: '70d' }).catch(() => undefined)
  await held.arrived
  await own.api().kill9()
  held.release()
  assert.equal(await lost, undefined)

  const { client: next } = await own.startApi()
  const other = new ProfileClient(new Client(next.base_url, api_key), profile_id)
  const moved = await eventually('the clock is free', async () => {
    const answer = await other.post('/sandbox/clock', { advance: '1d' })
    return answer.status === 200 && answer.body.due_remaining === 0 && answer.body
  })

  assert.equal(moved.ahead_seconds, (70 * DAY_MS) / 1000)
  const renewals = await renewalsOf(merchant_id, own)
  assert.deepEqual(
    renewals.map(({ status }) => status),
    ['invoice_paid', 'invoice_paid'],
  )
})
