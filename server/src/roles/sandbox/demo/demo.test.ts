// The demo's history at a small size, and the plan for the whole one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#kernel/clock.ts'
import { Client } from '#testing/client.ts'
import { assertSentence, florin } from '#testing/command_line.ts'
import { testServer } from '#testing/template.ts'
import { startSandbox } from '../../../../../test/support/sandbox.ts'
import { planMoments } from './plan.ts'
import { seededRandom } from './random.ts'

const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: testServer() }
const START = new Date('2026-01-05T00:00:00Z')

const dayOf = (ms: number) => Math.floor(ms / DAY_MS)

test('the plan of the demo depends on nothing but the seed', () => {
  const first = planMoments(seededRandom(1), 90, START)
  const again = planMoments(seededRandom(1), 90, START)
  const other = planMoments(seededRandom(2), 90, START)

  assert.deepEqual(again, first)
  assert.notDeepEqual(other, first)
  const count = first.reduce((sum, { purchases }) => sum + purchases.length, 0)
  assert.ok(count > 300 && count < 700, `${count} purchases`)
  assert.equal(new Set(first.map(({ day }) => day)).size, 91)
})

test('--demo makes a history of every kind of object, and the clock of the merchant ends on its last day', async (t) => {
  const before = dayOf(Date.now())
  const sandbox = await startSandbox(env, ['--demo', '3'])
  t.after(() => sandbox.stop())
  const { facts } = sandbox
  const client = new Client(facts.base_url, facts.api_key)
  const totalOf = async (path: string) => (await client.get(path)).body.total_count as number

  const clock = await client.get('/sandbox/clock')
  const profiles = await client.get(`/account/${facts.merchant_id}/business_profile`)
  const keys = await client.get(`/api_keys/${facts.merchant_id}/list`)
  const counts = {
    payments: await totalOf('/payments/list'),
    succeeded: await totalOf('/payments/list?status=succeeded'),
    held: await totalOf('/payments/list?status=requires_merchant_action'),
    customers: await totalOf('/customers/list'),
    disputes: await totalOf('/disputes/list?status=dispute_opened'),
    failed_payouts: await totalOf('/payouts/list?status=failed'),
    links: await totalOf('/payment_link/list'),
  }

  const days = dayOf(Date.parse(clock.body.now)) - before
  // Midnight may have passed while it started.
  const passed = dayOf(Date.now()) - before
  assert.ok(days >= 3 && days <= 3 + passed, clock.text)
  assert.deepEqual(
    profiles.body.map(({ profile_name }: { profile_name: string }) => profile_name).toSorted(),
    ['Online shop', 'Roastery'],
  )
  assert.ok(keys.text.includes('Checkout server'), keys.text)
  for (const [name, count] of Object.entries(counts)) assert.ok(count > 0, `no ${name}`)
})

test('--demo with something that is no number of days is refused with one sentence', async () => {
  const ended = await florin(['sandbox', '--demo=week'], env)

  assertSentence(ended, /--demo takes a number of days from 1 to 999/)
})
