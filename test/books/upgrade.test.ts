// The migration to billing that follows the money, on rows as the release before it wrote them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, MINUTE_MS } from '#kernel/clock.ts'
import { withServer } from '#kernel/databases.ts'
import { migrate } from '#kernel/migrate.ts'
import { acceptChain } from '#resources/accounts/audit/accept.ts'
import { verify } from '#testing/audit_trail.ts'
import { testBank } from '#testing/bank.ts'
import type { Answer, Client } from '#testing/client.ts'
import { florin } from '#testing/command_line.ts'
import { harness, Shop, testEnv } from '#testing/harness.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { APPROVED } from '../support/paying.ts'
import {
  confirm,
  createPrice,
  DECLINED_LATER,
  assertSubscriptionStatus,
  pass,
  pathOf,
  subscribed,
  withProfile,
} from '../support/subscribing.ts'
import { check, proposed } from './checked.ts'
import { databaseBefore } from './older_database.ts'

const MIGRATION = '0037_billing_follows_money.sql'

// In the future on PostgreSQL's clock, so that a plan change has not expired when the migration finds it.
const START = new Date('2040-01-31T10:00:00Z')

async function openShop(env: object = {}): Promise<Shop> {
  const shop = await harness({ env: { ...(await testBank()).env, ...env } })
  shop.clock.stopAt(START)
  return shop
}

const sends = async (answer: Promise<Answer>, status: string) => {
  const got = await answer
  assertSubscriptionStatus(got, status)
  return got
}

const NOW = { cancel_option: 'immediately', credit_option: 'full' }

/** A plan change that is not paid, because there is no card any more. */
async function change(client: Client, subscription: Answer, price: object): Promise<void> {
  const { body } = await client.get(pathOf(subscription))
  const method = await client.delete(`/payment_methods/${body.payment_method_id}`)
  assert.equal(method.status, 200, method.text)
  const next = await createPrice(client, price)
  await sends(client.put(`${pathOf(subscription)}/update`, next), 'unpaid')
}

const YEAR = { amount: 30000, interval: 'year' }

/** Subscriptions in which the releases differ, made by requests. */
async function arrange(shop: Shop, client: Client) {
  const coupon = { coupon_code: 'HALF', percent_off: 50, duration: 'repeating' }
  await client.post('/subscriptions/coupons', { ...coupon, duration_in_cycles: 6 })
  const yearly = await subscribed(client, { amount: 2000 }, { coupon_code: 'HALF' })
  const tried = await subscribed(client, { trial_period: 14 })
  const twice = await subscribed(client)
  const second = await createPrice(client, { amount: 1500 })
  await sends(client.put(`${pathOf(twice)}/update`, second), 'active')
  const limited = await subscribed(client, { cycles: 3 })
  const left = await subscribed(client, {}, { card: DECLINED_LATER })
  const credited = await subscribed(client)
  await sends(client.post(`${pathOf(credited)}/cancel`, NOW), 'cancelled')
  // The second period begins on 29 February, and the third one on 31 March.
  await pass(shop, 30)
  const [dearer, late] = [await subscribed(client), await subscribed(client)]
  shop.clock.advance(DAY_MS / 2)
  await runSweeps(shop)

  await sends(client.post(`${pathOf(yearly)}/pause`, { pause_option: 'end_of_term' }), 'active')
  for (const each of [yearly, tried]) await change(client, each, YEAR)
  for (const each of [dearer, late, twice]) await change(client, each, { amount: 5000 })
  return { yearly, tried, twice, dearer, late, limited, left, credited }
}

type Arranged = Awaited<ReturnType<typeof arrange>>

/** Columns that a plan change moves, and that must be unchanged until it is paid. */
const RESTORED = `status, plan_id, item_price_id, cycles, cycles_billed, anchor, periods_since_anchor, period_start,
  period_end, is_discounted, coupon_cycles_left, pause_at, open_invoice_id, pending_update, due_at`

async function rowOf({ services }: Shop, { body }: Answer) {
  const text = `select ${RESTORED} from subscriptions where subscription_id = $1`
  const [row] = await services.db.run<Record<string, unknown>>(text, [body.id])
  return row
}

/** The release before applied a plan change with the request, and collected its invoice like a renewal. */
const CHANGED = `update subscriptions s set plan_id = p.plan_id, item_price_id = p.item_price_id, cycles_billed = 1,
    due_at = null
  from invoices i join prices p on p.merchant_id = i.merchant_id and p.item_price_id = i.line_items -> 1 ->> 'item_id'
  where i.merchant_id = s.merchant_id and i.invoice_id = s.open_invoice_id and i.reason = 'plan_change'`
const RESTARTED = `update subscriptions s set anchor = i.period_start, periods_since_anchor = 1,
    period_start = i.period_start, period_end = i.period_end, due_at = i.period_end,
    pause_at = case when s.pause_at is not null then i.period_end end,
    is_discounted = s.coupon_code is not null, coupon_cycles_left = s.coupon_cycles_left - 1
  from invoices i where i.merchant_id = s.merchant_id and i.invoice_id = s.open_invoice_id
    and i.line_items @> '[{"item_type": "unused_time"}, {"item_type": "plan"}]'`
const COLLECTED = `update invoices set first_failed_at = created, retries = 1, next_attempt_at = created + interval '3 days'
  where reason = 'plan_change' and status = 'payment_failed'`
const LATE = `update invoices set created = created - interval '30 years' where reason = 'plan_change' and subscription_id = $1`
/** A resumption went on without the invoice; a later decline on its page made the subscription unpaid again. */
const LEFT = `with left_behind as (update subscriptions set open_invoice_id = null, due_at = null where subscription_id = $1
    returning invoice_id) update invoices set next_attempt_at = null where invoice_id in (select invoice_id from left_behind)`
/** `full` was the list price, here for an expensive plan that the customer had changed to for the last seconds. */
const GRANTED = `with entry as (update credit_entries set amount = 100000, invoice_id = null returning 1)
  update credit_balances set amount = 100000`
const UNBOOKED = `delete from transfers where cause in ('credit_issue', 'credit_use')`

/** The rows as the release before wrote them. */
async function rewrite(url: string, { left, late }: Arranged): Promise<void> {
  await withServer(url, async (client) => {
    for (const text of [CHANGED, RESTARTED, COLLECTED, GRANTED, UNBOOKED]) await client.query(text)
    await client.query(LEFT, [left.body.id])
    await client.query(LATE, [late.body.id])
  })
}

test('an unpaid plan change becomes pending, credit is in the books, and the doctor lists open decisions', async () => {
  await using made = await openShop()
  const arranged = await arrange(made, withProfile(made))
  assert.deepEqual((await check(made)).violations, [])
  await using older = await databaseBefore(MIGRATION)
  await rewrite(older.url, arranged)

  await migrate(older.url)

  await using other = await openShop({ DATABASE_URL: older.url })
  other.clock.stopAt(made.clock.now())
  const { app, services, clock, log } = other
  const shop = new Shop({ app, services, clock, log, merchant: made.merchant })
  // As the operator does once: entries from that release have no MAC.
  assert.ok(await acceptChain(services, (await verify(shop)).chain))
  const { yearly, tried, twice, dearer, limited, late } = arranged
  for (const each of [yearly, tried, twice, dearer, limited]) {
    assert.deepEqual(await rowOf(shop, each), await rowOf(made, each))
  }
  // A process on the release before takes the timer for a renewal, so it must not be due while one may still run.
  const { due_at, pending_update } = (await rowOf(shop, late)) as {
    due_at: Date
    pending_update: { expires_at: string }
  }
  assert.ok(due_at.getTime() > Date.now() + 50 * MINUTE_MS, due_at.toISOString())
  assert.deepEqual(new Date(pending_update.expires_at), due_at)
  await runSweeps(shop)
  const { violations, decisions } = await check(shop)
  const { id, invoice } = (await withProfile(shop).get(pathOf(arranged.left))).body
  const command = `florin-server invoices void ${shop.merchant.merchant_id} ${invoice.id}`
  assert.deepEqual(
    violations.map((line) => line.split(': ')[0]),
    [
      '19 is unpaid without an open invoice',
      `19 ${invoice.id} is payment_failed, and nothing waits for it`,
    ],
  )
  assert.ok(violations[0]?.includes(`POST /subscriptions/${id}/pause`), violations[0])
  assert.ok(violations[1]?.endsWith(command), violations[1])
  assert.equal(decisions.filter((line) => line.startsWith('changes to ')).length, 4)
  assert.ok(decisions.some((line) => line.startsWith('99000 of its 100000 EUR of credit')))

  await decide(shop, older.url, arranged)
  assert.deepEqual(await check(shop), { violations: [], decisions: [] })
})

/** Everything that the doctor has listed, as it proposes it or otherwise. */
async function decide(shop: Shop, DATABASE_URL: string, arranged: Arranged): Promise<void> {
  const client = withProfile(shop)
  const { decisions } = await check(shop)
  const taken = proposed(decisions.find((line) => line.includes('/credit')) ?? '')
  assert.deepEqual((await client.post(taken.path, taken.body)).body.balances[0].amount, 1000)

  const left = pathOf(arranged.left)
  const { body } = await client.get(left)
  const env = await testEnv({ ...(await testBank()).env, DATABASE_URL })
  const args = ['invoices', 'void', shop.merchant.merchant_id, body.invoice.id as string]
  const voided = await florin(args, env)
  assert.equal(voided.stdout, `The invoice ${body.invoice.id} is voided.\n`, voided.stderr)
  await sends(client.post(`${left}/pause`, { pause_option: 'immediately' }), 'paused')
  await sends(client.post(`${left}/resume`, { resume_option: 'immediately' }), 'active')

  // The change to another price is paid and applied; that to another interval expires.
  const { body: changed } = await confirm(client, arranged.dearer, APPROVED)
  assert.deepEqual([changed.status, changed.pending_update], ['active', null])
  assert.notEqual(changed.plan_id, arranged.dearer.body.plan_id)
  await pass(shop, 1)
  const { body: lasting } = await client.get(pathOf(arranged.yearly))
  assert.deepEqual([lasting.status, lasting.pending_update], ['active', null])
  const invoice = await client.get(`/invoices/${lasting.invoice.id}`)
  assert.equal(invoice.body.status, 'voided')
  // The period that was paid with the coupon has its worth still.
  await sends(client.post(`${pathOf(arranged.yearly)}/cancel`, NOW), 'cancelled')
  const credit = await client.get(`/customers/${lasting.customer_id}/credit`)
  assert.equal(credit.body.balances[0].amount, 1000)
}

test('invoices that the previous release makes meanwhile keep their worth', async () => {
  await using shop = await openShop()
  const client = withProfile(shop)
  const coupon = { coupon_code: 'ONCE', percent_off: 50, duration: 'once' }
  await client.post('/subscriptions/coupons', coupon)
  const made = await subscribed(client, {}, { coupon_code: 'ONCE' })
  await pass(shop, 30)

  // It writes no period numbers.
  await run(
    shop,
    made,
    `update invoices set period_no = 0 where reason = 'renewal' and subscription_id = $1`,
  )
  await run(shop, made, `update subscriptions set period_no = 1 where subscription_id = $1`)

  await sends(client.post(`${pathOf(made)}/cancel`, NOW), 'cancelled')
  const credit = await client.get(`/customers/${made.body.customer_id}/credit`)
  assert.equal(credit.body.balances[0].amount, 1000)
})

test('a price with two cycles is billed twice, even if the release before has chosen it or has lost count', async () => {
  await using shop = await openShop()
  const client = withProfile(shop)
  const [chosen, counted] = [
    await subscribed(client, { cycles: 2 }),
    await subscribed(client, { cycles: 2 }),
  ]
  await run(shop, chosen, `update subscriptions set cycles = null where subscription_id = $1`)
  await run(shop, counted, `update subscriptions set cycles_billed = 2 where subscription_id = $1`)

  for (let month = 0; month < 4; month++) await pass(shop, 31)

  const states: unknown[] = []
  for (const each of [chosen, counted]) {
    const { body } = await client.get(pathOf(each))
    const { body: list } = await client.get(`${pathOf(each)}/invoices`)
    states.push([body.status, list.count ?? list.data.length])
  }
  assert.deepEqual(states, [
    ['in_active', 2],
    ['in_active', 1],
  ])
})

test('a plan change that the release before has left open through a pause is voided by the resumption', async () => {
  await using shop = await openShop()
  const client = withProfile(shop)
  const made = await subscribed(client)
  await change(client, made, { amount: 5000 })
  await run(
    shop,
    made,
    `update subscriptions set status = 'paused', paused_at = now() where subscription_id = $1`,
  )

  const body = {
    resume_option: 'immediately',
    unpaid_invoices_handling: 'schedule_payment_collection',
  }
  const resumed = await sends(client.post(`${pathOf(made)}/resume`, body), 'active')

  assert.equal(resumed.body.pending_update, null)
  assert.equal(resumed.body.invoice.status, 'voided')
})

async function run({ services }: Shop, { body }: Answer, text: string): Promise<void> {
  await services.db.run(text, [body.id])
}
