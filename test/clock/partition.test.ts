// A merchant's test clock stops at every moment at which something is due. So a year in one step and a year in many
// steps are the same year, with a worker beside the api that works on the same rows.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/clock.ts'
import { advanceClock } from '#testing/advance_clock.ts'
import { startDeployment } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'
import { startReceiver } from '#testing/receiver.ts'
import { assertSameHistory, eventsSince, statesOf } from './history.ts'
import { createWorld, type World } from './world.ts'

const deployment = await startDeployment()
const receiver = await startReceiver(() => ({ status: 500 }))
after(async () => {
  await deployment[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const UNITS_MS = { s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }
const YEAR = ['365d']
/** From seconds to months, together a year. */
const FIRST = ['3s', '4s', '53s', '13m', '2m', '44m', '23h', '1d', '1d', '4d', '1d']
const STEPS = [...FIRST, ...Array<string>(47).fill('7d'), '28d']

test('the two partitions are of one length', () => {
  const ms = (text: string) =>
    Number(text.slice(0, -1)) * UNITS_MS[text.slice(-1) as keyof typeof UNITS_MS]
  assert.equal(
    STEPS.reduce((sum, each) => sum + ms(each), 0),
    365 * DAY_MS,
  )
})

async function live(world: World, steps: readonly string[]) {
  const { client, merchant_id, names, start } = world
  for (const step of steps) await advanceClock(client, step)
  const deliveries = await eventually('the deliveries have ended', () => ended(merchant_id))
  const events = await eventsSince(deployment, merchant_id, names, start)
  return { events, states: await statesOf(deployment, merchant_id, names, start), deliveries }
}

/** The attempts for each delivery to the failing receiver, when no more follow. */
async function ended(merchant_id: string): Promise<string[] | undefined> {
  const rows = await deployment.sql<{ status: string; attempts: number }>(
    `select status, attempts from deliveries where merchant_id = $1 and status <> 'skipped'`,
    [merchant_id],
  )
  if (rows.some(({ status }) => status === 'pending')) return undefined
  return rows.map(({ status, attempts }) => `${status} after ${attempts}`)
}

test('a year in one step and a year in many steps give the same history', async () => {
  const create = () => createWorld(deployment, receiver.url)

  const [whole, parts] = await Promise.all([
    create().then((world) => live(world, YEAR)),
    create().then((world) => live(world, STEPS)),
  ])

  const count = (what: string) => whole.states.filter((entry) => entry.what.startsWith(what)).length
  assert.equal(count('monthly: invoice invoice_paid'), 13)
  assert.equal(count('declined later: payment failed'), 4)
  assertSameHistory(whole.events, parts.events)
  assertSameHistory(whole.states, parts.states)
  assert.deepEqual(whole.deliveries, ['exhausted after 17'])
  assert.deepEqual(parts.deliveries, whole.deliveries)
})
