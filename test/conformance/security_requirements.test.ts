// Requirements in docs/operations/security.md that no other test covers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#kernel/clock.ts'
import type { Client } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { addUser } from '#testing/team.ts'
import { CLIENT_ID, startProvider, Visitor } from '../support/oidc_provider.ts'
import { addPerson, codeNow, PASSWORD, signIn } from '../support/signing_in.ts'

// Runs first: the tests in a file share a database.
test('a new deployment with a merchant has no user, so there is no account to guess', async () => {
  await using shop = await harness()
  const { rows } = await usersOf(shop.services)
  assert.equal(rows, 0)
})

async function usersOf({ db }: Awaited<ReturnType<typeof harness>>['services']) {
  const [count] = await db.run<{ n: number }>('select count(*)::int as n from directory.users', [])
  return { rows: count?.n }
}

test('a password does not expire', async () => {
  await using shop = await harness()
  const { email } = await addPerson(shop)

  shop.clock.advance(3 * 365 * DAY_MS)

  assert.equal((await signIn(shop, email)).status, 200)
})

test('each sign-in has its own token, and neither is an API key', async () => {
  await using shop = await harness()
  const { email } = await addPerson(shop)

  const tokens = [await signIn(shop, email), await signIn(shop, email)].map(
    ({ body }) => body.token as string,
  )

  assert.equal(new Set(tokens).size, 2)
  for (const token of tokens) {
    assert.match(token, /^ses_[A-Za-z0-9]{64}$/)
    assert.equal((await shop.as(token).get('/user')).status, 200)
    assert.equal((await shop.with(token).get('/customers/list')).status, 401)
  }
})

test('recovery codes are 24 characters of base 32: 120 bits each', async () => {
  await using shop = await harness()
  const { email } = await addPerson(shop)
  const session = shop.as((await signIn(shop, email)).body.token as string)
  const { secret } = (await session.get('/user/2fa/totp/begin')).body

  const { body } = await session.put('/user/2fa/totp/verify', { totp: codeNow(shop, secret) })

  const codes = body.recovery_codes as string[]
  assert.equal(new Set(codes).size, 8)
  for (const code of codes) assert.match(code, /^[a-z2-7]{4}(-[a-z2-7]{4}){5}$/)
  const letters = new Set(codes.join('').replaceAll('-', ''))
  assert.ok(letters.size > 16, 'the codes use few of the 32 characters')
})

test('an ID token without a signature is refused', async () => {
  const public_url = 'https://pay.example.com'
  await using provider = await startProvider(`${public_url}/user/oidc/callback`)
  await using shop = await harness({ env: { ...provider.env, FLORIN_PUBLIC_URL: public_url } })
  const { email } = await addUser(shop, 'merchant_admin')
  provider.person = { subject: 'ada', claims: { email, email_verified: true } }
  const signInWith = async (change: (token: string) => string) => {
    const browser = new Visitor(public_url, shop.base_url)
    provider.changeToken = change
    return browser.finish(await browser.toCallback())
  }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const withHeader = (header: object, signature: string) => (token: string) =>
    [encode(header), token.split('.')[1], signature].join('.')

  const refused = [
    await signInWith(withHeader({ alg: 'none' }, '')),
    await signInWith(withHeader({ alg: 'RS256', kid: 'k1' }, '')),
    // A client that took the public key or the client_id for a secret would accept these.
    await signInWith(withHeader({ alg: 'HS256' }, encode({ key: CLIENT_ID }))),
  ]

  for (const { status, headers } of refused) {
    assert.ok(status === 401 || status === 502, `${status}`)
    assert.deepEqual(
      headers.getSetCookie().filter((line) => line.includes('session')),
      [],
    )
  }
  assert.equal((await signInWith((token) => token)).status, 200)
})

// Without a mail service the answer to an invitation has its link, so the merchant that invites can open it.
test('a merchant that invites the user of another merchant gets no way into that account', async () => {
  const public_url = 'https://pay.example.com'
  await using provider = await startProvider(`${public_url}/user/oidc/callback`)
  await using shop = await harness({ env: { ...provider.env, FLORIN_PUBLIC_URL: public_url } })
  const { client: stranger } = await shop.neighbour()
  const invite = async (client: Client, email: string) => {
    const one = { email, name: 'Ada', role_id: 'merchant_operator' }
    const { body } = await client.post('/user/user/invite_multiple', [one])
    return new URL(body.results[0].invite_url as string).hash.slice(1)
  }
  const accept = (token: string) =>
    shop.with(undefined).post('/user/accept_invite_from_email', { token, password: PASSWORD })
  const signInWithProvider = async (email: string) => {
    provider.person = { subject: email, claims: { email, email_verified: true } }
    const browser = new Visitor(public_url, shop.base_url)
    return (await browser.finish(await browser.toCallback())).status
  }

  // The owner uses the account first, without a password.
  await invite(shop, 'ada@shop.example')
  assert.equal(await signInWithProvider('ada@shop.example'), 200)
  const refused = await accept(await invite(stranger, 'ada@shop.example'))
  assert.equal(refused.status, 400)
  assert.equal(refused.body.error.code, 'IR_14')

  // The stranger comes first: the account stays theirs, and gets no role at another merchant.
  const { token } = (await accept(await invite(stranger, 'eve@shop.example'))).body
  await invite(shop, 'eve@shop.example')
  await signInWithProvider('eve@shop.example')
  const { merchant_id } = shop.merchant
  const switched = await shop.as(token as string).post('/user/switch_merchant', { merchant_id })
  assert.equal(switched.status, 404, switched.text)
})
