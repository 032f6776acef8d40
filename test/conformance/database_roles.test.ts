// With the rights in server/roles.sql, the api and the worker can do all their work, and nothing else.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { withServer } from '#kernel/databases.ts'
import { makeSecret } from '#kernel/crypto.ts'
import { newId } from '#kernel/ids.ts'
import { grantRoles } from '#kernel/migrate.ts'
import { requestMail } from '#resources/notifications/mails/write.ts'
import { migrateEngine } from '#roles/worker/engine.ts'
import { testBank } from '#testing/bank.ts'
import type { Client } from '#testing/client.ts'
import { testDatabase } from '#testing/database.ts'
import { eventually } from '#testing/eventually.ts'
import { upload } from '#testing/files.ts'
import { testFolder } from '#testing/folder.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { createLink, submit } from '#testing/payment_link.ts'
import { startReceiver } from '#testing/receiver.ts'
import { addUser, signedInAs } from '#testing/team.ts'
import { mailsOf } from '#testing/user_mails.ts'
import { startWorker, type WorkerProcess } from '#testing/worker_process.ts'
import { testServer } from '#testing/template.ts'
import { APPROVED, arrange, DECLINED, pay, statuses } from '../support/paying.ts'
import { act, create, assertPayoutStatus } from '../support/paying_out.ts'
import { subscribed, withProfile } from '../support/subscribing.ts'
import { toBank } from '../support/recipients.ts'

const names = { api: '', worker: '' }
const urls = { api: '', worker: '' }
let shop: Shop
let worker: WorkerProcess

/** A user with the role's rights. */
async function createUser(role: 'api' | 'worker'): Promise<void> {
  const password = makeSecret()
  const name = newId('req').replace('req', `florin_test_${role}`)
  const url = new URL(await testDatabase())
  await withServer(url.href, (client) =>
    client.query(`create role "${name}" login password '${password}' in role florin_${role}`),
  )
  Object.assign(url, { username: name, password })
  names[role] = name
  urls[role] = url.href
}

before(async () => {
  const url = await testDatabase()
  await migrateEngine(url)
  await grantRoles(url)
  // Again, as after the next migration.
  await grantRoles(url)
  await createUser('api')
  await createUser('worker')
  const { env } = await testBank()
  shop = await harness({ env: { ...env, DATABASE_URL: urls.api } })
  const anchors = { FLORIN_AUDIT_ANCHOR: `file:${await anchorFile()}` }
  worker = await startWorker({ ...env, ...anchors, DATABASE_URL: urls.worker })
})

after(async () => {
  await worker.stop()
  await shop.app.close()
  await withServer(testServer(), async (client) => {
    for (const name of Object.values(names)) await client.query(`drop role "${name}"`)
  })
})

const anchorFile = async () => join(await testFolder(), 'anchors')

test('the worker anchors the audit trail, and refuses to extend a seal that it has not signed', async () => {
  const { merchant_id } = (await shop.neighbour()).merchant
  await withServer(await testDatabase(), (client) =>
    client.query(
      `with forged as (insert into audit_seals (merchant_id, seal_no, previous_hash, hash, secret_id, mac, entry_ids, leaves, created)
         values ($1, 1, '', '', 'deadbeef', '', '{}', '', now()))
       insert into audit_queue (merchant_id, entry_ids) values ($1, '{aud_1}')`,
      [merchant_id],
    ),
  )

  await eventually('the entry is refused', async () => {
    const { rows } = await withServer(await testDatabase(), (client) =>
      client.query<{ refusal: string | null }>(
        'select refusal from audit_queue where merchant_id = $1 and refused_at is not null',
        [merchant_id],
      ),
    )
    return rows[0]?.refusal === 'unsigned_seal'
  })
  await eventually('an anchor is written', async () =>
    (await readFile(await anchorFile(), 'utf8').catch(() => '')).includes('"seals":['),
  )
})

async function works(answer: ReturnType<Client['post']>): Promise<Awaited<typeof answer>> {
  const got = await answer
  assert.ok(got.status < 400, `${got.status} ${got.text}`)
  return got
}

test('users sign in under the role of the api', async () => {
  const client = await signedInAs(shop, 'merchant_operator')
  const { public_url } = shop.services
  shop.services.public_url = 'http://localhost:8080'
  await works(client.post('/user/passkeys/begin'))
  await works(client.get('/user/passkeys'))
  await works(shop.with(undefined).post('/user/passkeys/signin/begin'))
  // The bank calls it.
  shop.services.public_url = public_url
})

test('the api does its work under its role', async () => {
  const { merchant_id, profile_id } = shop.merchant
  for (const status of statuses) await arrange(shop, status)
  await pay(shop, DECLINED)
  await works(shop.post('/customers', { customer_id: 'ada', name: 'Ada' }))
  const saved = await pay(shop, APPROVED, { customer_id: 'ada', setup_future_usage: 'off_session' })
  const { payment_id } = saved.body
  await works(shop.post('/refunds', { payment_id, amount: 100 }))
  const { payment_method_id } = saved.body
  await works(shop.get('/customers/ada/payment_methods'))
  await works(shop.post('/customers/ada', { default_payment_method_id: payment_method_id }))
  await works(shop.delete(`/payment_methods/${payment_method_id}`))
  await works(shop.get('/audit'))
  const startTime = new Date(shop.clock.now().getTime() - 86_400_000)
  const metrics = { timeRange: { startTime }, metrics: ['payment_count'] }
  await works(shop.post('/analytics/v1/merchant/metrics/payments', metrics))
  assertPayoutStatus(await act(shop, await create(shop, toBank()), 'fulfill'), 'success')
  const keys = `/api_keys/${merchant_id}`
  const { body: key } = await works(shop.post(keys, { name: 'k' }))
  await works(shop.delete(`${keys}/${key.key_id}`))
  const profile = `/account/${merchant_id}/business_profile/${profile_id}`
  await works(shop.post(profile, { session_expiry: 600 }))
  await works(shop.post(`${profile}/rotate_webhook_secret`, {}))
  const once = { headers: { 'Idempotency-Key': 'once' } }
  await works(shop.post('/customers', { name: 'Eve' }, once))
  await works(shop.post('/customers', { name: 'Eve' }, once))
  const { body: file } = await works(upload(shop))
  await works(shop.delete(`/files/${file.file_id}`))
  assertPayoutStatus(await submit(shop, await createLink(shop)), 'succeeded')
  for (const list of ['payments', 'refunds', 'payouts', 'customers', 'disputes', 'payment_link']) {
    await works(shop.get(`/${list}/list`))
  }
  await works(shop.get('/balances'))
  await works(shop.get('/ledger/transfers'))
  await works(shop.delete('/customers/ada'))
  const errors = shop.log.filter((line) => line.includes('"level":"error"'))
  assert.deepEqual(errors, [])
})

test('the api changes a team under its role', async () => {
  const email = 'team@example.com'
  const { body: role } = await works(
    shop.post('/user/role', { role_name: 'Accountant', groups: ['operations_view'] }),
  )
  const { role_id } = role
  await works(shop.put(`/user/role/${role_id}`, { role_name: 'Bookkeeper' }))
  await works(shop.post('/user/user/invite_multiple', { email, role_id }))
  await works(shop.get('/user/user/list'))
  await works(shop.post('/user/user/update_role', { email, role_id: 'merchant_view_only' }))
  await works(shop.delete(`/user/role/${role_id}`))
  await works(shop.delete(`/user/user/delete?email=${email}`))
})

test('the api keeps the catalogue of subscriptions under its role', async () => {
  const sending = { headers: { 'X-Profile-Id': shop.merchant.profile_id } }
  const price = { amount: 900, currency: 'EUR', interval: 'month' }
  const plan = '/subscriptions/plans/magazine'
  const body = { plan_id: 'magazine', name: 'Magazine', prices: [price] }
  const coupon = { coupon_code: 'SPRING', percent_off: 20, duration: 'once' }

  await works(shop.post('/subscriptions/plans', body, sending))
  await works(shop.post(plan, { prices: [price] }, sending))
  for (const list of ['plans', 'items', 'coupons']) {
    await works(shop.get(`/subscriptions/${list}`, sending))
  }
  await works(shop.delete(plan, sending))
  await works(shop.post('/subscriptions/coupons', coupon, sending))
})

test('a refund of an invoice takes back its credit and has a credit note, under the roles', async () => {
  const client = withProfile(shop)
  const made = await subscribed(client)
  const path = `/subscriptions/${made.body.id}/cancel`
  await works(client.post(path, { cancel_option: 'immediately', credit_option: 'full' }))
  const { payment_id } = made.body.payment

  await works(client.post('/refunds', { payment_id, amount: 300 }))

  const { body: credit } = await works(client.get(`/customers/${made.body.customer_id}/credit`))
  assert.deepEqual(credit.balances, [{ currency: 'EUR', amount: 700 }])
  await eventually('the credit note has a number', async () => {
    const { body: invoice } = await works(client.get(`/invoices/${made.body.invoice.id}`))
    return Boolean(invoice.credit_notes[0]?.number)
  })
})

test('the worker does its work under its role: it delivers, redacts, and deletes expired rows', async () => {
  await using receiver = await startReceiver(() => ({ status: 204 }))
  const { merchant_id, profile_id } = shop.merchant
  const profile = `/account/${merchant_id}/business_profile/${profile_id}`
  await works(shop.post(profile, { webhook_details: { webhook_url: receiver.url } }))
  await works(shop.post('/customers', { customer_id: 'bob', name: 'Robert' }))
  const { body } = await pay(shop, APPROVED, { customer_id: 'bob', name: 'Robert' })
  const link_id = await createLink(shop, { send_email: true, email: 'bob@example.com' })

  await receiver.until(1)
  await works(shop.delete('/customers/bob'))

  await eventually('the name is redacted', async () => {
    const { body: payment } = await shop.get(`/payments/${body.payment_id}`)
    return payment.name === 'Redacted'
  })
  await eventually('the job of the link has run', async () => {
    const { body: link } = await shop.get(`/payment_link/${link_id}`)
    return link.email_delivery.status === 'not_sent'
  })
})

test('under its role the worker mails users about an expiring key, and deletes a mail without a recipient', async () => {
  const { merchant_id } = shop.merchant
  const { email } = await addUser(shop, 'merchant_admin', { password_hash: 'x' })
  const expiration = new Date(shop.clock.now().getTime() + 3 * 86_400_000)
  const now = shop.clock.now()
  const mails = [email, 'nobody@shop.example'].map((to) =>
    requestMail(
      'password_reset',
      { merchant_id: '', email: to, facts: {}, occasion: 'forgot' },
      now,
    ),
  )

  for (const mail of mails) await shop.services.commit(mail)
  await works(shop.post(`/api_keys/${merchant_id}`, { name: 'k', expiration }))

  await eventually(
    'the mail about the key is not sent, because there is no mail server',
    async () => {
      const [row] = await mailsOf(shop, 'api_key_expiring')
      return row?.mail_status === 'not_sent'
    },
  )
  await eventually('only the mail to the user is left', async () => {
    const rows = await mailsOf(shop, 'password_reset', '')
    return rows.length === 1 && rows[0]?.mail_status === 'not_sent'
  })
  await withServer(urls.worker, (client) =>
    client.query(`update directory.users set resets = resets, reset_expires_at = null,
      version = version where email = ''`),
  )
})

const forbidden: [what: string, sql: string][] = [
  ['drop a table', 'drop table payments'],
  ['change a table', 'alter table payments add column x int'],
  ['create a table', 'create table mine (x int)'],
  ['truncate a table', 'truncate payments'],
  ['change a transfer', 'update transfers set amount = 1'],
  ['delete a transfer', 'delete from transfers'],
  ['change an entry of the audit log', `update audit_log set actor = ''`],
  ['delete an entry of the audit log', 'delete from audit_log'],
  ['change a seal of the audit log', `update audit_seals set hash = ''`],
  ['delete a seal of the audit log', 'delete from audit_seals'],
  ['change a signed record about seals', `update audit_records set accepted_to = 9`],
  ['delete a signed record about seals', 'delete from audit_records'],
  ['change the entries of the audit queue', `update audit_queue set entry_ids = '{}'`],
  ['change the actor of an event', `update events set actor = ''`],
  ['change the order of events', 'update events set sequence = 0'],
  ['change a row of the vault', 'update vault set expires_at = null'],
  ['change a saved payment method', `update payment_methods set customer_id = ''`],
  ['change a price', 'update prices set amount = 1'],
  ['change the discount of a coupon', 'update coupons set percent_off = 100'],
  ['delete a coupon', 'delete from coupons'],
  ['change a data key', 'update data_keys set retired_at = now()'],
  ['run a migration', `insert into migrations (name) values ('x')`],
  ['delete a payment', 'delete from payments'],
  ['run a program', `copy payments to program 'true'`],
]
const ofApi: typeof forbidden = [
  ['read jobs', 'select * from florin_jobs._private_jobs'],
  ['change an event', `update events set body = ''`],
  ['delete an event', 'delete from events'],
  ['delete a data key', 'delete from data_keys'],
]
const ofWorker: typeof forbidden = [
  ['read API keys', 'select * from api_keys'],
  ['read the scopes of API keys', 'select scopes from api_keys'],
  ['change an API key', `update api_keys set status = 'active'`],
  ['change a password', `update directory.users set password_hash = ''`],
  ['create an API key', `insert into directory.keys (key_hash, merchant_id) values ('', '')`],
]

for (const [role, list] of [
  ['api', [...forbidden, ...ofApi]],
  ['worker', [...forbidden, ...ofWorker]],
] as const) {
  for (const [what, sql] of list) {
    test(`the role of the ${role} cannot ${what}`, async () => {
      await withServer(urls[role], async (client) => {
        await assert.rejects(client.query(sql), { code: '42501' })
      })
    })
  }
}

test('the worker counts and rebuilds analytics under its role', async () => {
  const { merchant_id } = shop.merchant
  await pay(shop, APPROVED)
  const since = new Date(shop.clock.now().getTime() - 86_400_000)
  const query = { timeRange: { startTime: since }, metrics: ['payment_count'] }
  const progress = async () =>
    (await shop.post('/analytics/v1/merchant/metrics/payments', query)).body.metaData[0]
  await withServer(await testDatabase(), (client) =>
    client.query(
      `insert into analytics_rebuilds (merchant_id, generation, state, kind, after_id, queued, started_at)
       values ($1, 1, 'queueing', 'payment', '', 0, now())`,
      [merchant_id],
    ),
  )

  await eventually('everything is counted', async () => {
    const { is_complete, lag_seconds } = await progress()
    return is_complete && lag_seconds === 0
  })
  const [row] = await shop.services.db.run(
    'select count(*)::int as n from analytics_rollups where merchant_id = $1 and generation = 1',
    [merchant_id],
  )
  assert.ok((row as { n: number }).n > 0)
})

test('every table is granted to the role that needs it: a new one belongs into roles.sql', async () => {
  await withServer(await testDatabase(), async (client) => {
    const { rows } = await client.query(`select c.oid::regclass::text as name from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'directory'::regnamespace) and c.relkind in ('r', 'p')
        -- A partition is reached through its table.
        and not c.relispartition
        -- No version uses it any more.
        and c.relname <> 'balance_snapshots'
        and not has_table_privilege('florin_api', c.oid, 'select')
        and not has_table_privilege('florin_worker', c.oid, 'select')`)
    assert.deepEqual(rows, [])
  })
})

test('under its role the worker sends an approved payout, which locks the approver’s membership', async () => {
  const profiles = `/account/${shop.merchant.merchant_id}/business_profile`
  const approvals = { profile_name: 'Approvals', payout_approvals: 1 }
  const { profile_id } = (await shop.post(profiles, approvals)).body
  const payout = await create(shop, { ...toBank(), profile_id })
  const user = await signedInAs(shop, 'merchant_operator')
  assert.equal((await act(user, payout, 'approve')).status, 200)

  // As if it had been automatic before the profile asked for approvals.
  await shop.services.db.run(
    'update payouts set auto_fulfill = true, fulfill_at = now() where merchant_id = $1 and payout_id = $2',
    [shop.merchant.merchant_id, payout.body.payout_id],
  )

  await eventually('the worker sends it', async () => {
    return (await shop.get(`/payouts/${payout.body.payout_id}`)).body.status === 'success'
  })
})
