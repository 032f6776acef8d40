// Sessions end: by a sign-in that replaces them, by their user, and by an admin.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { MINUTE_MS } from '#kernel/clock.ts'
import { harness } from '#testing/harness.ts'
import { addMembership, openSessionOf, signedInAs } from '#testing/team.ts'
import { assertRefused } from '../support/expect.ts'
import { addPerson, cookiesOf, PASSWORD, signIn } from '../support/signing_in.ts'

const shop = await harness()
after(() => shop.app.close())

const stranger = shop.with(undefined)

test('a sign-in ends the session that the browser or the program had before, and no other', async () => {
  const { email } = await addPerson(shop)
  const first = await signIn(shop, email, { transport: 'cookie' })
  const elsewhere = shop.as((await signIn(shop, email)).body.token)
  const isOpen = async (cookie: string) =>
    (await stranger.get('/user', { headers: { Cookie: cookie } })).status === 200

  const second = await signIn(shop, email, { transport: 'cookie', cookie: cookiesOf(first) })

  assert.equal(second.status, 200)
  assert.equal(await isOpen(cookiesOf(first)), false)
  assert.equal(await isOpen(cookiesOf(second)), true)
  assert.equal((await elsewhere.get('/user')).status, 200)
  const third = await elsewhere.post('/user/signin', { email, password: PASSWORD })
  assert.equal(third.status, 200)
  assert.equal((await elsewhere.get('/user')).status, 401)
})

test('a user who signed in more than ten minutes ago signs in again before other sessions are ended', async () => {
  const person = await addPerson(shop)
  const other = await openSessionOf(shop, person)
  const client = await openSessionOf(shop, person)
  const { body } = await client.get('/user/sessions')
  const idOf = (is_current: boolean) =>
    body.find((each: { is_current: boolean }) => each.is_current === is_current).session_id
  shop.clock.advance(11 * MINUTE_MS)

  assertRefused(await client.delete('/user/sessions'), 403, 'AU_03')
  assertRefused(await client.delete(`/user/sessions/${idOf(false)}`), 403, 'AU_03')

  assert.equal((await other.get('/user')).status, 200)
  assert.equal((await client.delete(`/user/sessions/${idOf(true)}`)).status, 200)
  assert.equal((await client.get('/user')).status, 401)
})

test("an admin ends a user's sessions, and the role stays", async () => {
  const person = await addPerson(shop, 'merchant_operator')
  const sessions = [await openSessionOf(shop, person), await openSessionOf(shop, person)]
  const admin = await signedInAs(shop, 'merchant_admin')
  const { email } = person

  const answer = await admin.post('/user/user/end_sessions', { email })

  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.body, { deleted: 2 })
  for (const session of sessions) assert.equal((await session.get('/user')).status, 401)
  const again = shop.as((await signIn(shop, email)).body.token)
  assert.equal((await again.get('/user')).body.role_id, 'merchant_operator')
})

test('the sessions of a user with more rights, or of another merchant, cannot be ended', async () => {
  const { email } = await addPerson(shop, 'merchant_admin')
  const iam = await signedInAs(shop, 'merchant_iam_admin')
  const { client: neighbour } = await shop.neighbour()

  assertRefused(await iam.post('/user/user/end_sessions', { email }), 403, 'AU_03')
  assertRefused(await neighbour.post('/user/user/end_sessions', { email }), 404, 'IR_05')
})

test('sessions that are in use while they are ended are ended too', async () => {
  const person = await addPerson(shop)
  const others = await Promise.all(Array.from({ length: 10 }, () => openSessionOf(shop, person)))
  const client = await openSessionOf(shop, person)
  // From now on each request records that its session was used.
  shop.clock.advance(2 * MINUTE_MS)

  const [answer] = await Promise.all([
    client.delete('/user/sessions'),
    ...others.map((other) => other.get('/user')),
  ])

  assert.deepEqual(answer.body, { deleted: 10 })
  for (const other of others) assert.equal((await other.get('/user')).status, 401)
})

test('a page from before the session switched to another merchant changes nothing there', async () => {
  const person = await addPerson(shop)
  const { merchant } = await shop.neighbour()
  await addMembership(shop, person, merchant.merchant_id, 'merchant_admin')
  const signedIn = await signIn(shop, person.email, { transport: 'cookie' })
  const Cookie = cookiesOf(signedIn)
  const post = (url: string, body: object, token: string) =>
    stranger.post(url, body, { headers: { Cookie, 'X-CSRF-Token': token } })
  const { csrf_token: first, merchant_id } = signedIn.body
  const [other] = [shop.merchant.merchant_id, merchant.merchant_id].filter(
    (id) => id !== merchant_id,
  )
  assert.equal((await post('/user/switch_merchant', { merchant_id: other }, first)).status, 200)

  assertRefused(await post('/customers', {}, first), 403, 'AU_03')

  const { body } = await stranger.get('/user', { headers: { Cookie } })
  assert.equal((await post('/customers', {}, body.csrf_token)).status, 201)
})

test('a user changes the own name, which the team sees, and a key has none', async () => {
  const { email } = await addPerson(shop, 'merchant_view_only')
  const client = shop.as((await signIn(shop, email)).body.token)

  const changed = await client.post('/user', { name: 'Ada Lovelace' })

  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual(changed.body, (await client.get('/user')).body)
  assert.equal(changed.body.name, 'Ada Lovelace')
  const team = (await shop.get('/user/user/list')).body
  assert.equal(team.find((each: { email: string }) => each.email === email).name, 'Ada Lovelace')
  for (const name of ['', 'x'.repeat(256), 7]) {
    assertRefused(await client.post('/user', { name }), 400, 'IR_04')
  }
  assertRefused(await shop.post('/user', { name: 'Nobody' }), 403, 'AU_03')
})
