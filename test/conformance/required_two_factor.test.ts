// A merchant that requires a second factor: a session that began without one can set one up, and nothing else.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { routes } from '#app.ts'
import type { Client } from '#testing/client.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { addMembership } from '#testing/team.ts'
import { Authenticator, ORIGIN } from '../support/authenticator.ts'
import { assertRefused } from '../support/expect.ts'
import { startProvider, Visitor } from '../support/oidc_provider.ts'
import { addPerson, codeNow, signIn } from '../support/signing_in.ts'

const shop = await harness({ env: { FLORIN_PUBLIC_URL: ORIGIN } })
after(() => shop.app.close())

const required = await shop.post('/user/team_settings', { require_two_factor: true })
assert.equal(required.status, 200, required.text)

async function withPassword(role_id = 'merchant_admin') {
  const user = await addPerson(shop, role_id)
  const { token } = (await signIn(shop, user.email)).body
  return { user, client: shop.as(token as string) }
}

async function addApp(client: Client): Promise<string> {
  const { secret } = (await client.post('/user/2fa/totp/begin')).body
  const totp = codeNow(shop, secret as string)
  assert.equal((await client.put('/user/2fa/totp/verify', { totp })).status, 200)
  return secret as string
}

const isOpen = async (client: Client) => (await client.get('/customers/list')).status === 200

test('a session with a password alone is refused by every merchant route, with the next step', async () => {
  const { client } = await withPassword('org_admin')
  const { merchant_id } = shop.merchant

  const me = (await client.get('/user')).body

  assert.equal(me.two_factor_setup_required, true)
  assert.deepEqual(me.scopes, [])
  for (const { method, url, access } of routes) {
    if (access === 'public' || access === 'session') continue
    const path = url.replace(':merchant_id', merchant_id).replaceAll(/:[a-z_]+/g, 'some_id')
    const answer = await client.send(method, path)
    assertRefused(answer, 403, 'AU_03')
    assert.deepEqual(answer.body.error.details, { two_factor_setup_required: true }, path)
  }
})

test('an authenticator app opens the session in which it is set up, and later ones after their code', async () => {
  const { user, client } = await withPassword()
  assert.equal(await isOpen(client), false)

  const secret = await addApp(client)

  assert.equal(await isOpen(client), true)
  assert.equal((await client.get('/user')).body.two_factor_setup_required, false)
  shop.clock.advance(30_000)
  const later = shop.as((await signIn(shop, user.email)).body.token as string)
  const totp = codeNow(shop, secret)
  assert.equal((await later.post('/user/2fa/totp/verify', { totp })).status, 200)
  assert.equal(await isOpen(later), true)
})

test('a passkey can be added, and a sign-in with it has two factors', async () => {
  const { client } = await withPassword()
  const device = new Authenticator()
  const { body: options } = await client.post('/user/passkeys/begin')
  const made = await client.post('/user/passkeys', { response: device.create(options) })
  assert.equal(made.status, 201, made.text)

  const stranger = shop.with(undefined)
  const { body } = await stranger.post('/user/passkeys/signin/begin')
  const response = device.get(body.options)
  const sent = { challenge_id: body.challenge_id, response }
  const { token } = (await stranger.post('/user/passkeys/signin', sent)).body

  assert.equal(await isOpen(client), false, 'the session that added it began without it')
  assert.equal(await isOpen(shop.as(token as string)), true)
})

test('a user may work for another merchant that does not require it', async () => {
  const { user, client } = await withPassword()
  const { merchant } = await shop.neighbour()
  await addMembership(shop, user, merchant.merchant_id, 'merchant_admin')

  const { merchant_id } = merchant
  assert.equal((await client.post('/user/switch_merchant', { merchant_id })).status, 200)

  assert.equal(await isOpen(client), true)
})

test('keys are not affected; only users with two factors, and keys, require it', async () => {
  await using other = await harness()
  const { email } = await addPerson(other)
  const admin = other.as((await signIn(other, email)).body.token as string)
  const settings = { require_two_factor: true }

  assertRefused(await admin.post('/user/team_settings', settings), 400, 'IR_14')

  const { body } = await admin.get('/user/team_settings')
  assert.deepEqual(body, { require_two_factor: false, sends_mail: false })
  assert.equal((await other.post('/user/team_settings', settings)).status, 200)
  assert.equal((await other.get('/customers/list')).status, 200)
  assertRefused(await admin.get('/user/team_settings'), 403, 'AU_03')
  assert.equal((await other.post('/user/team_settings', { require_two_factor: false })).status, 200)
  assert.equal(await isOpen(admin), true)
})

describe('single sign-on', () => {
  const LEVEL = 'urn:example:two-factors'
  type Claims = Record<string, unknown>
  const cases: [acr: string, claims: Claims, status: number, hasTwo: boolean | undefined][] = [
    ['', {}, 200, false],
    ['', { amr: ['pwd'] }, 200, false],
    ['', { amr: ['pwd', 'mfa'] }, 200, true],
    ['', { amr: 'mfa' }, 200, false],
    [LEVEL, { acr: LEVEL }, 200, true],
    [`urn:other ${LEVEL}`, { acr: LEVEL }, 200, true],
    [LEVEL, { acr: 'urn:weak' }, 403, undefined],
    [LEVEL, {}, 403, undefined],
    [LEVEL, { amr: ['mfa'] }, 403, undefined],
  ]

  for (const [acr, claims, status, hasTwo] of cases) {
    test(`asked for “${acr}”, the provider says ${JSON.stringify(claims)}: ${status}`, async () => {
      await using provider = await startProvider(`${ORIGIN}/user/oidc/callback`)
      const own = { ...provider.env, FLORIN_PUBLIC_URL: ORIGIN, FLORIN_OIDC_ACR_VALUES: acr }
      await using company = await harness({ env: own })
      const { email } = await addPerson(company)
      provider.person = { subject: email, claims: { email, email_verified: true } }
      provider.forge = (token) => ({ ...without(token, 'acr', 'amr'), ...claims })
      const browser = new Visitor(ORIGIN, company.base_url)

      const response = await browser.finish(await browser.toCallback())

      assert.equal(response.status, status)
      assert.deepEqual(await factorsOf(company, email), hasTwo === undefined ? [] : [hasTwo])
    })
  }

  const without = (claims: Claims, ...names: string[]): Claims =>
    Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name)))

  test('the request to the provider names the strengths', async () => {
    await using provider = await startProvider(`${ORIGIN}/user/oidc/callback`)
    const own = { ...provider.env, FLORIN_PUBLIC_URL: ORIGIN, FLORIN_OIDC_ACR_VALUES: 'a b' }
    await using company = await harness({ env: own })

    const { headers } = await fetch(`${company.base_url}/user/oidc/begin`, { redirect: 'manual' })

    const url = new URL(headers.get('location') ?? '')
    assert.equal(url.searchParams.get('acr_values'), 'a b')
  })
})

async function factorsOf({ services }: Shop, email: string): Promise<boolean[]> {
  const rows = await services.db.run<{ has_two_factors: boolean }>(
    `select s.has_two_factors from directory.sessions s
     join directory.users u on u.user_id = s.user_id where u.email = $1`,
    [email],
  )
  return rows.map(({ has_two_factors }) => has_two_factors)
}
