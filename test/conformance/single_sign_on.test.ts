// Single sign-on against a real provider: what it takes to become a user, and everything that must not.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { SESSION_COOKIE } from '#http/sessions.ts'
import { newMembership, newUser } from '#resources/people/users/create.ts'
import type { UserRow } from '#resources/people/users/read.ts'
import { harness } from '#testing/harness.ts'
import { addUser } from '#testing/team.ts'
import { CLIENT_SECRET, startProvider, Visitor } from '../support/oidc_provider.ts'

const PUBLIC_URL = 'https://pay.example.com'
const CALLBACK = `${PUBLIC_URL}/user/oidc/callback`
const COOKIE = '__Host-florin_oidc'

const provider = await startProvider(CALLBACK)
const shop = await harness({ env: { ...provider.env, FLORIN_PUBLIC_URL: PUBLIC_URL } })
after(async () => {
  await shop.app.close()
  await provider[Symbol.asyncDispose]()
})
beforeEach(() => {
  provider.answers = true
  provider.forge = undefined
  provider.hasWrongKey = false
  provider.instead.clear()
})

function visitor(): Visitor {
  return new Visitor(PUBLIC_URL, shop.base_url)
}

/** The provider signs in a person with this address. */
function personIs(email: unknown, parts: object = {}, subject = newId('usr')): string {
  provider.person = { subject, claims: { email, email_verified: true, ...parts } }
  return subject
}

async function signIn(browser = visitor()): Promise<Response> {
  return browser.finish(await browser.toCallback())
}

async function assertRefused(response: Response, status: number, code: string, message?: RegExp) {
  const text = await response.text()
  assert.equal(response.status, status, text)
  const { error } = JSON.parse(text)
  assert.equal(error.code, code)
  if (message) assert.match(error.message, message)
}

function isSignedIn(response: Response): boolean {
  const hasCookie = response.headers.getSetCookie().some((line) => line.startsWith(SESSION_COOKIE))
  assert.equal(response.status === 200, hasCookie)
  return hasCookie
}

async function me(browser: Visitor): Promise<{ user_id: string; merchant_id: string }> {
  return (await browser.get(`${PUBLIC_URL}/user`)).json() as ReturnType<typeof me>
}

async function rowsOf(user_id: string) {
  const text = `select issuer, subject from directory.identities where user_id = $1`
  return shop.services.db.run<{ issuer: string; subject: string }>(text, [user_id])
}

async function invite(expires_in_ms: number, email?: string): Promise<UserRow> {
  const { commit, clock } = shop.services
  const user_id = newId('usr')
  const user = newUser({ user_id, email: email ?? `${user_id}@shop.example` }, clock.now())
  const place = { entity_id: shop.merchant.merchant_id, entity_type: 'merchant' } as const
  const end = addMs(clock.now(), expires_in_ms)
  const role = { user_id, role_id: 'merchant_operator' }
  await commit(user.write, newMembership(place, role, end, clock.now()).write)
  return user.row
}

test('the browser is sent to the provider with PKCE, a nonce and a state that its cookie is bound to', async () => {
  const response = await visitor().get(`${PUBLIC_URL}/user/oidc/begin`)

  assert.equal(response.status, 303)
  const url = new URL(response.headers.get('location') ?? '')
  assert.equal(url.origin, provider.issuer)
  const sent = Object.fromEntries(url.searchParams)
  assert.equal(sent['response_type'], 'code')
  assert.equal(sent['redirect_uri'], CALLBACK)
  assert.equal(sent['scope'], 'openid email')
  assert.equal(sent['code_challenge_method'], 'S256')
  for (const name of ['state', 'nonce', 'code_challenge'] as const)
    assert.equal(sent[name]?.length, 43)
  assert.notEqual(sent['state'], sent['nonce'])
  const [cookie = ''] = response.headers.getSetCookie()
  assert.match(
    cookie,
    /^__Host-florin_oidc=\w{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=300$/,
  )
})

test('a member signs in with the verified address, without another second factor', async () => {
  const totp_secret = Buffer.from('sealed')
  const user = await addUser(shop, 'merchant_operator', { totp_secret })
  const subject = personIs(user.email.toUpperCase())
  const browser = visitor()

  const response = await signIn(browser)

  assert.ok(isSignedIn(response), await response.text())
  const { user_id, merchant_id } = await me(browser)
  assert.equal(user_id, user.user_id)
  assert.equal(merchant_id, shop.merchant.merchant_id)
  assert.equal((await browser.get(`${PUBLIC_URL}/customers/list`)).status, 200)
  assert.deepEqual(await rowsOf(user.user_id), [{ issuer: provider.issuer, subject }])
  assert.equal(browser.cookies.get(PUBLIC_URL)?.has(COOKIE), false)
})

test('a known person is found by issuer and subject, whatever the address has become', async () => {
  const user = await addUser(shop, 'merchant_operator')
  const other = await addUser(shop, 'merchant_admin')
  const subject = personIs(user.email)
  assert.ok(isSignedIn(await signIn()))

  personIs(other.email, { email_verified: false }, subject)
  const browser = visitor()
  assert.ok(isSignedIn(await signIn(browser)))

  assert.equal((await me(browser)).user_id, user.user_id)
})

test('an address that the company gives to another person does not give away the user', async () => {
  const user = await addUser(shop, 'merchant_admin')
  const subject = personIs(user.email)
  assert.ok(isSignedIn(await signIn()))

  personIs(user.email)

  await assertRefused(await signIn(), 403, 'AU_03', /another account at Example Inc\./)
  assert.deepEqual(await rowsOf(user.user_id), [{ issuer: provider.issuer, subject }])
})

test('an invitation is accepted by signing in, and its link then works no more', async () => {
  const user = await invite(DAY_MS)
  personIs(user.email)
  const browser = visitor()

  assert.ok(isSignedIn(await signIn(browser)))

  const text = 'select status, invitations from directory.memberships where user_id = $1'
  const rows = await shop.services.db.run(text, [user.user_id])
  assert.deepEqual(rows, [{ status: 'active', invitations: 2 }])
  assert.equal((await me(browser)).merchant_id, shop.merchant.merchant_id)
  assert.equal((await browser.get(`${PUBLIC_URL}/customers/list`)).status, 200)
})

test('an expired invitation does not sign in', async () => {
  const user = await invite(-1)
  personIs(user.email)

  await assertRefused(await signIn(), 403, 'AU_03', /the invitation has expired/)
  assert.deepEqual(await rowsOf(user.user_id), [])
})

test('a person without an invitation is refused, and no user is created', async () => {
  const { db } = shop.services
  const count = async () => (await db.run('select count(*)::int n from directory.users', []))[0]
  const before = await count()
  personIs('stranger@shop.example')

  const response = await signIn()

  await assertRefused(response, 403, 'AU_03', /^No team here has invited/)
  assert.equal(isSignedIn(response), false)
  assert.deepEqual(await count(), before)
})

test('a user whose last role was taken away is refused, also with a known account', async () => {
  const user = await addUser(shop, 'merchant_operator')
  personIs(user.email)
  assert.ok(isSignedIn(await signIn()))
  const text = 'delete from directory.memberships where user_id = $1 returning 1'
  await shop.services.db.run(text, [user.user_id])

  await assertRefused(await signIn(), 403, 'AU_03')
})

test('a deleted user leaves nothing behind, and a new invitation of the same person works', async () => {
  const { email, user_id: deleted } = await addUser(shop, 'merchant_operator')
  const subject = personIs(email)
  assert.ok(isSignedIn(await signIn()))
  for (const table of ['memberships', 'users']) {
    const text = `delete from directory.${table} where user_id = $1 returning 1`
    await shop.services.db.run(text, [deleted])
  }
  assert.deepEqual(await rowsOf(deleted), [])
  await assertRefused(await signIn(), 403, 'AU_03')

  const { user_id } = await invite(DAY_MS, email)
  assert.ok(isSignedIn(await signIn()))

  assert.deepEqual(await rowsOf(user_id), [{ issuer: provider.issuer, subject }])
})

const unverified: [string, object][] = [
  ['not verified', { email_verified: false }],
  ['verified as a text', { email_verified: 'true' }],
  ['without a word about verification', { email_verified: undefined }],
  ['no text', { email: 7 }],
  ['absent', { email: undefined }],
]
for (const [what, claims] of unverified) {
  test(`an address that is ${what} leads to no user`, async () => {
    const user = await addUser(shop, 'merchant_admin')
    personIs(user.email, claims)

    await assertRefused(await signIn(), 403, 'AU_03', /has not verified your e-mail/)
    assert.deepEqual(await rowsOf(user.user_id), [])
  })
}

test('a session starts with a click: the page after the provider changes nothing, however often it is opened', async () => {
  const { email } = await addUser(shop, 'merchant_operator')
  personIs(email)
  const browser = visitor()
  const url = await browser.toCallback()

  for (const _ of ['first', 'second']) {
    const page = await browser.get(url)
    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    assert.deepEqual(page.headers.getSetCookie(), [])
    assert.equal((await browser.get(`${PUBLIC_URL}/user`)).status, 401)
  }

  // A page on another site can make the browser send the same, but without the cookie: it is Lax.
  const elsewhere = new Visitor(PUBLIC_URL, shop.base_url)
  await assertRefused(await elsewhere.finish(url), 401, 'AU_01')
  const done = await browser.finish(url)
  assert.deepEqual(await done.json(), { url: '/dashboard' })
  assert.equal((await browser.get(`${PUBLIC_URL}/user`)).status, 200)
})

test('a callback works once', async () => {
  personIs((await addUser(shop, 'merchant_operator')).email)
  const browser = visitor()
  const url = await browser.toCallback()
  const cookie = browser.cookies.get(PUBLIC_URL)?.get(COOKIE) ?? ''
  assert.ok(isSignedIn(await browser.finish(url)))
  const calls = provider.requests.length

  // As an attacker would who has copied everything.
  browser.cookies.get(PUBLIC_URL)?.set(COOKIE, cookie)

  await assertRefused(await browser.finish(url), 401, 'AU_01', /was completed already/)
  assert.equal(provider.requests.length, calls)
})

test('a callback that is sent many times at once signs in once', async () => {
  personIs((await addUser(shop, 'merchant_operator')).email)
  const browser = visitor()
  const url = await browser.toCallback()

  const cookie = browser.cookies.get(PUBLIC_URL)
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => {
      const copy = visitor()
      copy.cookies.set(PUBLIC_URL, new Map(cookie))
      return copy.finish(url)
    }),
  )

  assert.equal(responses.filter(isSignedIn).length, 1)
  for (const response of responses) assert.ok([200, 401].includes(response.status))
})

test('a callback in a browser that did not start it is refused, with or without its own cookie', async () => {
  personIs((await addUser(shop, 'merchant_admin')).email)
  const attacker = visitor()
  const url = await attacker.toCallback()
  const victim = visitor()
  const calls = provider.requests.length

  await assertRefused(await victim.finish(url), 401, 'AU_01', /did not start in this browser/)
  await victim.get(`${PUBLIC_URL}/user/oidc/begin`)
  await assertRefused(await victim.finish(url), 401, 'AU_01', /did not start in this browser/)
  assert.equal(provider.requests.slice(calls).includes('/token'), false)
})

test('a state that is unknown, changed, empty or absent is refused before the provider is called', async () => {
  personIs((await addUser(shop, 'merchant_admin')).email)
  const browser = visitor()
  const url = new URL(await browser.toCallback())
  const calls = provider.requests.length

  for (const state of ['a'.repeat(43), 'A'.repeat(43), '', undefined]) {
    const changed = new URL(url)
    if (state === undefined) changed.searchParams.delete('state')
    else changed.searchParams.set('state', state)
    await assertRefused(await browser.finish(changed.href), 401, 'AU_01')
  }
  const twice = `${url.href}&state=${url.searchParams.get('state')}`
  await assertRefused(await browser.get(twice), 400, 'IR_04')
  assert.equal(provider.requests.length, calls)
  assert.ok(isSignedIn(await browser.finish(url.href)))
})

test('a sign-in ends after five minutes', async () => {
  personIs((await addUser(shop, 'merchant_admin')).email)
  const browser = visitor()
  const url = await browser.toCallback()

  shop.clock.advance(5 * MINUTE_MS)

  await assertRefused(await browser.finish(url), 401, 'AU_01', /took longer than five minutes/)
})

test('a stolen code does not work in the sign-in of the thief', async () => {
  personIs((await addUser(shop, 'merchant_admin')).email)
  const stolen = new URL(await visitor().toCallback())
  const thief = visitor()
  const url = new URL(await thief.toCallback())

  url.searchParams.set('code', stolen.searchParams.get('code') ?? '')

  await assertRefused(await thief.finish(url.href), 401, 'AU_01')
})

test('a person who cancels at the provider is not signed in', async () => {
  const browser = visitor()
  personIs('anybody@shop.example')
  const url = new URL(await browser.toCallback())
  const state = url.searchParams.get('state') ?? ''

  const cancelled = `${CALLBACK}?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`

  await assertRefused(await browser.finish(cancelled), 401, 'AU_01', /was not completed/)
})

test('a response of another issuer is refused', async () => {
  personIs((await addUser(shop, 'merchant_admin')).email)
  const browser = visitor()
  const url = new URL(await browser.toCallback())

  url.searchParams.set('iss', 'https://evil.example')

  await assertRefused(await browser.finish(url.href), 401, 'AU_01')
})

/** JSON leaves out what is undefined. */
const forgeries: [string, (claims: Record<string, unknown>) => Record<string, unknown>][] = [
  ['of another sign-in', (claims) => ({ ...claims, nonce: 'another' })],
  ['without a nonce', (claims) => ({ ...claims, nonce: undefined })],
  ['for another client', (claims) => ({ ...claims, aud: 'another' })],
  ['of another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
  ['that has expired', (claims) => ({ ...claims, exp: Number(claims['iat']) - 3_600 })],
  ['without a subject', (claims) => ({ ...claims, sub: undefined })],
]
for (const [what, forge] of forgeries) {
  test(`an ID token ${what} is refused`, async () => {
    personIs((await addUser(shop, 'merchant_admin')).email)
    provider.forge = forge

    const response = await signIn()

    assert.equal(isSignedIn(response), false)
    await assertRefused(response, 401, 'AU_01')
  })
}

test('an ID token that is signed by another key is refused', async () => {
  personIs((await addUser(shop, 'merchant_admin')).email)
  provider.hasWrongKey = true

  await assertRefused(await signIn(), 401, 'AU_01')
})

test('the metadata of the provider is read once for many sign-ins, and again after an hour', async () => {
  personIs((await addUser(shop, 'merchant_admin')).email)
  const discoveries = () =>
    provider.requests.filter((path) => path.startsWith('/.well-known')).length
  await signIn()
  const before = discoveries()

  await Promise.all([signIn(), signIn(), signIn()])
  assert.equal(discoveries(), before)
  shop.clock.advance(HOUR_MS)
  await Promise.all([signIn(), signIn(), signIn()])

  assert.equal(discoveries(), before + 1)
})

test('a failing provider has its own error, never an internal one', async () => {
  personIs((await addUser(shop, 'merchant_admin')).email)
  const html = { status: 503, body: '<h1>maintenance</h1>', type: 'text/html' }
  const oversized = {
    status: 200,
    body: `{"a":"${'x'.repeat(600_000)}"}`,
    type: 'application/json',
  }
  const wrong = { status: 200, body: '{"access_token":7}', type: 'application/json' }
  const empty = { status: 200, body: '', type: 'application/json' }
  const invalid = { status: 401, body: '{"error":"invalid_client"}', type: 'application/json' }

  for (const answer of [html, oversized, wrong, empty, invalid]) {
    const browser = visitor()
    const url = await browser.toCallback()
    provider.instead.set('/token', answer)
    const response = await browser.finish(url)
    assert.ok([401, 502].includes(response.status), `${response.status}`)
    provider.instead.clear()
  }
})

test('while the provider is away, its last metadata serves, and a sign-in in progress says that it is away', async () => {
  await using brief = await startProvider(CALLBACK)
  await using other = await harness({ env: { ...brief.env, FLORIN_PUBLIC_URL: PUBLIC_URL } })
  const browser = new Visitor(PUBLIC_URL, other.base_url)
  brief.person = { subject: 'ada', claims: {} }
  const url = await browser.toCallback()
  await brief[Symbol.asyncDispose]()
  other.clock.advance(2 * MINUTE_MS)

  const response = await browser.finish(url)

  await assertRefused(response, 502, 'CE_01', /^Example Inc\. cannot be reached/)
  other.clock.advance(HOUR_MS)
  assert.equal((await browser.get(`${PUBLIC_URL}/user/oidc/begin`)).status, 303)
})

const broken: [string, { status: number; body: string; type: string } | undefined][] = [
  ['does not answer', undefined],
  ['answers with a page', { status: 200, body: '<html>', type: 'text/html' }],
  ['is in maintenance', { status: 503, body: '', type: 'text/plain' }],
  [
    'names another issuer',
    { status: 200, body: '{"issuer":"https://evil.example"}', type: 'application/json' },
  ],
]
for (const [what, answer] of broken) {
  test(`a provider that ${what} at the start gives 502, and other ways to sign in still work`, async () => {
    await using bad = await startProvider(CALLBACK)
    bad.answers = answer !== undefined
    if (answer) bad.instead.set('/.well-known/openid-configuration', answer)
    await using other = await harness({ env: { ...bad.env, FLORIN_PUBLIC_URL: PUBLIC_URL } })

    const begin = () => new Visitor(PUBLIC_URL, other.base_url).get(`${PUBLIC_URL}/user/oidc/begin`)
    const responses = await Promise.all([begin(), begin(), begin()])

    for (const response of responses)
      await assertRefused(response, 502, 'CE_01', /sign in another way/)
    // All shared one call.
    assert.equal(bad.requests.length, 1)
    assert.equal((await other.with(undefined).post('/user/passkeys/signin/begin')).status, 200)
    assert.ok(other.log.some((line) => line.includes('oidc: the provider cannot be used')))
  })
}

test('a page learns which ways there are to sign in', async () => {
  const path = '/user/signin/methods'
  await using bare = await harness()

  const { status, body } = await shop.with(undefined).get(path)

  assert.equal(status, 200)
  assert.deepEqual(body, { password: true, passkey: true, oidc: { name: 'Example Inc.' } })
  const { body: few } = await bare.with(undefined).get(path)
  assert.deepEqual(few, { password: true, passkey: false, oidc: null })
  const begin = await bare.with(undefined).get('/user/oidc/begin')
  assert.equal(begin.status, 404)
  assert.match(begin.body.error.message, /no single sign-on/)
})

test('no code, state, token or secret of a sign-in is logged', async () => {
  personIs((await addUser(shop, 'merchant_admin')).email)
  const browser = visitor()
  const url = new URL(await browser.toCallback())
  await browser.get(url.href)
  await browser.finish(url.href)
  await browser.finish(url.href)

  const log = shop.log.join('\n')
  for (const name of ['code', 'state']) {
    assert.equal(log.includes(url.searchParams.get(name) ?? 'absent'), false, name)
  }
  assert.equal(log.includes(CLIENT_SECRET), false)
})
