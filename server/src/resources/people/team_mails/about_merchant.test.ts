import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS } from '#kernel/clock.ts'
import { relayEvents } from '#core/outbox/relay.ts'
import { handleDisputeUpdate } from '#resources/payments/disputes/handle_update.ts'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { startMailServer } from '#testing/mail_server.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { addUser } from '#testing/team.ts'
import { lastMail, mailEnv, mailsOf, sendUserMail } from '#testing/user_mails.ts'

async function createKey(shop: Shop, days: number, type = 'secret') {
  const expiration = new Date(shop.clock.now().getTime() + days * DAY_MS).toISOString()
  const { merchant_id } = shop.merchant
  const answer = await shop.post(`/api_keys/${merchant_id}`, { name: 'Reports', type, expiration })
  assert.equal(answer.status, 201, answer.text)
  return answer.body as { key_id: string; prefix: string; expiration: string; api_key: string }
}

test('users who manage keys get one mail a week before a key expires', async () => {
  await using mail = await startMailServer()
  await using shop = await harness({ env: mailEnv(mail) })
  const admin = await addUser(shop, 'org_admin')
  const developer = await addUser(shop, 'merchant_developer')
  await addUser(shop, 'merchant_operator')
  await addUser(shop, 'merchant_view_only')
  const groups = ['account_manage']
  const { role_id } = (await shop.post('/user/role', { role_name: 'Keys', groups })).body
  const custom = await addUser(shop, role_id)
  const { key_id, prefix, api_key } = await createKey(shop, 30)
  await createKey(shop, 30, 'publishable')

  shop.clock.advance(22 * DAY_MS)
  await runSweeps(shop)
  assert.deepEqual(await mailsOf(shop, 'api_key_expiring'), [])
  shop.clock.advance(DAY_MS + HOUR_MS)
  await runSweeps(shop)
  shop.clock.advance(DAY_MS)
  await runSweeps(shop)

  const rows = await mailsOf(shop, 'api_key_expiring')
  const about = rows.filter(({ facts }) => facts['key_id'] === key_id)
  assert.equal(rows.length, 6, 'two keys, three users')
  assert.deepEqual(
    about.map(({ email }) => String(email)).toSorted(),
    [admin.email, developer.email, custom.email].toSorted(),
  )
  assert.ok(about[0])
  assert.equal((await sendUserMail(shop, about[0]))?.mail_status, 'sent')
  const { subject, text, html } = lastMail(mail)
  assert.equal(subject, 'An API key of Test shop expires soon')
  assert.ok(text.includes(`“Reports” (${prefix}…, ${key_id})`), text)
  assert.ok(html.includes(key_id))
  assert.ok(!`${text}${html}`.includes(api_key), 'the key itself is not in the mail')
})

test('a key that was revoked or prolonged is not reported; a new expiration is', async () => {
  await using mail = await startMailServer()
  await using shop = await harness({ env: mailEnv(mail) })
  await addUser(shop, 'merchant_admin')
  const { merchant_id } = shop.merchant
  const revoked = await createKey(shop, 20)
  const prolonged = await createKey(shop, 20)
  const early = await createKey(shop, 3)
  await createKey(shop, 0.5)
  await runSweeps(shop)
  const [first] = await mailsOf(shop, 'api_key_expiring')
  assert.equal(first?.facts['key_id'], early.key_id)

  await shop.delete(`/api_keys/${merchant_id}/${revoked.key_id}`)
  const later = new Date(shop.clock.now().getTime() + 40 * DAY_MS).toISOString()
  for (const { key_id } of [prolonged, early])
    await shop.post(`/api_keys/${merchant_id}/${key_id}`, { expiration: later })
  shop.clock.advance(14 * DAY_MS)
  await runSweeps(shop)
  const superseded = await sendUserMail(shop, first)
  shop.clock.advance(20 * DAY_MS)
  await runSweeps(shop)

  assert.deepEqual(
    [superseded?.mail_status, superseded?.mail_error],
    ['not_sent', 'the expiration of the key was changed'],
  )
  const ids = (await mailsOf(shop, 'api_key_expiring')).map(({ facts }) => String(facts['key_id']))
  assert.deepEqual(ids.toSorted(), [early.key_id, early.key_id, prolonged.key_id].toSorted())
})

test('at most 50 users get a mail, and those of another merchant none', async () => {
  await using shop = await harness()
  await using other = await harness()
  for (let n = 0; n < 52; n++) await addUser(shop, 'merchant_admin')
  await addUser(other, 'merchant_admin')
  await createKey(shop, 3)

  await runSweeps(shop)

  assert.equal((await mailsOf(shop, 'api_key_expiring')).length, 50)
  assert.deepEqual(await mailsOf(other, 'api_key_expiring'), [])
})

async function openDispute(shop: Shop) {
  const bank = await testBank()
  const { merchant_id } = shop.merchant
  const { payment_id } = (await shop.post('/payments', paymentBody({ amount: 1250 }))).body
  const [paid] = await shop.services.db.run<{ authorization_id: string }>(
    'select authorization_id from payments where payment_id = $1 and merchant_id = $2',
    [payment_id, merchant_id],
  )
  const opened = await bank.desk('POST', `/operations/${paid?.authorization_id}/dispute`, {})
  const { dispute_id } = (await opened.json()) as { dispute_id: string }
  const reported = await shop.services.provider.queryDispute(dispute_id)
  assert.ok(typeof reported === 'object' && !('result' in reported))
  await handleDisputeUpdate(shop.services, { merchant_id, connector_id: null }, reported)
  return (await shop.get('/disputes/list')).body.data[0]
}

test('an opened dispute is mailed once to the users who can respond, without card data', async () => {
  await using mail = await startMailServer()
  const { env } = await testBank()
  await using shop = await harness({ env: { ...mailEnv(mail), ...env, FLORIN_PROVIDER: 'bank' } })
  const admin = await addUser(shop, 'org_admin')
  const operator = await addUser(shop, 'merchant_operator')
  await addUser(shop, 'merchant_developer')
  const dispute = await openDispute(shop)
  const { services } = shop
  const reactions = services.registry.reactions.filter(
    ({ name }) => name === 'mails about disputes',
  )
  const relay = { services, lazyDb: services.db, worker_id: 'of_the_test', reactions }

  const events = await relayEvents(relay, 1_000)
  const own = events.filter(({ event_type }) => event_type === 'dispute_opened')
  for (const reaction of reactions) await reaction.run(services, own)

  const rows = await mailsOf(shop, 'dispute_opened')
  assert.deepEqual(
    rows.map(({ email }) => String(email)).toSorted(),
    [admin.email, operator.email].toSorted(),
  )
  assert.ok(rows[0] && rows[1])
  assert.equal((await sendUserMail(shop, rows[0]))?.mail_status, 'sent')
  const { subject, text, html } = lastMail(mail)
  assert.equal(subject, 'A payment to Test shop is disputed')
  assert.ok(text.includes('Disputed amount: €12.50'), text)
  assert.ok(text.includes(`Payment: ${dispute.payment_id}`), text)
  const url = `https://pay.example/dashboard/disputes/${dispute.dispute_id}`
  assert.ok(text.includes(url), text)
  assert.ok(text.includes(`Reason: ${dispute.reason}`), text)
  assert.doesNotMatch(`${text}${html}`, /4242/)

  await shop.post(`/disputes/accept/${dispute.dispute_id}`)
  const late = await sendUserMail(shop, rows[1])
  assert.equal(late?.mail_error, 'the status of the dispute is dispute_accepted')
})
