// Team users: inviting them, listing them, and sending invitations again.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/clock.ts'
import type { Client } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { startMailServer } from '#testing/mail_server.ts'
import { addUser, signedInAs } from '#testing/team.ts'
import { ISO_UTC, assertRefused } from '../support/expect.ts'
import {
  anotherShop,
  count,
  cardEntry,
  INVITE,
  invite,
  linkWorks,
  membershipsOf,
  newEmail,
  removeUser,
  tokenIn,
  USERS,
} from '../support/team_users.ts'

const shop = await harness()
after(() => shop.app.close())

type Row = Record<string, unknown>

describe('inviting', () => {
  test('an invited user is in the list with the state invitation_sent', async () => {
    const { email, user_id } = await invite(shop, 'merchant_operator')

    const { created, last_modified_at, ...entry } = await cardEntry(shop, email)

    assert.match(created, ISO_UTC)
    assert.match(last_modified_at, ISO_UTC)
    assert.deepEqual(entry, {
      user_id,
      email,
      name: 'Ada',
      role_id: 'merchant_operator',
      role_name: 'Operator',
      entity_type: 'merchant',
      status: 'invitation_sent',
      two_factor_enabled: false,
      last_signed_in_at: null,
    })
  })

  test('the commit of an invitation has the request for its mail, without a token', async () => {
    const { email, user_id, invite_url } = await invite(shop)

    const text = 'select * from mails where email = $1'
    const mails = await shop.services.db.run<Row>(text, [email])

    assert.equal(mails.length, 1)
    assert.equal(mails[0]?.['kind'], 'invitation')
    const { merchant_id } = shop.merchant
    assert.deepEqual(mails[0]?.['facts'], { entity_id: merchant_id, user_id, invitations: 1 })
    const secret = tokenIn(invite_url).split('.').at(-1) ?? ''
    assert.ok(secret.length > 20)
    assert.doesNotMatch(JSON.stringify(mails), new RegExp(secret))
  })

  test('without a mail service the answer has the link, with one it never has', async () => {
    await using mail = await startMailServer()
    await using mailing = await harness({
      env: { FLORIN_SMTP_URL: mail.url, FLORIN_MAIL_FROM: 'Florin <pay@florin.example>' },
    })
    const email = newEmail()

    const { invite_url } = await invite(shop)
    const sent = await mailing.post(INVITE, { email, role_id: 'merchant_view_only' })
    mailing.clock.advance(MINUTE_MS)
    const again = await mailing.post('/user/user/resend_invite', { email })

    assert.match(invite_url, /^http.*\/user\/invitation#mer_.+\.usr_.+\..{43}$/)
    assert.equal(sent.body.results[0].status, 'invited')
    assert.equal(again.status, 200, again.text)
    assert.doesNotMatch(sent.text + again.text, /invite_url|invitation#/)
  })

  test('each of several invitations has its own result, in the order of the request', async () => {
    const member = await invite(shop)
    const fresh = newEmail()

    const answer = await shop.post(INVITE, [
      { email: member.email, role_id: 'merchant_view_only' },
      { email: fresh, name: 'Bob', role_id: 'merchant_view_only' },
      { email: fresh.toUpperCase(), role_id: 'merchant_view_only' },
      { email: newEmail(), role_id: 'role_none' },
      { email: newEmail(), role_id: 'org_admin' },
    ])

    assert.equal(answer.status, 200, answer.text)
    const results = answer.body.results.map(
      (each: { status: string; error: { code: string } | null }) => each.error?.code ?? each.status,
    )
    assert.deepEqual(results, ['HE_01', 'invited', 'IR_04', 'IR_04', 'AU_03'])
    assert.equal(answer.body.results[0].user_id, member.user_id)
    assert.equal(answer.body.results[1].error, null)
    assert.equal(answer.body.results[3].user_id, null)
    assert.equal((await cardEntry(shop, fresh)).name, 'Bob')
  })

  test('409 only if every one is a user already', async () => {
    const one = await invite(shop)
    const two = await invite(shop)
    const role_id = 'merchant_view_only'
    const members = [
      { email: one.email, role_id },
      { email: two.email, role_id },
    ]

    assertRefused(await shop.post(INVITE, members), 409, 'HE_01', 'email')
    const mixed = await shop.post(INVITE, [...members, { email: newEmail(), role_id }])

    assert.equal(mixed.status, 200)
    assert.equal(mixed.body.results[2].status, 'invited')
  })

  test('a request has 1 to 50 invitations, each with a valid address and a role', async () => {
    const role_id = 'merchant_view_only'
    const many = Array.from({ length: 51 }, () => ({ email: newEmail(), role_id }))

    assertRefused(await shop.post(INVITE, many), 400, 'IR_04')
    assertRefused(await shop.post(INVITE, []), 400, 'IR_04')
    assertRefused(await shop.post(INVITE, [{ email: 'x', role_id }]), 400, 'IR_04', '0.email')
    assertRefused(await shop.post(INVITE, { email: newEmail() }), 400, 'IR_01', 'role_id')
    assertRefused(await shop.post(INVITE, [{ role_id }]), 400, 'IR_01', '0.email')
    assertRefused(await shop.post(INVITE, { email: newEmail(), role_id, x: 1 }), 400, 'IR_04', 'x')
    assertRefused(await shop.post(INVITE, 'ada@example.com'), 400, 'IR_04')
    const fifty = await shop.post(INVITE, many.slice(1))
    assert.equal(fifty.body.results.length, 50)
    assert.ok(fifty.body.results.every((each: Row) => each['status'] === 'invited'))
  })

  test('addresses are compared in lower case', async () => {
    const email = newEmail()
    await invite(shop, 'merchant_view_only', email.toUpperCase())

    const again = await shop.post(INVITE, { email, role_id: 'merchant_view_only' })

    assertRefused(again, 409, 'HE_01')
    assert.ok(await cardEntry(shop, email))
  })

  test('one person at several merchants has one account, and an invitation reveals nothing of it', async () => {
    const { client: other, merchant } = await shop.neighbour()
    const last_signed_in_at = shop.clock.now()
    const user = await addUser(shop, 'merchant_admin', { name: 'Grace Hopper', last_signed_in_at })

    const sent = { email: user.email, name: 'Somebody', role_id: 'merchant_operator' }
    const { body } = await other.post(INVITE, sent)

    assert.equal(body.results[0].user_id, user.user_id)
    const pending = await cardEntry(other, user.email)
    assert.equal(pending.name, null)
    assert.equal(pending.last_signed_in_at, null)
    assert.equal((await cardEntry(shop, user.email)).name, 'Grace Hopper')
    const held = await membershipsOf(shop, user.email)
    assert.deepEqual(
      held.map(({ entity_id }) => entity_id),
      [shop.merchant.merchant_id, merchant.merchant_id],
    )
  })

  test('an address that is invited by several requests at once gets one account and one mail', async () => {
    const email = newEmail()
    const send = () => shop.post(INVITE, { email, role_id: 'merchant_view_only' })

    const answers = await Promise.all(Array.from({ length: 8 }, send))

    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [200, ...Array.from({ length: 7 }, () => 409)])
    assert.equal(await count(shop, 'directory.users', 'email', email), 1)
    assert.equal(await count(shop, 'mails', 'email', email), 1)
  })

  test('a merchant has at most 1,000 users', async () => {
    const own = await anotherShop(shop)
    const text = `insert into directory.memberships select $1, 'usr_' || n, 'merchant',
      'merchant_view_only', 'active', 1, null, now(), now(), 1 from generate_series(1, 999) n`
    await own.services.db.run(text, [own.merchant.merchant_id])
    const body = () => ({ email: newEmail(), role_id: 'merchant_view_only' })

    const answers = await Promise.all([own.post(INVITE, body()), own.post(INVITE, body())])

    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [200, 400])
  })

  test('a retry under an Idempotency-Key answers the same and invites once', async () => {
    const email = newEmail()
    const once = { headers: { 'Idempotency-Key': `invite ${email}`.replace(' ', '-') } }
    const body = { email, role_id: 'merchant_view_only' }

    const first = await shop.post(INVITE, body, once)
    const second = await shop.post(INVITE, body, once)

    assert.equal(second.status, 200)
    assert.equal(second.text, first.text)
    assert.equal(await count(shop, 'mails', 'email', email), 1)
  })
})

describe('the list', () => {
  test('shows the users of the merchant and of its organization, and of no other merchant', async () => {
    const own = await anotherShop(shop)
    const merchantUser = await addUser(own, 'merchant_admin')
    const orgUser = await addUser(own, 'org_admin')
    await addUser(shop, 'org_admin')

    const { body, headers } = await own.get(USERS)

    assert.deepEqual(
      new Set(body.map((entry: Row) => entry['user_id'])),
      new Set([merchantUser.user_id, orgUser.user_id]),
    )
    assert.equal(headers.get('X-Total-Count'), '2')
  })

  test('filters by state and by entity type, and X-Total-Count counts the matches', async () => {
    const own = await anotherShop(shop)
    await addUser(own, 'org_admin')
    await addUser(own, 'merchant_admin')
    await invite(own)
    await invite(own)
    const count = async (query: string) => {
      const { body, headers } = await own.get(`${USERS}?${query}`)
      return [body.length, Number(headers.get('X-Total-Count'))]
    }

    assert.deepEqual(await count(''), [4, 4])
    assert.deepEqual(await count('status=invitation_sent'), [2, 2])
    assert.deepEqual(await count('status=active'), [2, 2])
    assert.deepEqual(await count('entity_type=organization'), [1, 1])
    assert.deepEqual(await count('entity_type=merchant&status=active'), [1, 1])
    assert.deepEqual(await count('limit=3'), [3, 4])
    assert.deepEqual(await count('limit=3&offset=3'), [1, 4])
    assertRefused(await own.get(`${USERS}?status=gone`), 400, 'IR_04', 'status')
    assertRefused(await own.get(`${USERS}?limit=101`), 400, 'IR_04', 'limit')
  })

  test('the newest user comes first', async () => {
    const own = await anotherShop(shop)
    const emails = []
    for (let each = 0; each < 3; each++) {
      emails.unshift((await invite(own)).email)
      own.clock.advance(1_000)
    }

    const { body } = await own.get(USERS)

    assert.deepEqual(
      body.map((entry: Row) => entry['email']),
      emails,
    )
  })

  test('an invitation that is older than 24 hours is marked', async () => {
    const own = await anotherShop(shop)
    const { email } = await invite(own)

    own.clock.advance(DAY_MS - 5 * MINUTE_MS)
    const before = await cardEntry(own, email)
    own.clock.advance(5 * MINUTE_MS)
    const expired = await cardEntry(own, email)

    assert.equal('invitation_expired' in before, false)
    assert.equal(expired.status, 'invitation_sent')
    assert.equal(expired.invitation_expired, true)
  })

  test('shows whether a second factor is enabled, and when an active user last signed in', async () => {
    const last_signed_in_at = new Date('2026-05-01T10:00:00Z')
    const totp_secret = Buffer.from('sealed')
    const { email } = await addUser(shop, 'merchant_admin', { last_signed_in_at, totp_secret })

    const entry = await cardEntry(shop, email)

    assert.equal(entry.two_factor_enabled, true)
    assert.equal(entry.last_signed_in_at, '2026-05-01T10:00:00.000Z')
    assert.doesNotMatch(JSON.stringify(entry), /secret|sealed|hash/)
  })
})

describe('sending an invitation again', () => {
  const resend = (email: string, client: Client = shop) =>
    client.post('/user/user/resend_invite', { email })

  test('makes a new link for 24 hours, and the old link useless', async () => {
    const own = await anotherShop(shop)
    const { email, invite_url: first } = await invite(own)
    own.clock.advance(DAY_MS + 1)
    assert.equal((await cardEntry(own, email)).invitation_expired, true)

    const { status, body } = await resend(email, own)

    assert.equal(status, 200)
    assert.equal(body.email, email)
    assert.match(body.invite_resent_at, ISO_UTC)
    assert.equal(await linkWorks(shop, { email: email, invite_url: first }), false)
    assert.equal(await linkWorks(shop, { email: email, invite_url: body.invite_url }), true)
    assert.equal((await cardEntry(own, email)).invitation_expired, undefined)
    assert.equal(await count(shop, 'mails', 'email', email), 2)
  })

  test('at most five times an hour: then 429 with Retry-After, which is not stored under an Idempotency-Key', async () => {
    const own = await anotherShop(shop)
    const { email } = await invite(own)
    const once = { headers: { 'Idempotency-Key': 'resend' } }
    for (let n = 0; n < 5; n++) assert.equal((await resend(email, own)).status, 200)

    const early = await own.post('/user/user/resend_invite', { email }, once)

    assertRefused(early, 429, 'RL_01')
    assert.equal(early.headers.get('Retry-After'), '3600')
    own.clock.advance(HOUR_MS)
    const later = await own.post('/user/user/resend_invite', { email }, once)
    assert.equal(later.status, 200, later.text)
  })

  test('a user who is deleted and invited again shares the limit', async () => {
    const email = newEmail()
    for (let n = 0; n < 6; n++) {
      await invite(shop, 'merchant_view_only', email)
      await removeUser(shop, email)
    }

    assertRefused(await shop.post(INVITE, { email, role_id: 'merchant_view_only' }), 429, 'RL_01')

    assert.equal(await count(shop, 'mails', 'email', email), 6)
  })

  test('is refused for an active user and for an unknown one', async () => {
    const active = await addUser(shop, 'merchant_operator')

    const admin = await addUser(shop, 'org_admin')
    assertRefused(await resend(active.email), 400, 'IR_14')
    assertRefused(await resend(admin.email), 400, 'IR_14')
    assertRefused(await resend(newEmail()), 404, 'IR_05', 'email')
  })

  test('the link of a role that may do more is not for the caller', async () => {
    const own = await anotherShop(shop)
    const { email } = await invite(own, 'merchant_admin')
    const iam = await signedInAs(own, 'merchant_iam_admin')
    own.clock.advance(MINUTE_MS)

    assertRefused(await resend(email, iam), 403, 'AU_03')
  })
})

test('the routes need users:read and users:write', async () => {
  const reader = await shop.keyWith('users:read')
  const writer = await shop.keyWith('users:write')
  const body = { email: newEmail(), role_id: 'merchant_view_only' }

  assert.equal((await reader.get(USERS)).status, 200)
  assert.equal((await writer.get(USERS)).status, 200)
  assertRefused(await reader.post(INVITE, body), 403, 'AU_03')
  assertRefused(await removeUser(reader, body.email), 403, 'AU_03')
  assertRefused(await (await shop.keyWith('payments:write')).get(USERS), 403, 'AU_03')
  const developer = await signedInAs(shop, 'merchant_developer')
  assert.equal((await developer.get(USERS)).status, 200)
  assertRefused(await developer.post(INVITE, body), 403, 'AU_03')
})

test('the audit log has the role and no address of the person', async () => {
  const { email } = await invite(shop, 'merchant_operator')
  const second = newEmail()
  await shop.post(INVITE, [{ email: second, name: 'Bob', role_id: 'merchant_view_only' }])
  await shop.post('/user/user/update_role', { email, role_id: 'merchant_developer' })
  await removeUser(shop, email)

  const text = `select action, fields from audit_log where merchant_id = $1
    order by created desc, audit_id desc limit 4`
  const entries = await shop.services.db.run<Row>(text, [shop.merchant.merchant_id])

  assert.deepEqual(
    entries.map(({ action, fields }) => [action, fields]),
    [
      ['DELETE /user/user/delete', { email: '[redacted]' }],
      ['POST /user/user/update_role', { email: '[redacted]', role_id: 'merchant_developer' }],
      [
        'POST /user/user/invite_multiple',
        { '0.email': '[redacted]', '0.name': '[redacted]', '0.role_id': 'merchant_view_only' },
      ],
      [
        'POST /user/user/invite_multiple',
        { email: '[redacted]', name: '[redacted]', role_id: 'merchant_operator' },
      ],
    ],
  )
  assert.doesNotMatch(JSON.stringify(entries), /example\.com|Bob|Ada/)
})
