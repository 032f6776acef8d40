// A person pays, is refunded, disputes and is paid out, and is named in every field that takes a text. The customer is
// deleted, and the worker is killed half-way. Then the person is looked for in every table, every uploaded file, Redis
// and every log line; and the books must still be in order.
import assert from 'node:assert/strict'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { checkBooks } from '#roles/doctor/books.ts'
import { readBankLog } from '#roles/doctor/bank_log.ts'
import { HOUR_MS } from '#kernel/clock.ts'
import { startRedis } from '#roles/sandbox/redis.ts'
import { delayBank } from '#testing/bank.ts'
import type { Client } from '#testing/client.ts'
import { blockedConnections, withTableLocked } from '#testing/commit_faults.ts'
import { type Deployment, startDeployment } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'
import { dumpRedis } from '#testing/redis.ts'
import { type Receiver, startReceiver } from '#testing/receiver.ts'
import {
  customer,
  dispute,
  link,
  lookForPerson,
  NOTE,
  paidOnPage,
  payment,
  payout,
  post,
  subscription,
} from './person.ts'
import { type Collector, startCollector } from '../support/collector.ts'
import { ProfileClient } from '../support/subscribing.ts'
import { rowsOf, searchFolder } from './search.ts'

delayBank(300)

const APPROVED = '4242424242424242'
const REVIEWED = '4000000000009235'

const cleanup = new AsyncDisposableStack()
let deployment: Deployment
let client: Client
let collector: Collector
let redis_url: string
let logs: string
let receiver: Receiver
/** Objects that are open when the customer is deleted. */
let open_objects: { payment_id: string; payout_id: string; dispute_id: string }
let paid_id: string
let open_link_id: string

before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'florin-erasure-'))
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  logs = join(folder, 'processes.log')
  const log = await open(logs, 'a')
  cleanup.defer(() => log.close())
  const redis = await startRedis(join(folder, 'redis'))
  assert.ok(redis, 'redis-server is needed: run scripts/setup')
  cleanup.defer(() => redis.stop())
  redis_url = redis.url
  // A receiver that repeats what it gets.
  receiver = cleanup.use(
    await startReceiver(({ body }) => ({
      body,
      headers: { 'X-Echo': encodeURI(body.slice(0, 999)) },
    })),
  )
  collector = cleanup.use(await startCollector())
  const env = { FLORIN_LOG_LEVEL: 'trace', REDIS_URL: redis.url, ...collector.env }
  deployment = cleanup.use(await startDeployment({ env, log_fd: log.fd }))
  client = deployment.client()
  await live()
})
after(() => cleanup.disposeAsync())

/** Everything that a person can do. */
async function live(): Promise<void> {
  const { merchant_id, profile_id } = deployment.merchant
  const webhook_details = { webhook_url: receiver.url }
  await post(client, `/account/${merchant_id}/business_profile/${profile_id}`, { webhook_details })
  await post(client, '/customers', customer)
  const saving = { setup_future_usage: 'off_session' }
  const paid = await post(client, '/payments', payment(APPROVED, saving), 'succeeded')
  paid_id = paid.body.payment_id
  assert.ok(paid.body.payment_method_id, 'the card was not saved')
  await post(client, '/refunds', {
    payment_id: paid_id,
    amount: 100,
    reason: NOTE.slice(0, 255),
    metadata: { note: NOTE },
  })
  await post(client, '/payments', payment('4000000000000002'), 'failed')
  await post(client, '/payments', payment(APPROVED, { confirm: false }), 'requires_confirmation')
  await decideByHand()
  await payLinks()
  await subscribe(profile_id)
  await dispute(client, { uncategorized_text: 'losing_evidence' })
  const payouts = [
    await post(client, '/payouts/create', payout({ recurring: true })),
    await post(client, '/payouts/create', payout()),
  ]
  const [sent, waiting] = payouts.map(({ body }) => body.payout_id as string)
  await post(client, `/payouts/${sent}/fulfill`, {}, 'success')
  const held = payment(APPROVED, { capture_method: 'manual' })
  open_objects = {
    payment_id: (await post(client, '/payments', held, 'requires_capture')).body.payment_id,
    payout_id: waiting ?? '',
    dispute_id: await dispute(client, {}),
  }
  await eventually('the first dispute is lost', async () => {
    return (await client.get('/disputes/list?status=dispute_lost')).body.count > 0
  })
}

/** One subscription has been cancelled, another one ends with its period. */
async function subscribe(profile_id: string): Promise<void> {
  const api = new ProfileClient(client, profile_id)
  const prices = [{ amount: 1000, currency: 'EUR', interval: 'month' }]
  const plan = await post(api, '/subscriptions/plans', { name: 'Plan', prices })
  const reason = NOTE.slice(0, 255)
  for (const cancel_option of ['immediately', 'end_of_term']) {
    const order = subscription(plan.body.prices[0].item_price_id)
    const { id } = (await post(api, '/subscriptions', order, 'active')).body
    await post(api, `/subscriptions/${id}/cancel`, { cancel_option, reason })
  }
}

/** One link is paid on its page, another one is still open. */
async function payLinks(): Promise<void> {
  const paid = (await post(client, '/payment_link', link)).body.payment_link_id
  const browser = client.with(undefined)
  await post(browser, `/pay/${paid}/payments`, paidOnPage('the-attempt-of-the-person'), 'succeeded')
  open_link_id = (await post(client, '/payment_link', link)).body.payment_link_id
}

/** Reasons that a merchant gives are also stored with the operation that they belong to. */
async function decideByHand(): Promise<void> {
  const held = payment(APPROVED, { capture_method: 'manual' })
  const { payment_id } = (await post(client, '/payments', held, 'requires_capture')).body
  const cancellation_reason = NOTE.slice(0, 255)
  await post(client, `/payments/${payment_id}/cancel`, { cancellation_reason }, 'cancelled')
  const reviewed = await post(client, '/payments', payment(REVIEWED), 'requires_merchant_action')
  const reason = NOTE.slice(0, 255)
  await post(client, `/payments/${reviewed.body.payment_id}/approve`, { reason }, 'succeeded')
}

async function inTables(): Promise<string[]> {
  const rows = await rowsOf(deployment.database_url)
  return [...rows].flatMap(([name, bytes]) => (lookForPerson(bytes).length > 0 ? [name] : []))
}

function inFiles(): Promise<string[]> {
  return searchFolder(join(deployment.folder, 'files'), lookForPerson)
}

/** Everything sealed in the vault, opened. */
async function inVault(): Promise<string[]> {
  const { vault } = deployment.services
  const rows = await deployment.sql<{ merchant_id: string; vault_id: string }>(
    'select merchant_id, vault_id from vault',
  )
  const found = await Promise.all(
    rows.map(async ({ merchant_id, vault_id }) => {
      const opened = JSON.stringify(await vault.get(merchant_id, vault_id))
      return lookForPerson(Buffer.from(opened)).map((what) => `${vault_id}: ${what}`)
    }),
  )
  return found.flat()
}

async function redactAt(): Promise<Date | null> {
  const [row] = await deployment.sql<{ redact_at: Date | null }>('select redact_at from customers')
  return row?.redact_at ?? null
}

/** Moves the merchant's clock; the sweep then does the due work. */
async function advance(by: string): Promise<void> {
  await post(client, '/sandbox/clock', { advance: by })
}

test('before the deletion the search finds the person, so it can fail', async () => {
  const tables = ['customers', 'payments', 'refunds', 'disputes', 'payouts', 'events', 'operations']
  tables.push('files', 'payment_methods', 'payout_methods', 'delivery_attempts', 'payment_links')
  tables.push('subscriptions', 'invoices', 'search_terms', 'search_objects')
  await eventually(
    'the receiver has repeated every event, and the search is complete',
    async () => {
      const pending = await deployment.sql(`select 1 from deliveries where status = 'pending'
      union all select 1 from search_changes union all select 1 from search_queue`)
      return pending.length === 0
    },
  )

  const found = await inTables()

  assert.deepEqual(new Set(found), new Set(tables.map((name) => `public.${name}`)))
  assert.equal((await inFiles()).length > 0, true)
  assert.equal((await inVault()).length > 0, true)
})

test('a worker that is killed half-way leaves the rest to the next one', async () => {
  await withTableLocked(deployment, 'refunds', async () => {
    const deleted = await client.delete('/customers/person')
    assert.equal(deleted.status, 200, deleted.text)
    await eventually('the worker waits for the refunds', async () => {
      const blocked = await blockedConnections(deployment, deployment.worker(), 'refunds')
      return blocked.length > 0
    })
    await deployment.worker().kill9()
    const found = await inTables()
    assert.ok(found.includes('public.refunds'), 'nothing is left to do')
    const half = await client.get(`/payments/${paid_id}`)
    assert.equal(half.body.name, 'Redacted')
  })
  const due = await redactAt()

  await deployment.startWorker()

  await eventually('the sweep has gone on', async () => {
    const next = await redactAt()
    return next !== null && due !== null && next > due
  })
})

test('only data that open objects need is left, until they have ended', async () => {
  const tables = ['public.disputes', 'public.files', 'public.payments', 'public.payouts']
  // An attempt to deliver a webhook that was under way is redacted after it was recorded.
  await eventually(
    'nothing else is left',
    async () => (await inTables()).toSorted().join() === tables.join(),
  )
  const left = await deployment.sql<{ id: string }>(
    `select payment_id as id from payments where payments::text like '%uillfeather%'
      union select payout_id from payouts where payouts::text like '%uillfeather%'
      union select dispute_id from disputes where disputes::text like '%uillfeather%'
      union select dispute_id from files`,
  )
  const { payment_id, payout_id, dispute_id } = open_objects
  assert.deepEqual(
    left.map(({ id }) => id).toSorted(),
    [dispute_id, payment_id, payout_id].toSorted(),
  )
  const sealed = await inVault()
  const [row] = await deployment.sql<{ vault_id: string }>(
    'select vault_id from payouts where payout_id = $1',
    [payout_id],
  )
  assert.ok(sealed.length > 0 && sealed.every((line) => line.startsWith(row?.vault_id ?? '-')))
  assert.ok(!sealed.some((line) => line.includes('as ddddddddddd')), 'the tax number is left')
})

test('a link of the person can no longer be paid, and its e-mail is not sent', async () => {
  const { body } = await client.get(`/payment_link/${open_link_id}`)
  const paid = await client
    .with(undefined)
    .post(`/pay/${open_link_id}/payments`, paidOnPage('an-attempt-after-the-deletion'))

  assert.deepEqual([body.status, body.email, body.metadata], ['deactivated', null, {}])
  assert.equal(`${paid.status} ${paid.body.error.code}`, '409 IR_16')
})

test('when they have ended, the person is in no table, file, vault, log line or Redis key', async () => {
  const { payment_id, payout_id, dispute_id } = open_objects
  await advance('3m')
  await eventually('the sweep waits for the next day', async () => {
    const next = await redactAt()
    return next !== null && next.getTime() > Date.now() + HOUR_MS
  })
  await post(client, `/disputes/accept/${dispute_id}`, {})
  await eventually('the evidence is erased when the dispute has ended', async () => {
    const tables = await inTables()
    // A file's row is deleted after its bytes.
    return !tables.some((name) => /disputes|files/.test(name))
  })
  assert.deepEqual(await inFiles(), [])
  await post(client, `/payments/${payment_id}/cancel`, {}, 'cancelled')
  await post(client, `/payouts/${payout_id}/cancel`, {}, 'cancelled')
  await advance('2d')
  await eventually('the sweep has ended', async () => (await redactAt()) === null)

  assert.deepEqual(await inTables(), [])
  assert.deepEqual(await inVault(), [])
  assert.deepEqual(await searchFolder(join(logs, '..'), lookForPerson), [])
  assert.deepEqual(await inRedis(), [])
})

async function inRedis(): Promise<string[]> {
  const entries = await dumpRedis(redis_url)
  assert.ok(entries.size > 0, 'Redis is not used')
  const keys = Buffer.from([...entries.keys()].join('\n'))
  return lookForPerson(Buffer.concat([keys, ...entries.values()]))
}

test('amounts, ids, states and the last digits of cards stay, and the doctor has no objection', async () => {
  const { body } = await client.get(`/payments/${paid_id}?expand=refunds`)
  const { last4, brand, card_holder_name } = body.payment_method_data.card
  assert.deepEqual([last4, brand, card_holder_name], ['4242', 'visa', 'Redacted'])
  assert.deepEqual(
    [body.amount, body.status, body.customer_id, body.refunds[0].amount, body.refunds[0].reason],
    [1000, 'succeeded', 'person', 100, 'Redacted'],
  )
  assert.deepEqual(body.metadata, {})

  const { bank, services } = deployment
  const books = await checkBooks(services, await readBankLog(await bank.log()))
  const violations = books.findings.flatMap((finding) => finding.violations)
  assert.deepEqual(violations, [])
})

test('no span of a trace ever named the person: nothing could erase it there', async () => {
  await Promise.all([...deployment.apis, deployment.worker(1)].map((each) => each.stop()))

  const exported = Buffer.from(collector.bodies.join('\n'))

  assert.deepEqual(lookForPerson(exported), [])
  for (const name of ['POST /customers', 'sweep deleted customers', 'webhook delivery']) {
    assert.ok(
      collector.spans.some((span) => span.name === name),
      name,
    )
  }
})
