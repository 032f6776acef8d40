// Passkeys without a browser.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { deleteExpiredChallenges } from '#resources/people/sign_in_nonces/delete_expired.ts'
import { MINUTE_MS } from '#kernel/clock.ts'
import type { Answer, Client } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { addUser, openSessionOf, signedInAs } from '#testing/team.ts'
import { Authenticator, type Changes, ORIGIN } from '../support/authenticator.ts'
import { assertRefused } from '../support/expect.ts'

const shop = await harness({ env: { FLORIN_PUBLIC_URL: ORIGIN } })
after(() => shop.app.close())

const stranger = shop.with(undefined)

async function add(client: Client, device: Authenticator, changes: Changes = {}): Promise<Answer> {
  const { body: options } = await client.post('/user/passkeys/begin')
  return client.post('/user/passkeys', { response: device.create(options, changes) })
}

async function signIn(device: Authenticator, changes: Changes = {}): Promise<Answer> {
  const { body } = await stranger.post('/user/passkeys/signin/begin')
  const response = device.get(body.options, changes)
  return stranger.post('/user/passkeys/signin', { challenge_id: body.challenge_id, response })
}

test('the options ask for a discoverable passkey that verifies its user, and for no attestation', async () => {
  const user = await addUser(shop, 'merchant_operator')
  const client = await openSessionOf(shop, user)

  const { status, body } = await client.post('/user/passkeys/begin')

  assert.equal(status, 200)
  assert.equal(body.rp.id, 'pay.example.com')
  assert.equal(body.user.name, user.email)
  assert.equal(body.attestation, 'none')
  assert.equal(body.authenticatorSelection.residentKey, 'required')
  assert.equal(body.authenticatorSelection.userVerification, 'required')
  assert.deepEqual(
    body.pubKeyCredParams.map(({ alg }: { alg: number }) => alg),
    [-7, -8, -257],
  )
})

test('the start of a sign-in is the same for every user and names none', async () => {
  const { status, body } = await stranger.post('/user/passkeys/signin/begin')

  assert.equal(status, 200)
  assert.equal(body.options.rpId, 'pay.example.com')
  assert.equal(body.options.userVerification, 'required')
  assert.deepEqual(body.options.allowCredentials ?? [], [])
})

test('a passkey whose counter stays at 0 signs in again and again', async () => {
  const client = await signedInAs(shop, 'merchant_operator')
  const device = new Authenticator()
  assert.equal((await add(client, device)).status, 201)

  assert.equal((await signIn(device)).status, 200)
  assert.equal((await signIn(device)).status, 200)
})

const wrongCreations: [string, Changes][] = [
  ['of another origin', { origin: 'https://pay.example.com.evil.example' }],
  ['of another site', { rp_id: 'evil.example' }],
  ['without the presence of the user', { flags: 0x44 }],
  ['without the verification of the user', { flags: 0x41 }],
  ['with an algorithm that was not asked for', { alg: -35 }],
  [
    'with a certificate, which could name an address to call',
    {
      format: 'packed',
      statement: new Map<unknown, unknown>([
        ['alg', -7],
        ['sig', Buffer.alloc(70)],
        ['x5c', [Buffer.alloc(300)]],
      ]),
    },
  ],
  ['with the attestation of a TPM', { format: 'tpm', statement: new Map([['ver', '2.0']]) }],
  ['with an unknown attestation', { format: 'other' }],
]
for (const [what, changes] of wrongCreations) {
  test(`a passkey ${what} is not added`, async () => {
    const client = await signedInAs(shop, 'merchant_operator')

    const answer = await add(client, new Authenticator(), changes)

    assertRefused(answer, 400, 'IR_04')
    assert.equal((await client.get('/user/passkeys')).body.count, 0)
  })
}

const wrongSignIns: [string, Changes][] = [
  ['of another origin', { origin: 'http://pay.example.com' }],
  ['of another site', { rp_id: 'example.com' }],
  ['without the presence of the user', { flags: 0x04 }],
  ['without the verification of the user', { flags: 0x01 }],
]
for (const [what, changes] of wrongSignIns) {
  test(`a sign-in ${what} is refused`, async () => {
    const device = new Authenticator()
    await add(await signedInAs(shop, 'merchant_operator'), device)

    assertRefused(await signIn(device, changes), 401, 'AU_01')
  })
}

test('a sign-in with the id of a passkey and the key of another one is refused', async () => {
  const device = new Authenticator()
  await add(await signedInAs(shop, 'merchant_operator'), device)
  const thief = new Authenticator(device.id)
  thief.user_handle = device.user_handle

  assertRefused(await signIn(thief), 401, 'AU_01')
})

test('a sign-in that names another user, or none, is refused', async () => {
  const device = new Authenticator()
  await add(await signedInAs(shop, 'merchant_operator'), device)
  const other = await addUser(shop, 'merchant_admin')
  device.user_handle = Buffer.from(other.user_id).toString('base64url')
  assertRefused(await signIn(device), 401, 'AU_01')

  const { body } = await stranger.post('/user/passkeys/signin/begin')
  const credential = device.get(body.options)
  const { userHandle: _, ...response } = credential.response
  const nameless = { challenge_id: body.challenge_id, response: { ...credential, response } }
  assertRefused(await stranger.post('/user/passkeys/signin', nameless), 401, 'AU_01')
})

test('a challenge of one purpose does not serve another', async () => {
  const client = await signedInAs(shop, 'merchant_operator')
  const device = new Authenticator()
  await add(client, device)
  const { body: creation } = await client.post('/user/passkeys/begin')
  const { body: sign_in } = await stranger.post('/user/passkeys/signin/begin')
  const challenge_id = Buffer.from(creation.challenge, 'base64url').toString()

  const crossed = await stranger.post('/user/passkeys/signin', {
    challenge_id,
    response: device.get({ challenge: creation.challenge }),
  })
  const options = { ...creation, challenge: sign_in.options.challenge }
  const added = await client.post('/user/passkeys', {
    response: new Authenticator().create(options),
  })

  assertRefused(crossed, 401, 'AU_01')
  assertRefused(added, 400, 'IR_14')
})

test('a passkey that another user has is refused', async () => {
  const device = new Authenticator()
  assert.equal((await add(await signedInAs(shop, 'merchant_operator'), device)).status, 201)

  const answer = await add(await signedInAs(shop, 'merchant_admin'), new Authenticator(device.id))

  assertRefused(answer, 409, 'HE_01')
})

test('a user has at most 20 passkeys, even if many are added at once', async () => {
  const client = await signedInAs(shop, 'merchant_operator')
  const started = await Promise.all(
    Array.from({ length: 25 }, () => client.post('/user/passkeys/begin')),
  )

  const answers = await Promise.all(
    started.map(({ body }) =>
      client.post('/user/passkeys', { response: new Authenticator().create(body) }),
    ),
  )

  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 201).length, 20)
  for (const answer of answers) if (answer.status !== 201) assertRefused(answer, 409, 'IR_16')
  assertRefused(await client.post('/user/passkeys/begin'), 409, 'IR_16')
  const { data } = (await client.get('/user/passkeys')).body
  await client.delete(`/user/passkeys/${data[7].passkey_id}`)
  assert.equal((await add(client, new Authenticator())).status, 201)
})

test('a response of a wrong size or form is refused before it is looked at', async () => {
  const { body } = await stranger.post('/user/passkeys/signin/begin')
  const { challenge_id } = body
  const device = new Authenticator()
  device.user_handle = 'dXNlcg'
  const right = device.get(body.options)
  const send = (response: object) =>
    stranger.post('/user/passkeys/signin', { challenge_id, response })

  for (const part of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']) {
    for (const wrong of ['a'.repeat(10_000), 'with spaces', 'pad==', '', 7, null]) {
      const answer = await send({ ...right, response: { ...right.response, [part]: wrong } })
      assertRefused(answer, 400, 'IR_04')
    }
  }
  assertRefused(await send({ ...right, id: 'a'.repeat(1_400) }), 400, 'IR_04')
  assertRefused(await send({ ...right, type: 'password' }), 400, 'IR_04')
  for (const text of ['bnVsbA', 'eyJ', 'W10', 'eyJjaGFsbGVuZ2UiOnt9fQ']) {
    const answer = await send({ ...right, response: { ...right.response, clientDataJSON: text } })
    assertRefused(answer, 401, 'AU_01')
  }
})

test('an attestation with a certificate is refused before the certificate is read', async () => {
  const client = await signedInAs(shop, 'merchant_operator')
  const statement = new Map<unknown, unknown>([['x5c', [Buffer.alloc(300)]]])
  shop.log.length = 0

  await add(client, new Authenticator(), { format: 'packed', statement })

  assert.ok(shop.log.some((line) => line.includes('the attestation has certificates')))
})

test('no attestation that is not CBOR breaks the api', async () => {
  const client = await signedInAs(shop, 'merchant_operator')
  const { body: options } = await client.post('/user/passkeys/begin')
  const right = new Authenticator().create(options)

  for (let length = 1; length <= 200; length += 7) {
    const attestationObject = randomBytes(length).toString('base64url')
    const response = { ...right, response: { ...right.response, attestationObject } }
    assertRefused(await client.post('/user/passkeys', { response }), 400, 'IR_04')
  }
  const whole = right.response.attestationObject
  for (let length = 2; length < whole.length - 90; length += 9) {
    const response = { ...right.response, attestationObject: whole.slice(0, length) }
    assertRefused(
      await client.post('/user/passkeys', { response: { ...right, response } }),
      400,
      'IR_04',
    )
  }
  assert.equal((await client.post('/user/passkeys', { response: right })).status, 201)
})

test('a session that is older than ten minutes can neither add nor delete a passkey', async () => {
  const user = await addUser(shop, 'merchant_operator')
  const client = await openSessionOf(shop, user)
  const { passkey_id } = (await add(client, new Authenticator())).body
  shop.clock.advance(10 * MINUTE_MS)

  const added = await client.post('/user/passkeys/begin')
  const deleted = await client.delete(`/user/passkeys/${passkey_id}`)

  assertRefused(added, 403, 'AU_03')
  assertRefused(deleted, 403, 'AU_03')
  assert.equal(deleted.body.error.details.sign_in_again, true)
  assert.equal((await client.get('/user/passkeys')).body.count, 1)
  const again = await openSessionOf(shop, user)
  assert.equal((await again.delete(`/user/passkeys/${passkey_id}`)).status, 200)
})

test('a passkey is renamed by its user, and by nobody else', async () => {
  const client = await openSessionOf(shop, await addUser(shop, 'merchant_operator'))
  const stranger = await openSessionOf(shop, await addUser(shop, 'merchant_admin'))
  const { passkey_id } = (await add(client, new Authenticator())).body
  const path = `/user/passkeys/${passkey_id}`

  const renamed = await client.post(path, { name: 'Old laptop' })

  assert.equal(renamed.status, 200, renamed.text)
  assert.deepEqual((await client.get('/user/passkeys')).body.data, [renamed.body])
  assert.equal(renamed.body.name, 'Old laptop')
  assertRefused(await stranger.post(path, { name: 'Mine' }), 404, 'IR_05')
  assertRefused(await client.post(path, { name: '' }), 400, 'IR_04')
  assertRefused(await client.post(path, {}), 400, 'IR_01')
})

test('passkeys are for users: a key cannot list, add or delete one', async () => {
  assertRefused(await shop.get('/user/passkeys'), 403, 'AU_03')
  assertRefused(await shop.post('/user/passkeys/begin'), 403, 'AU_03')
  assertRefused(await shop.delete('/user/passkeys/psk_x'), 403, 'AU_03')
})

test('a deployment that is reached by an address says that passkeys need a name', async () => {
  await using bare = await harness()

  const answer = await bare.with(undefined).post('/user/passkeys/signin/begin')

  assertRefused(answer, 400, 'IR_14')
  assert.match(answer.body.error.message, /FLORIN_PUBLIC_URL/)
})

test('the start of a sign-in is limited for each address', async () => {
  const env = { FLORIN_PUBLIC_URL: ORIGIN, FLORIN_PAGE_RATE_LIMIT: '3' }
  await using limited = await harness({ env })
  const begin = () => limited.with(undefined).post('/user/passkeys/signin/begin')
  limited.clock.stopAt(shop.clock.now())

  for (let n = 0; n < 3; n++) assert.equal((await begin()).status, 200)

  assertRefused(await begin(), 429, 'RL_01')
})

test('expired challenges are deleted, others are not', async () => {
  const { db } = shop.services
  const count = async () =>
    Number(
      (await db.run<{ n: number }>('select count(*)::int n from directory.challenges', []))[0]?.n,
    )
  await stranger.post('/user/passkeys/signin/begin')
  shop.clock.advance(4 * MINUTE_MS)
  await stranger.post('/user/passkeys/signin/begin')
  const before = await count()
  shop.clock.advance(2 * MINUTE_MS)

  await deleteExpiredChallenges(shop.services)

  assert.ok(before > 1)
  assert.equal(await count(), 1)
})
