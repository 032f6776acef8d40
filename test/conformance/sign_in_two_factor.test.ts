// Authenticator app codes, and recovery codes.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { MINUTE_MS } from '#kernel/clock.ts'
import { Keyring, makeSecret } from '#kernel/crypto.ts'
import type { Client } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { rotateEncryption } from '#resources/people/two_factor/rotate_encryption.ts'
import { usedBy } from '#resources/people/two_factor/check.ts'
import { userById } from '#resources/people/users/access.ts'
import type { UserRow } from '#resources/people/users/read.ts'
import { assertRefused } from '../support/expect.ts'
import {
  addPerson,
  codeNow,
  cookiesOf,
  mailedReset,
  PASSWORD,
  signIn,
  WRONG,
} from '../support/signing_in.ts'

const shop = await harness()
after(() => shop.app.close())
const STEP_MS = 30_000

interface Enrolled {
  readonly user: UserRow
  readonly secret: string
  readonly recovery_codes: string[]
  /** Verified. */
  readonly client: Client
  readonly device_token: string
}

async function enrolled(): Promise<Enrolled> {
  const user = await addPerson(shop)
  const { token, device_token } = (await signIn(shop, user.email)).body
  const client = shop.as(token as string)
  const { secret } = (await client.get('/user/2fa/totp/begin')).body
  const totp = codeNow(shop, secret as string)
  const answer = await client.put('/user/2fa/totp/verify', { totp })
  assert.equal(answer.status, 200)
  // The next step has another code.
  shop.clock.advance(STEP_MS)
  return { user, secret, client, device_token, ...answer.body }
}

async function unverified({ user }: Enrolled, device_token?: string) {
  const answer = await signIn(shop, user.email, device_token === undefined ? {} : { device_token })
  assert.equal(answer.status, 200)
  assert.equal(answer.body.two_factor_required, true)
  assert.equal(answer.body.device_token, null)
  return shop.as(answer.body.token as string)
}

const verify = (client: Client, body: object) => client.post('/user/2fa/totp/verify', body)
const recover = (client: Client, body: object) =>
  client.post('/user/2fa/recovery_code/verify', body)
const isVerified = async (client: Client) => (await client.get('/customers/list')).status === 200

test('an app is set up with a code, which ends other sessions and shows 8 recovery codes once', async () => {
  const user = await addPerson(shop)
  const [here, there] = [await signIn(shop, user.email), await signIn(shop, user.email)]
  const client = shop.as(here.body.token as string)

  const early = await client.put('/user/2fa/totp/verify', { totp: '000000' })
  assert.equal(early.body.error.code, 'IR_14')
  const first = (await client.get('/user/2fa/totp/begin')).body
  assert.match(first.totp_url, /^otpauth:\/\/totp\/Florin:.*secret=[A-Z2-7]{32}&/)
  const second = (await client.get('/user/2fa/totp/begin')).body
  assert.notEqual(second.secret, first.secret)
  const put = (secret: string) =>
    client.put('/user/2fa/totp/verify', { totp: codeNow(shop, secret) })
  assert.equal((await put(first.secret)).body.error.field, 'totp')
  assert.equal((await client.get('/user')).body.two_factor_enabled, false)
  const done = await put(second.secret)

  assert.equal(new Set(done.body.recovery_codes).size, 8)
  for (const code of done.body.recovery_codes) assert.match(code, /^[a-z2-7]{4}(-[a-z2-7]{4}){5}$/)
  assert.equal((await client.get('/user')).body.two_factor_enabled, true)
  assert.equal((await shop.as(there.body.token).get('/user')).status, 401)
  assert.equal((await client.get('/user/2fa/totp/begin')).body.error.code, 'IR_14')
})

test('setting up an app begins by POST with a token or a cookie, and by GET with a token only', async () => {
  const { email } = await addPerson(shop)
  const url = '/user/2fa/totp/begin'
  const bearer = shop.as((await signIn(shop, email)).body.token)
  const signedIn = await signIn(shop, email, { transport: 'cookie' })
  const browser = shop.with(undefined)
  const Cookie = cookiesOf(signedIn)
  const headers = { Cookie, 'X-CSRF-Token': signedIn.body.csrf_token as string }
  const byPost = await browser.post(url, undefined, { headers })
  const pending = byPost.body.secret

  const byCookie = await browser.get(url, { headers })

  assertRefused(byCookie, 405, 'IR_03')
  assert.equal(byCookie.headers.get('Allow'), 'POST')
  assertRefused(await browser.post(url, undefined, { headers: { Cookie } }), 403, 'AU_03')
  assertRefused(await browser.get(url), 401, 'AU_01')
  const totp = codeNow(shop, pending)
  const enrolment = await browser.put('/user/2fa/totp/verify', { totp }, { headers })
  assert.equal(enrolment.status, 200, 'a GET with a cookie leaves the secret as it was')
  assertRefused(await bearer.get('/user'), 401, 'AU_01')
  const other = shop.as((await signIn(shop, (await addPerson(shop)).email)).body.token)
  for (const answer of [await other.get(url), await other.post(url)]) {
    assert.equal(answer.status, 200, answer.text)
    assert.match(answer.body.secret, /^[A-Z2-7]{32}$/)
  }
})

test('neither the secret nor a recovery code is stored in clear text, or logged', async () => {
  const { secret, recovery_codes } = await enrolled()

  const rows = JSON.stringify(await shop.services.db.run('select * from directory.users', []))
  for (const text of [rows, shop.log.join('\n')]) {
    for (const hidden of [secret, ...recovery_codes]) assert.ok(!text.includes(hidden))
  }
})

test('until the code is given, a session may only give it, see the user, and sign out', async () => {
  const person = await enrolled()
  const client = await unverified(person)

  const { status, body } = await client.get('/customers/list')
  assert.deepEqual([status, body.error.details], [403, { two_factor_required: true }])
  for (const url of ['/user/sessions', '/user/2fa/totp/begin']) {
    assert.equal((await client.get(url)).status, 403)
  }
  const me = (await client.get('/user')).body
  assert.equal(me.two_factor_required, true)
  assert.deepEqual([me.merchant_id, me.scopes, me.merchants], [null, [], []])
  const answer = await verify(client, { totp: codeNow(shop, person.secret) })

  assert.equal(answer.status, 200)
  assert.equal(answer.body.two_factor_required, false)
  assert.equal(answer.body.recovery_codes_left, 8)
  assert.ok(await isVerified(client))
  assert.equal((await client.get('/user')).body.two_factor_required, false)
})

test('a code works once, also for concurrent requests', async () => {
  const person = await enrolled()
  const clients = [await unverified(person), await unverified(person), await unverified(person)]
  const totp = codeNow(shop, person.secret)

  const answers = await Promise.all(clients.map((client) => verify(client, { totp })))

  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  const later = await unverified(person)
  assert.equal((await verify(later, { totp })).body.error.field, 'totp')
  assert.ok(!(await isVerified(later)))
})

test('a recovery code works once, in any spelling, and the app still works', async () => {
  const person = await enrolled()
  const [code = '', other = ''] = person.recovery_codes
  const first = await unverified(person)

  const answer = await recover(first, { recovery_code: code.toUpperCase().replaceAll('-', ' ') })
  assert.equal(answer.body.recovery_codes_left, 7)
  assert.ok(await isVerified(first))
  const second = await unverified(person)
  assert.equal((await recover(second, { recovery_code: code })).body.error.field, 'recovery_code')
  assert.equal((await verify(second, { totp: codeNow(shop, person.secret) })).status, 200)
  const stolen = await unverified(await enrolled())
  assert.equal((await recover(stolen, { recovery_code: other })).status, 400)
})

test('after 4 wrong codes there are none for 5 minutes, of both kinds together, however concurrent', async () => {
  const person = await enrolled()
  const client = await unverified(person)

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0
        ? verify(client, { totp: '000000' })
        : recover(client, { recovery_code: 'aaaa-aaaa-aaaa' }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 400).length, 4)
  assert.equal(answers.filter(({ status }) => status === 429).length, 16)
  // Also in another session, from another address.
  const again = await unverified(person)
  const locked = await verify(again, { totp: codeNow(shop, person.secret) })
  assert.deepEqual([locked.status, locked.body.error.code], [429, 'RL_01'])
  const wait = Number(locked.headers.get('retry-after'))
  assert.ok(wait > 290 && wait <= 300)
  shop.clock.advance(5 * MINUTE_MS)
  assert.equal((await verify(again, { totp: codeNow(shop, person.secret) })).status, 200)
})

test('a device that gave a code before has its own tries, and a password alone buys none', async () => {
  const person = await enrolled()
  const first = await unverified(person)
  const { device_token } = (await verify(first, { totp: codeNow(shop, person.secret) })).body
  shop.clock.advance(STEP_MS)
  const thief = await unverified(person)
  for (let n = 0; n < 5; n++) await verify(thief, { totp: '000000' })

  assert.equal((await verify(thief, { totp: '000000' })).status, 429)
  const owner = await unverified(person, device_token as string)
  const answer = await verify(owner, { totp: codeNow(shop, person.secret), device_token })
  assert.equal(answer.status, 200)
})

test('devices that are known by a password or by a reset link alone share the tries of strangers', async () => {
  const person = await enrolled()
  const token = await mailedReset(shop, person.user)
  const reset = { token, password: PASSWORD }
  const { device_token } = (await shop.with(undefined).post('/user/reset_password', reset)).body
  const client = await unverified(person, device_token as string)

  for (const device of [person.device_token, device_token]) {
    for (let n = 0; n < 2; n++) {
      const wrong = await verify(client, { totp: '000000', device_token: device })
      assert.equal(wrong.status, 400)
    }
  }

  const right = { totp: codeNow(shop, person.secret), device_token }
  assert.equal((await verify(client, right)).status, 429)
})

test('in a browser the device is known by a cookie once the code is given', async () => {
  const person = await enrolled()
  const answer = await signIn(shop, person.user.email, { transport: 'cookie' })
  const cookie = cookiesOf(answer)
  assert.doesNotMatch(cookie, /florin_device/)
  const headers = { Cookie: cookie, 'X-CSRF-Token': answer.body.csrf_token as string }

  const body = { totp: codeNow(shop, person.secret) }
  const verified = await shop.with(undefined).post('/user/2fa/totp/verify', body, { headers })

  assert.equal(verified.status, 200)
  assert.equal(verified.body.device_token, null)
  assert.match(cookiesOf(verified), /^__Host-florin_device=/)
})

test('recovery codes are replaced with a code of the app, and the old ones stop working', async () => {
  const person = await enrolled()
  const generate = (totp: string) =>
    person.client.post('/user/2fa/recovery_code/generate', { totp })

  assert.equal((await generate('000000')).body.error.field, 'totp')
  const { body } = await generate(codeNow(shop, person.secret))

  assert.equal(body.recovery_codes.length, 8)
  const client = await unverified(person)
  const [old = ''] = person.recovery_codes
  assert.equal((await recover(client, { recovery_code: old })).status, 400)
  assert.equal((await recover(client, { recovery_code: body.recovery_codes[0] })).status, 200)
})

test('the app is removed with a code or a recovery code only', async () => {
  for (const kind of ['totp', 'recovery_code'] as const) {
    const person = await enrolled()
    const remove = (body: object) => person.client.send('DELETE', '/user/2fa/totp', body)
    const [recovery_code = ''] = person.recovery_codes
    const factor = kind === 'totp' ? { totp: codeNow(shop, person.secret) } : { recovery_code }

    assert.equal((await remove({})).status, 400)
    assert.equal((await remove({ [kind]: '000000' })).status, 400)
    assert.equal((await remove(factor)).status, 200)
    const answer = await signIn(shop, person.user.email)
    assert.equal(answer.body.two_factor_required, false)
    const left = await userById(shop.services.db, person.user.user_id)
    assert.deepEqual([left?.totp_secret, left?.recovery_codes], [null, []])
    assert.equal((await remove(factor)).body.error.code, 'IR_14')
  }
})

test('a reset of the password does not remove the second factor', async () => {
  const person = await enrolled()
  const token = await mailedReset(shop, person.user)
  await shop.with(undefined).post('/user/reset_password', { token, password: WRONG })

  const answer = await signIn(shop, person.user.email, { password: WRONG })

  assert.equal(answer.body.two_factor_required, true)
})

test('after FLORIN_SECRET is rotated, codes and recovery codes work, and secrets are encrypted again', async () => {
  const person = await enrolled()
  const { db, keyring } = shop.services
  const old = (keyring as unknown as { secret: Buffer }).secret
  const newer = new Keyring(Buffer.from(makeSecret(), 'hex'), old)
  const services = { ...shop.services, keyring: newer }
  const totp = codeNow(shop, person.secret)
  const [recovery_code = ''] = person.recovery_codes
  const read = async () => {
    const user = await userById(db, person.user.user_id)
    assert.ok(user)
    return user
  }

  assert.ok(usedBy(services, await read(), { totp }))
  assert.ok(usedBy(services, await read(), { recovery_code }))
  assert.ok((await rotateEncryption(services)) >= 1)
  assert.equal(await rotateEncryption(services), 0)
  const alone = { ...services, keyring: newer.all[0] ?? newer }
  assert.ok(usedBy(alone, await read(), { totp }))
  // Back to the other tests' secret.
  await rotateEncryption({ ...services, keyring: new Keyring(old, ...secretsOf(newer)) })
})

function secretsOf(keyring: Keyring): Buffer[] {
  return keyring.all.map((each) => (each as unknown as { secret: Buffer }).secret)
}
