// Passkeys in a real browser, with an authenticator that Chromium simulates: it creates keys and signs as a phone or a
// security key does. Each test has its own authenticator.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { MINUTE_MS } from '#kernel/clock.ts'
import type { Answer, Client } from '#testing/client.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { addUser, openSessionOf } from '#testing/team.ts'
import { closePages, testBrowser, openReturnPage, type ReturnPage } from './browser.ts'

let browser: Browser
let shop: Shop
/** A page of another origin on the same host. */
let other: ReturnPage

before(async () => {
  browser = await testBrowser()
  shop = await harness()
  const { port } = shop.app.server.address() as AddressInfo
  // A passkey belongs to a name, never to an address.
  shop.services.public_url = `http://localhost:${port}`
  other = await openReturnPage()
})
after(async () => {
  await closePages(browser)
  await other?.[Symbol.asyncDispose]()
  await shop?.[Symbol.asyncDispose]()
})

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

interface Device extends AsyncDisposable {
  readonly page: Page
  create(options: Json): Promise<Json>
  get(options: Json): Promise<Json>
  /** With a key of its own that says it was used this often. */
  setCounter(counter: number): Promise<void>
  setVerified(isUserVerified: boolean): Promise<void>
}

const CREATE = `async (options) => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return (await navigator.credentials.create({ publicKey })).toJSON()
}`
const GET = `async (options) => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return (await navigator.credentials.get({ publicKey })).toJSON()
}`

async function newDevice(hasUserVerification = true): Promise<Device> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${shop.services.public_url}/health/live`)
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    page,
    create: (options) => page.evaluate(`(${CREATE})(${JSON.stringify(options)})`),
    get: (options) => page.evaluate(`(${GET})(${JSON.stringify(options)})`),
    setCounter: (counter) => setCounter(cdp, authenticatorId, counter),
    setVerified: async (isUserVerified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}

async function setCounter(cdp: CDPSession, authenticatorId: string, counter: number) {
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
  for (const credential of credentials) {
    const { credentialId } = credential
    await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
    const copy = { ...credential, signCount: counter }
    await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: copy })
  }
}

/** A user with a session and a passkey on the device. */
async function enrol(device: Device): Promise<{ user_id: string; client: Client; added: Answer }> {
  const user = await addUser(shop, 'merchant_operator')
  const client = await openSessionOf(shop, user)
  const { body: options } = await client.post('/user/passkeys/begin')
  const response = await device.create(options)
  const added = await client.post('/user/passkeys', { response, name: 'Phone' })
  assert.equal(added.status, 201, added.text)
  return { user_id: user.user_id, client, added }
}

async function begin(): Promise<{ challenge_id: string; options: Json }> {
  const answer = await shop.with(undefined).post('/user/passkeys/signin/begin')
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

function finish(challenge_id: string, response: Json): Promise<Answer> {
  return shop.with(undefined).post('/user/passkeys/signin', { challenge_id, response })
}

async function signIn(device: Device, change: object = {}): Promise<Answer> {
  const { challenge_id, options } = await begin()
  return finish(challenge_id, await device.get({ ...options, ...change }))
}

function refused(answer: Answer): void {
  assert.equal(answer.status, 401, answer.text)
  assert.equal(answer.body.error.code, 'AU_01')
  assert.match(answer.body.error.message, /^The passkey could not be verified/)
}

test('a passkey is added in the browser, and signs in without an e-mail as two factors', async () => {
  await using device = await newDevice()
  const { user_id, client, added } = await enrol(device)
  assert.deepEqual(Object.keys(added.body).toSorted(), [
    'created',
    'is_synced',
    'last_used_at',
    'name',
    'passkey_id',
  ])
  assert.equal((await client.post('/user/signout')).status, 200)
  assert.equal((await client.get('/user/passkeys')).status, 401)

  const answer = await signIn(device)

  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.user.user_id, user_id)
  assert.equal(answer.body.two_factor_required, false)
  assert.equal(answer.body.merchant_id, shop.merchant.merchant_id)
  const signedIn = shop.as(answer.body.token)
  assert.equal((await signedIn.get('/customers/list')).status, 200)
  const listed = await signedIn.get('/user/passkeys')
  assert.equal(listed.body.count, 1)
  assert.equal(listed.body.data[0].name, 'Phone')
  assert.notEqual(listed.body.data[0].last_used_at, null)
})

test('a page signs in with the cookie: no script reads the session, and a write needs the CSRF token', async () => {
  await using device = await newDevice()
  await enrol(device)
  const { challenge_id, options } = await begin()
  const response = await device.get(options)
  const body = JSON.stringify({ challenge_id, response, transport: 'cookie' })
  const headers = { 'Content-Type': 'application/json' }

  const { signedIn, listed, visible, deleted, forged } = await device.page.evaluate<Json>(`
    (async () => {
      const headers = ${JSON.stringify(headers)}
      const sent = await fetch('/user/passkeys/signin', { method: 'POST', headers, body: ${JSON.stringify(body)} })
      const signedIn = await sent.json()
      const listed = await (await fetch('/user/passkeys')).json()
      const url = '/user/passkeys/' + listed.data[0].passkey_id
      const forged = (await fetch(url, { method: 'DELETE' })).status
      const csrf = { 'X-CSRF-Token': signedIn.csrf_token }
      const deleted = (await fetch(url, { method: 'DELETE', headers: csrf })).status
      return { signedIn, listed, visible: document.cookie, deleted, forged }
    })()`)

  assert.equal(signedIn.token, null)
  assert.equal(listed.count, 1)
  assert.equal(visible, '')
  assert.equal(forged, 403)
  assert.equal(deleted, 200)
})

test('a deleted passkey no longer signs in, and nobody else can delete it', async () => {
  await using device = await newDevice()
  const { client, added } = await enrol(device)
  const path = `/user/passkeys/${added.body.passkey_id}`
  const stranger = await openSessionOf(shop, await addUser(shop, 'merchant_admin'))
  assert.equal((await stranger.delete(path)).status, 404)
  assert.equal((await signIn(device)).status, 200)

  assert.equal((await client.delete(path)).status, 200)

  refused(await signIn(device))
  assert.equal((await client.get('/user/passkeys')).body.count, 0)
})

test('a response works once, also when it is sent many times at once', async () => {
  await using device = await newDevice()
  await enrol(device)
  const { challenge_id, options } = await begin()
  const response = await device.get(options)

  const answers = await Promise.all(Array.from({ length: 8 }, () => finish(challenge_id, response)))

  const won = answers.filter(({ status }) => status === 200)
  assert.equal(won.length, 1)
  for (const answer of answers) if (answer.status !== 200) refused(answer)
  refused(await finish(challenge_id, response))
  // Nor with a challenge that is still open.
  refused(await finish((await begin()).challenge_id, response))
})

test('a copy of the passkey, whose counter is behind, is refused', async () => {
  await using device = await newDevice()
  await enrol(device)
  await device.setCounter(100)
  assert.equal((await signIn(device)).status, 200)

  await device.setCounter(50)

  refused(await signIn(device))
  await device.setCounter(200)
  assert.equal((await signIn(device)).status, 200)
})

test('a passkey that did not verify its user is refused', async () => {
  await using device = await newDevice()
  await enrol(device)
  await device.setVerified(false)

  refused(await signIn(device, { userVerification: 'discouraged' }))
})

test('a passkey that did not verify its user is not added', async () => {
  await using device = await newDevice(false)
  const client = await openSessionOf(shop, await addUser(shop, 'merchant_operator'))
  const { body: options } = await client.post('/user/passkeys/begin')
  const authenticatorSelection = { residentKey: 'discouraged', userVerification: 'discouraged' }
  const response = await device.create({ ...options, authenticatorSelection })

  const answer = await client.post('/user/passkeys', { response })

  assert.equal(answer.status, 400, answer.text)
  assert.equal(answer.body.error.field, 'response')
  assert.equal((await client.get('/user/passkeys')).body.count, 0)
})

test('a response that was made on a page of another origin is refused', async () => {
  await using device = await newDevice()
  await enrol(device)
  await device.page.goto(other.url.replace('127.0.0.1', 'localhost'))

  refused(await signIn(device))
})

test('a response that was made in a frame of another site is refused', async () => {
  await using device = await newDevice()
  const { client } = await enrol(device)
  const { challenge_id, options } = await begin()
  const response = await device.get(options)
  const data = JSON.parse(Buffer.from(response.response.clientDataJSON, 'base64url').toString())
  const framed = Buffer.from(JSON.stringify({ ...data, crossOrigin: true })).toString('base64url')

  response.response.clientDataJSON = framed

  refused(await finish(challenge_id, response))
  assert.ok(shop.log.some((line) => line.includes('the response is of a frame')))
  assert.equal((await client.get('/user/passkeys')).body.data[0].last_used_at, null)
})

test('a challenge ends after five minutes, and only the user who asked for it can use it', async () => {
  await using device = await newDevice()
  const { client } = await enrol(device)
  const stranger = await openSessionOf(shop, await addUser(shop, 'merchant_admin'))
  const { body: options } = await stranger.post('/user/passkeys/begin')
  const late = await begin()
  const response = await device.create(options)

  const stolen = await client.post('/user/passkeys', { response })

  assert.equal(stolen.status, 400)
  assert.match(stolen.body.error.message, /has expired or was used already/)
  const assertion = await device.get(late.options)
  shop.clock.advance(5 * MINUTE_MS)
  refused(await finish(late.challenge_id, assertion))
  assert.equal((await stranger.post('/user/passkeys', { response })).status, 400)
})

test('the browser does not add a second passkey of the same device, and the api refuses it', async () => {
  await using device = await newDevice()
  const { client } = await enrol(device)
  const { body: options } = await client.post('/user/passkeys/begin')
  assert.equal(options.excludeCredentials.length, 1)
  await assert.rejects(device.create(options), /InvalidStateError|excluded|contains one of/)
  const response = await device.create({ ...options, excludeCredentials: [] })

  assert.equal((await client.post('/user/passkeys', { response })).status, 201)
  const again = await client.post('/user/passkeys', { response })

  assert.equal(again.status, 400)
  assert.equal(again.body.error.code, 'IR_14')
})
