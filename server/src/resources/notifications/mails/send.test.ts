// The table of mails, beside what they say: kinds, occasions, retention, and rows of the release before.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#kernel/clock.ts'
import { Conflict } from '#kernel/commit.ts'
import { systemContext } from '#kernel/context.ts'
import type { MailRow } from '#core/mail/kinds.ts'
import { eventually } from '#testing/eventually.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { startMailServer } from '#testing/mail_server.ts'
import { insertSubscription } from '#testing/subscription_rows.ts'
import { addUser } from '#testing/team.ts'
import { mailEnv } from '#testing/user_mails.ts'
import { startWorker } from '#testing/worker_process.ts'
import { findMail } from './read.ts'
import { deleteOldMails } from './retention.ts'
import { requestMail } from './write.ts'

test('the same occasion is one mail whenever it is requested; another one is another', async () => {
  await using shop = await harness()
  const { merchant_id } = shop.merchant
  const about = { merchant_id, email: null, facts: { subscription_id: 'sub_1' }, occasion: 'a' }
  const now = shop.clock.now()
  const first = requestMail('payment_failed', about, now)
  await shop.services.commit(first)

  const again = requestMail('payment_failed', about, new Date(now.getTime() + DAY_MS))
  await assert.rejects(shop.services.commit(again), Conflict)
  const others = [
    requestMail('payment_failed', { ...about, occasion: 'b' }, now),
    requestMail('final_notice', about, now),
    requestMail('payment_failed', { ...about, email: 'ada@example.com' }, now),
  ]
  await shop.services.commit(...others)

  const row = await findMail(shop.services.db, merchant_id, String(first.row['mail_id']))
  assert.deepEqual([row?.created, row?.version], [now, 1])
  const elsewhere = requestMail('payment_failed', { ...about, merchant_id: 'mer_other' }, now)
  const ids = [first, ...others, elsewhere].map((write) => write.row['mail_id'])
  assert.equal(new Set(ids).size, 5)
})

test('a mail without an address is not deleted with old mails', async () => {
  await using shop = await harness()
  const { commit, clock, db } = shop.services
  const { merchant_id } = shop.merchant
  const about = { merchant_id, facts: {}, occasion: 'a' }
  const stays = requestMail('payment_failed', { ...about, email: null }, clock.now())
  const leaves = requestMail('dispute_opened', { ...about, email: 'ada@example.com' }, clock.now())
  await commit(stays, leaves)

  shop.clock.advance(31 * DAY_MS)
  await deleteOldMails(shop.services)

  const find = (write: typeof stays) => findMail(db, merchant_id, String(write.row['mail_id']))
  assert.ok(await find(stays))
  assert.equal(await find(leaves), undefined)
})

/** As processes of the release before insert it, through a view. */
async function insertOld(shop: Shop, view: string, row: object): Promise<void> {
  const now = shop.clock.now()
  const all = { mail_status: 'queued', mail_attempts: 0, mail_due: now, created: now, version: 1 }
  const full = { merchant_id: shop.merchant.merchant_id, ...all, ...row }
  const names = Object.keys(full).join(', ')
  await shop.services.db.run(
    `insert into ${view} (${names}) select ${names} from jsonb_populate_record(null::${view}, $1)`,
    [JSON.stringify(full)],
  )
}

async function allSent(shop: Shop, ids: readonly string[]): Promise<boolean> {
  const { services, merchant } = shop
  const rows: (MailRow | undefined)[] = []
  for (const id of ids) rows.push(await findMail(services.db, merchant.merchant_id, id))
  return rows.every((row) => row?.mail_status === 'sent' && row.mail_due === null)
}

test('mails that the release before requests, or has queued under its names, are sent', async () => {
  await using mail = await startMailServer()
  await using shop = await harness({ env: mailEnv(mail) })
  const { merchant_id } = shop.merchant
  const { email } = await addUser(shop, 'merchant_operator', { password_hash: 'x' })
  const { subscription_id, invoice_id } = await insertSubscription(shop, {})
  const about = { kind: 'payment_failed', subscription_id, invoice_id }
  const reset = { kind: 'password_reset', email, facts: {} }
  await insertOld(shop, 'subscription_mails', { ...about, mail_id: 'sml_due' })
  await insertOld(shop, 'subscription_mails', { ...about, mail_id: 'sml_queued', mail_due: null })
  await insertOld(shop, 'user_mails', { ...reset, mail_id: 'uml_due' })
  await insertOld(shop, 'user_mails', { ...reset, mail_id: 'uml_queued', mail_due: null })

  await using _ = await startWorker(mailEnv(mail))
  for (const [task, id] of [
    ['send_subscription_mail', 'sml_queued'],
    ['send_user_mail', 'uml_queued'],
  ]) {
    const payload = JSON.stringify({ merchant_id, id })
    await eventually('the job engine is there', () =>
      shop.services.db.run('select florin_jobs.add_job($1, $2::json)', [task, payload]).then(
        () => true,
        () => false,
      ),
    )
  }

  const ids = ['sml_due', 'sml_queued', 'uml_due', 'uml_queued']
  await eventually('all mails are sent', () => allSent(shop, ids))
  assert.equal(mail.received.length, 4)
})

test('the release before finds the mails of this one, and can record that it has sent them', async () => {
  await using shop = await harness()
  const { commit, db, clock } = shop.services
  const { merchant_id } = shop.merchant
  const facts = { subscription_id: 'sub_1', invoice_id: 'inv_1' }
  const old = requestMail(
    'final_notice',
    { merchant_id, email: null, facts, occasion: 'a' },
    clock.now(),
  )
  await commit(old)

  const [seen] = await db.run(
    `update subscription_mails set mail_status = 'sent', version = 2
      where merchant_id = $1 and version = 1 returning subscription_id, invoice_id`,
    [merchant_id],
  )

  assert.deepEqual(seen, facts)
  const row = await findMail(db, merchant_id, String(old.row['mail_id']))
  assert.equal(row?.mail_status, 'sent')
})

test('every kind of mail is declared by one resource, and is sent by one job', async () => {
  await using shop = await harness()
  const context = await systemContext(shop.services, shop.merchant.merchant_id)
  const rules = Object.values(context.registry.mails)

  assert.equal(rules.length, 13)
  assert.equal(new Set(rules).size, 13)
  const jobs = context.registry.jobs.filter(({ timer }) => timer.table === 'mails')
  assert.deepEqual(
    jobs.map(({ name }) => name),
    ['send_mail'],
  )
})
