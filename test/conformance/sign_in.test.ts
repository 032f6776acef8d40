// Signing in with a password, sessions, and the ways to a new password.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/clock.ts'
import { newId, randomIds } from '#kernel/ids.ts'
import type { Client } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { createMerchant } from '#resources/accounts/merchants/create.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { deleteEndedSessions } from '#resources/people/sessions/end.ts'
import { userById } from '#resources/people/users/access.ts'
import { newMembership, newUser } from '#resources/people/users/create.ts'
import type { UserRow } from '#resources/people/users/read.ts'
import { invitationToken } from '#resources/people/users/tokens.ts'
import {
  addPerson,
  cookiesOf,
  mailedReset,
  PASSWORD,
  signIn,
  WRONG,
} from '../support/signing_in.ts'

const shop = await harness()
after(() => shop.app.close())
const { merchant_id } = shop.merchant
const stranger = shop.with(undefined)

const NEW = 'tide-lamp-quartz'

async function mailsTo({ email }: Pick<UserRow, 'email'>, kind: string) {
  return shop.services.db.run<{ facts: Record<string, unknown>; merchant_id: string }>(
    'select facts, merchant_id from mails where email = $1 and kind = $2 order by created',
    [email, kind],
  )
}

async function sessionOf(user: UserRow, password = PASSWORD): Promise<Client> {
  const { status, body } = await signIn(shop, user.email, { password })
  assert.equal(status, 200)
  return shop.as(body.token as string)
}

const isOpen = async (client: Client) => (await client.get('/user')).status === 200

test('a user signs in with e-mail and password, works within the role, and signs out', async () => {
  const user = await addPerson(shop, 'merchant_customer_support')

  const { status, body } = await signIn(shop, user.email.toUpperCase())

  assert.equal(status, 200)
  assert.match(body.token, /^ses_[A-Za-z0-9]{64}$/)
  assert.equal(body.two_factor_required, false)
  assert.equal(body.merchant_id, merchant_id)
  assert.deepEqual(body.user, { user_id: user.user_id, email: user.email, name: 'Ada' })
  const client = shop.as(body.token)
  assert.equal((await client.get('/customers/list')).status, 200)
  assert.equal((await client.post('/customers', { name: 'x' })).status, 403)
  assert.equal((await client.post('/user/signout')).status, 200)
  assert.equal((await client.get('/user')).status, 401)
})

test('no token, password or hash is in the log or in the database', async () => {
  const user = await addPerson(shop)
  const { body } = await signIn(shop, user.email)
  await signIn(shop, user.email, { password: WRONG })

  const rows = JSON.stringify([
    await shop.services.db.run('select * from directory.sessions', []),
    await shop.services.db.run('select * from directory.users', []),
    await shop.services.db.run('select * from mails', []),
  ])
  for (const text of [rows, shop.log.join('\n')]) {
    for (const secret of [body.token, body.device_token, PASSWORD, WRONG]) {
      assert.ok(!text.includes(secret as string))
    }
  }
  assert.ok(!shop.log.join('\n').includes('argon2'))
})

test('a wrong password, an unknown address and a user without a password get the same answer', async () => {
  const user = await addPerson(shop)
  const invited = await addPerson(shop, 'merchant_admin', { password_hash: null })

  const answers = [
    await signIn(shop, user.email, { password: WRONG }),
    await signIn(shop, 'nobody@shop.example'),
    await signIn(shop, invited.email),
  ]
  for (const { status, body } of answers) {
    assert.equal(status, 401)
    const { request_id: _, ...error } = body.error
    assert.deepEqual(error, {
      type: 'authentication_error',
      code: 'AU_01',
      message: 'The e-mail or the password is wrong.',
      doc_url: `${shop.base_url}/docs/errors#AU_01`,
    })
  }
})

test('each of them costs one hash, so their times do not differ', async () => {
  const { passwords } = shop.services
  const user = await addPerson(shop)
  const invited = await addPerson(shop, 'merchant_admin', { password_hash: null })
  const cost = async (email: string, password: string) => {
    const before = passwords.computed
    await signIn(shop, email, { password })
    return passwords.computed - before
  }

  assert.equal(await cost(user.email, PASSWORD), 1)
  assert.equal(await cost(user.email, WRONG), 1)
  assert.equal(await cost('no-one@shop.example', WRONG), 1)
  assert.equal(await cost(invited.email, WRONG), 1)
})

test('a browser gets the session as a cookie that no script can read, and never the token', async () => {
  const user = await addPerson(shop)

  const answer = await signIn(shop, user.email, { transport: 'cookie' })

  assert.equal(answer.body.token, null)
  assert.equal(answer.body.device_token, null)
  const cookies = answer.headers.getSetCookie()
  assert.equal(cookies.length, 2)
  for (const cookie of cookies) {
    assert.match(cookie, /^__Host-florin_(session|device)=/)
    assert.match(cookie, /; Path=\/; Secure; HttpOnly; SameSite=/)
  }
  const cookie = { Cookie: cookiesOf(answer) }
  const me = await stranger.get('/user', { headers: cookie })
  assert.equal(me.status, 200)
  assert.equal(me.body.csrf_token, answer.body.csrf_token)
  assert.equal((await stranger.post('/user/signout', {}, { headers: cookie })).status, 403)
  const csrf = { ...cookie, 'X-CSRF-Token': me.body.csrf_token as string }
  const out = await stranger.post('/user/signout', {}, { headers: csrf })
  assert.equal(out.status, 200)
  assert.match(out.headers.getSetCookie()[0] ?? '', /^__Host-florin_session=;.*Max-Age=0/)
  assert.equal((await stranger.get('/user', { headers: cookie })).status, 401)
})

test('a sign-in from a device that is not known is mailed to the user, except the very first', async () => {
  const user = await addPerson(shop)

  const first = await signIn(shop, user.email)
  assert.deepEqual(await mailsTo(user, 'new_sign_in'), [])
  await signIn(shop, user.email, { device_token: first.body.device_token as string })
  assert.deepEqual(await mailsTo(user, 'new_sign_in'), [])
  const other = await addPerson(shop)
  const { device_token } = (await signIn(shop, other.email)).body
  await signIn(shop, user.email, { device_token: device_token as string })

  const [mail, ...more] = await mailsTo(user, 'new_sign_in')
  assert.deepEqual(more, [])
  assert.equal(mail?.merchant_id, '')
  assert.deepEqual(Object.keys(mail?.facts ?? {}).toSorted(), ['address', 'at', 'user_agent'])
  for (let n = 0; n < 8; n++) await signIn(shop, user.email)
  assert.equal((await mailsTo(user, 'new_sign_in')).length, 5)
})

test('a user without any role is refused by every route that needs one', async () => {
  const user = newUser({ user_id: newId('usr'), email: 'alone@shop.example' }, shop.clock.now())
  const password_hash = await shop.services.passwords.hash(PASSWORD)
  const written = newUser({ ...user.row, password_hash }, shop.clock.now())
  await shop.services.commit(written.write)

  const client = await sessionOf(written.row)

  const me = (await client.get('/user')).body
  assert.equal(me.merchant_id, null)
  assert.equal(me.role_id, null)
  assert.deepEqual([me.groups, me.scopes, me.merchants], [[], [], []])
  assert.equal((await client.get('/customers/list')).status, 403)
})

test('GET /user has the role, its scopes and every merchant, those of an organization included', async () => {
  const { organization_id } = await readMerchant(shop.services.db, merchant_id)
  const services = { ...shop.services, ...randomIds }
  const second = await createMerchant(services, { merchant_name: 'Second shop' })
  await shop.services.db.run('update merchants set organization_id = $1 where merchant_id = $2', [
    organization_id,
    second.merchant_id,
  ])
  const admin = await addPerson(shop, 'org_admin')
  const support = await addPerson(shop, 'merchant_customer_support')

  const me = (await (await sessionOf(admin)).get('/user')).body
  assert.equal(me.role_id, 'org_admin')
  assert.equal(me.role_name, 'Organization admin')
  assert.deepEqual(me.scopes, ['*'])
  assert.equal(me.two_factor_enabled, false)
  assert.deepEqual(
    me.merchants.map((each: { merchant_id: string }) => each.merchant_id),
    [merchant_id, second.merchant_id],
  )
  const other = (await (await sessionOf(support)).get('/user')).body
  assert.ok(other.groups.includes('operations_view'))
  assert.ok(other.scopes.includes('customers:read'))
  assert.deepEqual(other.merchants, [
    { merchant_id, merchant_name: 'Test shop', role_id: 'merchant_customer_support' },
  ])
})

test('a session switches to a merchant where the user has a role, and to no other', async () => {
  const { merchant: neighbour } = await shop.neighbour()
  const user = await addPerson(shop)
  const client = await sessionOf(user)
  const switchTo = (id: string) => client.post('/user/switch_merchant', { merchant_id: id })

  assert.equal((await switchTo(neighbour.merchant_id)).status, 404)
  const now = shop.clock.now()
  const place = { entity_id: neighbour.merchant_id, entity_type: 'merchant' } as const
  const role = { user_id: user.user_id, role_id: 'merchant_view_only' }
  await shop.services.commit(newMembership(place, role, null, now).write)
  const switched = await switchTo(neighbour.merchant_id)

  assert.equal(switched.status, 200)
  assert.deepEqual(switched.body, {
    merchant_id: neighbour.merchant_id,
    merchant_name: 'Neighbour',
    role_id: 'merchant_view_only',
  })
  assert.equal((await client.get('/user')).body.role_id, 'merchant_view_only')
  assert.equal((await client.post('/customers', { name: 'x' })).status, 403)
})

test('a user sees and ends only their own sessions', async () => {
  const user = await addPerson(shop)
  const [one, two, three] = [await sessionOf(user), await sessionOf(user), await sessionOf(user)]
  const eve = await sessionOf(await addPerson(shop))

  const listed = (await one.get('/user/sessions')).body
  assert.equal(listed.length, 3)
  assert.deepEqual(
    listed.map((each: { is_current: boolean }) => each.is_current),
    [false, false, true],
  )
  const [newest] = listed
  assert.equal((await eve.delete(`/user/sessions/${newest.session_id}`)).status, 404)
  assert.ok(await isOpen(three))
  assert.equal((await one.delete(`/user/sessions/${newest.session_id}`)).status, 200)
  assert.ok(!(await isOpen(three)))
  assert.deepEqual((await one.delete('/user/sessions')).body, { deleted: 1 })
  assert.deepEqual([await isOpen(one), await isOpen(two)], [true, false])
})

test('a user has 30 sessions at most: the oldest ends when another begins', async () => {
  const user = await addPerson(shop)
  const first = await sessionOf(user)
  const second = await sessionOf(user)
  for (let n = 0; n < 29; n++) await signIn(shop, user.email)

  assert.deepEqual([await isOpen(first), await isOpen(second)], [false, true])
  assert.equal((await second.get('/user/sessions')).body.length, 30)
})

test('sessions that have expired are deleted', async () => {
  await using other = await harness()
  const user = await addPerson(other)
  await signIn(other, user.email)
  other.clock.advance(13 * HOUR_MS)

  await deleteEndedSessions(other.services)

  const rows = await other.services.db.run(
    'select session_id from directory.sessions where user_id = $1',
    [user.user_id],
  )
  assert.deepEqual(rows, [])
})

test('a reset link sets a password once, ends all sessions, and does not sign in', async () => {
  const user = await addPerson(shop)
  const open = await sessionOf(user)
  const token = await mailedReset(shop, user)

  const weak = await stranger.post('/user/reset_password', { token, password: 'password1234' })
  assert.deepEqual([weak.status, weak.body.error.field], [400, 'password'])
  const answer = await stranger.post('/user/reset_password', { token, password: NEW })

  assert.equal(answer.status, 200)
  assert.deepEqual(Object.keys(answer.body).toSorted(), [
    'device_token',
    'message',
    'remaining',
    'removed',
    'status',
  ])
  assert.deepEqual(answer.headers.getSetCookie(), [])
  assert.ok(!(await isOpen(open)))
  assert.equal((await signIn(shop, user.email)).status, 401)
  assert.equal((await signIn(shop, user.email, { password: NEW })).status, 200)
  const again = await stranger.post('/user/reset_password', { token, password: PASSWORD })
  assert.deepEqual([again.status, again.body.error.code], [400, 'IR_04'])
})

test('a reset link ends after 24 hours, with the next one, and with a change of the password', async () => {
  const user = await addPerson(shop)
  const reset = (token: string) => stranger.post('/user/reset_password', { token, password: NEW })
  const messages = new Set<string>()
  const refused = async (token: string) => {
    const { status, body } = await reset(token)
    assert.equal(status, 400)
    messages.add(body.error.message)
  }

  const first = await mailedReset(shop, user)
  const second = await mailedReset(shop, user)
  await refused(first)
  const client = await sessionOf(user)
  const change = { old_password: PASSWORD, new_password: NEW }
  assert.equal((await client.post('/user/change_password', change)).status, 200)
  await refused(second)
  const third = await mailedReset(shop, user)
  shop.clock.advance(DAY_MS + MINUTE_MS)
  await refused(third)
  await refused(`${user.user_id}.${'a'.repeat(43)}`)
  await refused('nonsense')
  assert.equal(messages.size, 1)
})

test('of concurrent requests with one reset link one succeeds', async () => {
  const user = await addPerson(shop)
  const token = await mailedReset(shop, user)

  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      stranger.post('/user/reset_password', { token, password: `${NEW} ${n}` }),
    ),
  )

  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('forgot_password answers the same and writes the same for an address that does not exist', async () => {
  const user = await addPerson(shop)
  const nobody = { email: 'nobody-at-all@shop.example' }

  const answers = []
  for (const { email } of [user, nobody]) {
    answers.push(await stranger.post('/user/forgot_password', { email }))
  }

  assert.deepEqual(answers[0]?.body, answers[1]?.body)
  for (const person of [user, nobody]) {
    const expected = [{ facts: {}, merchant_id: '' }]
    assert.deepEqual(await mailsTo(person, 'password_reset'), expected)
    for (let n = 0; n < 5; n++) {
      const again = await stranger.post('/user/forgot_password', { email: person.email })
      assert.deepEqual([again.status, again.body], [200, answers[0]?.body])
    }
    assert.equal((await mailsTo(person, 'password_reset')).length, 3)
  }
  shop.clock.advance(16 * MINUTE_MS)
  for (const person of [user, nobody]) {
    await stranger.post('/user/forgot_password', { email: person.email })
    assert.equal((await mailsTo(person, 'password_reset')).length, 4)
  }
})

test('changing the password needs the old one and ends all other sessions', async () => {
  const user = await addPerson(shop)
  const [here, there] = [await sessionOf(user), await sessionOf(user)]
  const change = (old_password: string, new_password: string) =>
    here.post('/user/change_password', { old_password, new_password })

  assert.equal((await change(WRONG, NEW)).body.error.field, 'old_password')
  assert.equal((await change(PASSWORD, PASSWORD)).body.error.field, 'new_password')
  assert.equal((await change(PASSWORD, 'qwertyuiop123')).body.error.field, 'new_password')
  assert.equal((await change(PASSWORD, user.email)).body.error.field, 'new_password')
  assert.ok(await isOpen(there))
  assert.equal((await change(PASSWORD, NEW)).status, 200)

  assert.deepEqual([await isOpen(here), await isOpen(there)], [true, false])
  assert.equal((await signIn(shop, user.email)).status, 401)
  assert.equal((await signIn(shop, user.email, { password: NEW })).status, 200)
})

test('a sign-in that overlaps with a change of the password leaves no session under the old one', async () => {
  const user = await addPerson(shop)
  const here = await sessionOf(user)
  const change = here.post('/user/change_password', { old_password: PASSWORD, new_password: NEW })
  const overlapping = await Promise.all(Array.from({ length: 3 }, () => signIn(shop, user.email)))
  assert.equal((await change).status, 200)

  const open = await Promise.all(
    overlapping
      .filter(({ status }) => status === 200)
      .map(({ body }) => isOpen(shop.as(body.token as string))),
  )
  assert.deepEqual(open.filter(Boolean), [])
})

test('a password hash with older parameters is replaced when its owner signs in', async () => {
  // For `password`, with four times the memory.
  const password_hash =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  const user = await addPerson(shop, 'merchant_admin', { password_hash })

  assert.equal((await signIn(shop, user.email, { password: 'password' })).status, 200)

  const now = await userById(shop.services.db, user.user_id)
  assert.match(now?.password_hash ?? '', /m=19456,t=2,p=1/)
  assert.equal((await signIn(shop, user.email, { password: 'password' })).status, 200)
})

async function invite(parts: Partial<UserRow> = {}, role_id = 'merchant_operator') {
  const now = shop.clock.now()
  const user_id = newId('usr')
  const user = newUser({ user_id, email: `${user_id}@new.example`, ...parts }, now)
  const place = { entity_id: merchant_id, entity_type: 'merchant' } as const
  const membership = newMembership(place, { user_id, role_id }, addMs(now, DAY_MS), now)
  await shop.services.commit(user.write, membership.write)
  const token = invitationToken(shop.services.keyring, membership.row)
  return { user: user.row, token }
}

const accept = (body: object) => stranger.post('/user/accept_invite_from_email', body)

test('a new user accepts an invitation once with a password, and is signed in', async () => {
  const { user, token } = await invite()

  const weak = await accept({ token, password: 'welcome12345' })
  assert.equal(weak.body.error.field, 'password')
  const answer = await accept({ token, password: PASSWORD, name: 'Grace' })

  assert.equal(answer.status, 200)
  assert.equal(answer.body.user.name, 'Grace')
  assert.equal(answer.body.merchant_id, merchant_id)
  const me = (await shop.as(answer.body.token).get('/user')).body
  assert.deepEqual([me.role_id, me.name], ['merchant_operator', 'Grace'])
  const again = await accept({ token, password: PASSWORD })
  assert.deepEqual([again.status, again.body.error.code], [400, 'IR_04'])
  assert.equal((await signIn(shop, user.email)).status, 200)
})

test('an invitation ends after 24 hours', async () => {
  const { token } = await invite()
  shop.clock.advance(DAY_MS)

  const answer = await accept({ token, password: PASSWORD })

  assert.deepEqual([answer.status, answer.body.error.code], [400, 'IR_04'])
})

test('a user who has a password accepts an invitation with it and with no other', async () => {
  const password_hash = await shop.services.passwords.hash(PASSWORD)
  const { user, token } = await invite({ password_hash, name: 'Grace' })

  const wrong = await accept({ token, password: NEW })
  assert.deepEqual([wrong.status, wrong.body.error.code], [401, 'AU_01'])
  const answer = await accept({ token, password: PASSWORD, name: 'Eve' })

  assert.equal(answer.status, 200)
  assert.equal(answer.body.user.name, 'Grace')
  assert.equal((await signIn(shop, user.email, { password: NEW })).status, 401)
})

test('an API key is refused where a user is needed, and a user without a session too', async () => {
  assert.equal((await shop.get('/user')).status, 403)
  assert.equal((await stranger.get('/user')).status, 401)
})
