// A plan must not depend on PostgreSQL's current statistics. It is made when a statement is first used, mostly on an
// empty table, and reused while the table grows; a plan that reads a few rows too many then reads millions later. So
// every statement in a payment's life is planned here on empty tables, and on a few rows with statistics, and each
// must find its row by its whole key.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '#app.ts'
import type { Services } from '#kernel/context.ts'
import { withServer } from '#kernel/databases.ts'
import { testDatabase } from '#testing/database.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { insertSubscription } from '#testing/subscription_rows.ts'
import { signedInAs } from '#testing/team.ts'
import {
  everyList,
  everyOldest,
  LISTED_CUSTOMER,
  LISTED_SUBSCRIPTION,
  pathOf,
  sendingOf,
} from './list_filters.ts'
import { APPROVED, pay, assertStatus } from '../support/paying.ts'
import { changeRole, invite, removeUser } from '../support/team_users.ts'

interface Plan {
  'Node Type'?: string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}

/** Tables that grow with a merchant's business. */
const GROWING = ['payments', 'refunds', 'operations', 'customers', 'profiles', 'idempotency']

test('no index but the primary key can serve a look-up by key', async () => {
  const found = await withServer(await testDatabase(), (client) =>
    client.query<{ name: string }>(`select c.relname as name
      from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where a.attname = 'merchant_id' and not i.indisprimary and i.indpred is null
        and c.relnamespace = 'public'::regnamespace`),
  )
  const wrong = found.rows.map(({ name }) => name)
  assert.deepEqual(
    wrong,
    [],
    `add \`where created > '-infinity'\`, and \`listed\` to its statements`,
  )
})

for (const size of ['no row', 'a few rows and their statistics'] as const) {
  test(`with ${size}, every row is found by its whole key`, async () => {
    await using shop = await harness({
      env: { FLORIN_PROVIDER: 'instant', FLORIN_DATABASE_CONNECTIONS: '1' },
    })
    const recorded = record(shop.services)
    await live(shop)
    const statements = [...recorded]
    const { db } = shop.services
    await db.run(size === 'no row' ? `truncate ${GROWING.join()}` : 'analyze', [])

    const scans: string[] = []
    for (const [text, parameters] of statements) {
      for (const scan of scansOf(await planOf(shop.services, text, parameters))) {
        const { 'Relation Name': relation, 'Index Name': index, 'Index Cond': condition } = scan
        const whole = index === `${relation}_pkey` && / AND /.test(condition ?? '')
        assert.ok(whole, `${relation} is read by ${index} with ${condition}:\n${text}`)
        scans.push(`${relation}`)
      }
    }
    assert.deepEqual(new Set(scans), new Set(GROWING))
  })
}

const LISTED = [
  ...GROWING,
  'disputes',
  'payouts',
  'payment_links',
  'transfers',
  'events',
  'deliveries',
  'audit_log',
  'payment_methods',
  'plans',
  'prices',
  'coupons',
  'subscriptions',
  'invoices',
]

for (const size of ['no row', 'a few rows and their statistics'] as const) {
  test(`with ${size}, a list reads the index of its filter or the order of creation`, async () => {
    await using shop = await harness({
      env: { FLORIN_PROVIDER: 'instant', FLORIN_DATABASE_CONNECTIONS: '1' },
    })
    const { lists, db } = shop.services
    const { merchant } = shop
    const recorded = record(lists)
    if (size !== 'no row') await live(shop)
    await shop.post('/customers', { customer_id: LISTED_CUSTOMER })
    await insertSubscription(shop, { subscription: { subscription_id: LISTED_SUBSCRIPTION } })
    const calls = everyList(routes)
    for (const call of [...calls, ...everyOldest(calls)]) {
      assert.equal(
        (await shop.get(pathOf(call, merchant.merchant_id), sendingOf(merchant))).status,
        200,
      )
    }
    await db.run('analyze', [])
    const statements = [...recorded]
    assert.ok(statements.length > 100)

    for (const [text, parameters] of statements) {
      const plan = await planOf({ db }, text, parameters)
      for (const scan of scansOf(plan, LISTED)) {
        const { 'Relation Name': relation, 'Index Name': index, 'Index Cond': condition } = scan
        const ordered = [`${relation}_newest`, `${relation}_people`].includes(index ?? '')
        const filtered = / AND /.test(condition ?? '')
        assert.ok(
          ordered || filtered,
          `${relation} is read by ${index} with ${condition}:\n${text}`,
        )
      }
    }
  })
}

for (const size of ['no row', 'a few rows and their statistics'] as const) {
  test(`with ${size}, saved payment methods are found by their customer or their key`, async () => {
    await using shop = await harness({
      env: { FLORIN_PROVIDER: 'instant', FLORIN_DATABASE_CONNECTIONS: '1' },
    })
    const { db } = shop.services
    const recorded = record(shop.services)
    await shop.post('/customers', { customer_id: 'ada' })
    for (const what of ['stays', 'deleted']) {
      const saved = { customer_id: 'ada', setup_future_usage: 'off_session' }
      const { payment_method_id } = (await pay(shop, APPROVED, saved)).body
      await shop.get('/customers/ada')
      await shop.post('/customers/ada', { default_payment_method_id: payment_method_id })
      await shop.get(`/payment_methods/${payment_method_id}`)
      if (what === 'deleted') await shop.delete(`/payment_methods/${payment_method_id}`)
    }
    const statements = [...recorded]
    await db.run(size === 'no row' ? 'truncate payment_methods' : 'analyze', [])

    let found = 0
    for (const [text, parameters] of statements) {
      for (const scan of scansOf(await planOf({ db }, text, parameters), ['payment_methods'])) {
        const { 'Index Name': index, 'Index Cond': condition } = scan
        assert.match(condition ?? '', / AND /, `read by ${index} with ${condition}:\n${text}`)
        found++
      }
    }
    assert.ok(found >= 5, `${found} statements read payment methods`)
  })
}

for (const size of ['no row', 'a few rows and their statistics'] as const) {
  test(`with ${size}, users are found by an index, so those of other merchants cost nothing`, async () => {
    await using shop = await harness({ env: { FLORIN_DATABASE_CONNECTIONS: '1' } })
    const { db } = shop.services
    const recorded = record(shop.services)
    const { email } = await invite(shop)
    await changeRole(shop, email, 'merchant_operator')
    await shop.get('/user/user/list?status=active&entity_type=merchant')
    await removeUser(await signedInAs(shop, 'org_admin'), email)
    const statements = [...recorded]
    const TABLES = ['memberships', 'users']
    await db.run(
      size === 'no row' ? `truncate directory.memberships, directory.users cascade` : 'analyze',
      [],
    )

    const found = new Set<string>()
    for (const [text, parameters] of statements) {
      for (const scan of readsOf(await planOf({ db }, text, parameters), TABLES)) {
        const { 'Index Name': index = 'no index', 'Index Cond': condition } = scan
        assert.ok(condition, `${scan['Relation Name']} is read by ${index}:\n${text}`)
        found.add(index)
      }
    }
    assert.ok(['memberships_pkey', 'users_pkey', 'users_email'].every((name) => found.has(name)))
  })
}

/** Statements as they are sent, with their parameter count. */
function record({ db }: Pick<Services, 'db'>): Map<string, number> {
  const seen = new Map<string, number>()
  const run = db.run.bind(db)
  db.run = (text, values) => {
    seen.set(text, values.length)
    return run(text, values)
  }
  return seen
}

/** Actions on one payment or one customer at a time; lists are another matter. */
async function live(shop: Shop): Promise<void> {
  const headers = { 'Idempotency-Key': 'once' }
  const { customer_id } = (await shop.post('/customers', { name: 'Ada' }, { headers })).body
  await shop.post('/customers', { name: 'Ada' }, { headers })
  await shop.post(`/customers/${customer_id}`, { name: 'Ada King' })
  const { profile_id } = shop.merchant
  const paid = await pay(shop, APPROVED, { customer_id, profile_id })
  assertStatus(paid, 'succeeded')
  const refund = await shop.post('/refunds', { payment_id: paid.body.payment_id, amount: 1 })
  await shop.post(`/refunds/${refund.body.refund_id}`, { reason: 'One book came back.' })
  for (const what of ['capture', 'cancel']) {
    const held = await pay(shop, APPROVED, { capture_method: 'manual', profile_id })
    await shop.post(`/payments/${held.body.payment_id}/${what}`)
    await shop.get(`/payments/${held.body.payment_id}`)
  }
}

async function planOf(
  { db }: Pick<Services, 'db'>,
  text: string,
  parameters: number,
): Promise<Plan> {
  await db.run(`set plan_cache_mode = 'force_generic_plan'`, [])
  await db.run(`prepare looked_at as ${text}`, [])
  const nulls = Array.from({ length: parameters }, () => 'null').join()
  const given = parameters > 0 ? `(${nulls})` : ''
  const rows = await db.run(`explain (format json) execute looked_at${given}`, [])
  await db.run('deallocate looked_at', [])
  const [row] = rows as { 'QUERY PLAN': [{ Plan: Plan }] }[]
  assert.ok(row)
  return row['QUERY PLAN'][0].Plan
}

/** A bitmap scan names its table above its index; `Relation Name` without an index is a full table scan. */
function scansOf(plan: Plan, tables: readonly string[] = GROWING): Plan[] {
  const own = tables.includes(plan['Relation Name'] ?? '') && 'Index Name' in plan ? [plan] : []
  return [...own, ...(plan.Plans ?? []).flatMap((each) => scansOf(each, tables))]
}

/** Full table scans too; a bitmap scan has its condition below its table's name. */
function readsOf(plan: Plan, tables: readonly string[], above?: string): Plan[] {
  const { 'Node Type': type, 'Relation Name': named, Plans: inner = [] } = plan
  const relation = named ?? (type === 'Bitmap Index Scan' ? above : undefined)
  const isRead = type !== 'ModifyTable' && type !== 'Bitmap Heap Scan'
  const own =
    isRead && tables.includes(relation ?? '') ? [{ ...plan, 'Relation Name': relation }] : []
  return [...own, ...inner.flatMap((each) => readsOf(each, tables, named))] as Plan[]
}
