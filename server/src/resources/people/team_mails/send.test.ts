import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { newMembership, newUser } from '#resources/people/users/create.ts'
import { userByEmail } from '#resources/people/users/read.ts'
import { invitationToken, isResetToken } from '#resources/people/users/tokens.ts'
import { deleteOldMails } from '#resources/notifications/mails/retention.ts'
import { findMail } from '#resources/notifications/mails/read.ts'
import { requestMail } from '#resources/notifications/mails/write.ts'
import type { MailKind, MailRow } from '#core/mail/kinds.ts'
import { eventually } from '#testing/eventually.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { startMailServer } from '#testing/mail_server.ts'
import { addUser } from '#testing/team.ts'
import { lastMail, mailEnv, sendUserMail } from '#testing/user_mails.ts'
import { startWorker } from '#testing/worker_process.ts'

type Facts = MailRow['facts']

/** Requests a mail; a mail about an account has no merchant. */
async function request(shop: Shop, kind: MailKind, email: string, facts: Facts = {}) {
  const merchant_id = kind === 'invitation' ? shop.merchant.merchant_id : ''
  const mail = { merchant_id, email, facts, occasion: newId('req') }
  const write = requestMail(kind, mail, shop.clock.now())
  await shop.services.commit(write)
  return { merchant_id, mail_id: String(write.row['mail_id']) }
}

/** A user who is invited to the shop and has not accepted. */
async function invite(shop: Shop, role_id = 'merchant_developer') {
  const { commit, clock } = shop.services
  const now = clock.now()
  const user_id = newId('usr')
  const user = newUser({ user_id, email: `${user_id}@shop.example` }, now)
  const place = { entity_id: shop.merchant.merchant_id, entity_type: 'merchant' as const }
  const until = new Date(now.getTime() + DAY_MS)
  const membership = newMembership(place, { user_id, role_id }, until, now)
  await commit(user.write, membership.write)
  const { entity_id, invitations } = membership.row
  const facts = { entity_id, user_id, invitations }
  return { email: user.row.email, membership: membership.row, facts }
}

const changeMembership = (shop: Shop, set: string, user_id: string) =>
  shop.services.db.run(`update directory.memberships set ${set} where user_id = $1`, [user_id])

test('an invitation has the link, the role and the name of the merchant, as text and as HTML', async () => {
  await using mail = await startMailServer()
  await using shop = await harness({ env: mailEnv(mail) })
  const { email, membership, facts } = await invite(shop)

  const asked = await request(shop, 'invitation', email, facts)
  const row = await sendUserMail(shop, asked)

  assert.deepEqual([row?.mail_status, row?.mail_error], ['sent', null])
  const { to, id, subject, text, html } = lastMail(mail)
  assert.deepEqual([to, id], [[email], `${asked.mail_id}@florin.example`])
  assert.equal(subject, 'You are invited to Test shop')
  const token = invitationToken(shop.services.keyring, membership)
  const url = `https://pay.example/user/invitation#${token}`
  assert.ok(text.includes(`Accept the invitation: ${url}\n`), text)
  assert.ok(text.includes('Role: Developer'), text)
  assert.ok(html.includes(`href="${url}"`), html)
  assert.doesNotMatch(JSON.stringify([row, shop.log]), new RegExp(token.split('.').at(-1) ?? ''))
})

test("a merchant's text is escaped in an invitation, and cannot add a header", async () => {
  await using mail = await startMailServer()
  await using shop = await harness({ env: mailEnv(mail) })
  const { merchant_id } = shop.merchant
  const name = '<b>A</b>\r\nBcc: eve@example.com'
  await shop.services.db.run('update merchants set merchant_name = $1 where merchant_id = $2', [
    name,
    merchant_id,
  ])
  const { email, facts } = await invite(shop)

  await sendUserMail(shop, await request(shop, 'invitation', email, facts))

  const { html, to } = lastMail(mail)
  assert.deepEqual(to, [email])
  assert.ok(html.includes('&lt;b&gt;A&lt;/b&gt; Bcc'))
  assert.doesNotMatch(mail.received[0]?.source ?? '', /^Bcc:/im)
})

test('an invitation that was accepted, withdrawn, renewed or has expired is not sent', async () => {
  await using mail = await startMailServer()
  await using shop = await harness({ env: mailEnv(mail) })
  const cases = [
    ["status = 'active'", 'the invitation was accepted'],
    ['invitations = 2', 'there is a newer invitation'],
    ["invitation_expires_at = now() - interval '1 s'", 'the invitation has expired'],
    ["entity_id = 'mer_other'", 'the invitation was withdrawn'],
  ] as const

  for (const [set, reason] of cases) {
    const { email, facts } = await invite(shop)
    await changeMembership(shop, set, facts.user_id)
    const row = await sendUserMail(shop, await request(shop, 'invitation', email, facts))
    assert.deepEqual([row?.mail_status, row?.mail_error], ['not_sent', reason])
  }
  assert.deepEqual(mail.received, [])
})

test('a link to reset a password works, replaces the earlier one, and is in the mail alone', async () => {
  await using mail = await startMailServer()
  await using shop = await harness({ env: mailEnv(mail) })
  const { email } = await addUser(shop, 'merchant_operator', { password_hash: 'x' })
  const tokenIn = (text: string) =>
    /https:\/\/pay\.example\/user\/reset#(\S+)/.exec(text)?.[1] ?? ''

  await sendUserMail(shop, await request(shop, 'password_reset', email))
  const first = tokenIn(lastMail(mail).text)
  const row = await sendUserMail(shop, await request(shop, 'password_reset', email))
  const second = tokenIn(lastMail(mail).text)

  assert.equal(row?.mail_status, 'sent')
  const user = await userByEmail(shop.services.db, email)
  assert.ok(user?.reset_expires_at)
  const { keyring } = shop.services
  assert.deepEqual(
    [first, second].map((each) => isResetToken(keyring, user, each)),
    [false, true],
  )
  const ahead = user.reset_expires_at.getTime() - shop.clock.now().getTime()
  assert.ok(ahead > DAY_MS - HOUR_MS && ahead <= DAY_MS)
  const secret = new RegExp([first, second].map((each) => each.split('.').at(-1)).join('|'))
  assert.doesNotMatch(JSON.stringify([row, shop.log]), secret)
})

test('no mail goes to an address without an account, and the address is not stored', async () => {
  await using mail = await startMailServer()
  await using shop = await harness({ env: mailEnv(mail) })
  const now = shop.clock.now()
  const bare = newUser({ user_id: newId('usr'), email: `${newId('usr')}@shop.example` }, now)
  await shop.services.commit(bare.write)

  for (const email of ['nobody@shop.example', bare.row.email]) {
    const row = await sendUserMail(shop, await request(shop, 'password_reset', email))
    assert.equal(row, undefined, 'the row is deleted')
  }

  assert.deepEqual(mail.received, [])
  assert.doesNotMatch(shop.log.join('\n'), /nobody@|not sent/)
})

test('a user without a password who is invited can still get a link to choose one', async () => {
  await using mail = await startMailServer()
  await using shop = await harness({ env: mailEnv(mail) })
  const { email } = await invite(shop)

  const row = await sendUserMail(shop, await request(shop, 'password_reset', email))

  assert.equal(row?.mail_status, 'sent')
})

test('a mail that was refused for now is sent again with the same link and the same Message-ID', async () => {
  await using mail = await startMailServer({ refuse: [451] })
  await using shop = await harness({ env: mailEnv(mail) })
  const { email } = await addUser(shop, 'merchant_operator', { password_hash: 'x' })
  const asked = await request(shop, 'password_reset', email)

  await assert.rejects(sendUserMail(shop, asked), /answer 451/)
  const refused = await userByEmail(shop.services.db, email)
  const sent = await sendUserMail(shop, asked)

  const user = await userByEmail(shop.services.db, email)
  assert.deepEqual([refused?.resets, user?.resets], [1, 1])
  assert.deepEqual([sent?.mail_status, sent?.mail_attempts], ['sent', 2])
  assert.equal(lastMail(mail).id, `${asked.mail_id}@florin.example`)
  assert.doesNotMatch(shop.log.join('\n'), new RegExp(email))
})

test('a refused mail is not sent after a newer link was made', async () => {
  await using mail = await startMailServer({ refuse: [451] })
  await using shop = await harness({ env: mailEnv(mail) })
  const { email } = await addUser(shop, 'merchant_operator', { password_hash: 'x' })
  const asked = await request(shop, 'password_reset', email)
  await assert.rejects(sendUserMail(shop, asked), /answer 451/)
  await sendUserMail(shop, await request(shop, 'password_reset', email))

  const row = await sendUserMail(shop, asked)

  assert.deepEqual([row?.mail_status, row?.mail_error], ['not_sent', 'there is a newer link'])
  assert.equal(mail.received.length, 1)
})

test('a new sign-in is reported with its time, address and browser', async () => {
  await using mail = await startMailServer()
  await using shop = await harness({ env: mailEnv(mail) })
  const { email } = await addUser(shop, 'merchant_operator')
  const facts = {
    address: '203.0.113.9',
    user_agent: `Firefox <script>\r\nBcc: eve@example.com ${'x'.repeat(300)}`,
    at: '2026-11-16T09:30:00.000Z',
  }

  await sendUserMail(shop, await request(shop, 'new_sign_in', email, facts))

  const { subject, text, html } = lastMail(mail)
  assert.equal(subject, 'A new sign-in to your account')
  assert.match(text, /Time: November 16, 2026 at 9:30\sAM UTC/)
  assert.ok(text.includes('Address: 203.0.113.9'), text)
  assert.ok(text.includes('Browser: Firefox <script> Bcc: eve@example.com'), text)
  assert.ok(html.includes('Firefox &lt;script&gt;'), html)
  assert.ok(!text.includes('x'.repeat(121)))
})

test('a worker sends the mail of a row, and deletes the one to an address without a user', async () => {
  await using mail = await startMailServer({ refuse: [451] })
  await using shop = await harness({ env: mailEnv(mail) })
  await using _ = await startWorker(mailEnv(mail))
  const { email } = await addUser(shop, 'merchant_operator', { password_hash: 'x' })

  const asked = await request(shop, 'password_reset', email)
  const nobody = await request(shop, 'password_reset', 'nobody@shop.example')

  const find = ({ merchant_id, mail_id }: typeof asked) =>
    findMail(shop.services.db, merchant_id, mail_id)
  await eventually('the mail is sent', async () => (await find(asked))?.mail_status === 'sent')
  await eventually('the row is deleted', async () => (await find(nobody)) === undefined)
  assert.deepEqual([mail.refused(), mail.received.length], [1, 1])
})

test('without a public URL a mail with a link is not sent, and the row says why', async () => {
  await using mail = await startMailServer()
  await using shop = await harness({ env: { ...mailEnv(mail), FLORIN_PUBLIC_URL: '' } })
  shop.services.public_url = ''
  const { email } = await addUser(shop, 'merchant_operator', { password_hash: 'x' })

  const row = await sendUserMail(shop, await request(shop, 'password_reset', email))

  assert.match(row?.mail_error ?? '', /FLORIN_PUBLIC_URL is not set/)
})

test('the mails to a user who was deleted are deleted, but for those that are not sent yet', async () => {
  await using shop = await harness()
  const { db } = shop.services
  const user = await addUser(shop, 'merchant_operator')
  const ended = await request(shop, 'new_sign_in', user.email)
  await sendUserMail(shop, ended)
  const queued = await request(shop, 'new_sign_in', user.email)
  await deleteOldMails(shop.services)
  assert.ok(await findMail(db, '', ended.mail_id))

  await db.run('delete from directory.users where user_id = $1', [user.user_id])
  await deleteOldMails(shop.services)

  assert.equal(await findMail(db, '', ended.mail_id), undefined)
  assert.ok(await findMail(db, '', queued.mail_id))
  assert.equal(await sendUserMail(shop, queued), undefined)
})

test('mails are deleted after 30 days, in batches', async () => {
  await using shop = await harness()
  const { email } = await addUser(shop, 'merchant_operator')
  const old = await request(shop, 'new_sign_in', email)
  shop.clock.advance(29 * DAY_MS)
  const recent = await request(shop, 'new_sign_in', email)
  await deleteOldMails(shop.services)
  const { db } = shop.services
  assert.ok(await findMail(db, '', old.mail_id))

  shop.clock.advance(DAY_MS + 1)
  await deleteOldMails(shop.services)

  assert.equal(await findMail(db, '', old.mail_id), undefined)
  assert.ok(await findMail(db, '', recent.mail_id))
})
