// Every request about users that changes something leaves one entry in the audit trail; requests that a stranger may
// send any number of times leave none. The routes come from the app, so a new one fails here until it is called
// below.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { routes } from '#app.ts'
import { MINUTE_MS } from '#kernel/clock.ts'
import type { Answer, Client } from '#testing/client.ts'
import { ADMIN_KEY, harness } from '#testing/harness.ts'
import { addResetLink, inviteUser } from '#testing/invitation.ts'
import { openSessionOf, signedInAs } from '#testing/team.ts'
import { endSessionsToken } from '#resources/people/users/tokens.ts'
import { Authenticator, ORIGIN } from '../support/authenticator.ts'
import { startProvider, Visitor } from '../support/oidc_provider.ts'
import { addPerson, codeNow, PASSWORD, signIn, WRONG } from '../support/signing_in.ts'
import { changeRole, invite, INVITE, newEmail, removeUser } from '../support/team_users.ts'
import { checkTraced, tracesOf } from '../support/tracing.ts'

const provider = await startProvider(`${ORIGIN}/user/oidc/callback`)
const shop = await harness({ env: { ...provider.env, FLORIN_PUBLIC_URL: ORIGIN } })
after(async () => {
  await shop.app.close()
  await provider[Symbol.asyncDispose]()
})

const stranger = shop.with(undefined)
const operator = shop.with(ADMIN_KEY)
const user = () => signedInAs(shop, 'merchant_admin')

let roles = 0
const newRole = () =>
  shop.post('/user/role', { role_name: `Role ${++roles}`, groups: ['users_view'] })
const role = async () => `/user/role/${(await newRole()).body.role_id}`

/** A session that has proved its second factor, with what proves it again. */
async function enrolled() {
  const client = await user()
  const { secret } = (await client.get('/user/2fa/totp/begin')).body
  const answer = await client.put('/user/2fa/totp/verify', { totp: codeNow(shop, secret) })
  const recovery_code: string = answer.body.recovery_codes[0]
  // A code works once, so the next one comes from another time step.
  const next = () => {
    shop.clock.advance(MINUTE_MS)
    return codeNow(shop, secret)
  }
  return { client, answer, recovery_code, next }
}

/** A session that has not given its second factor. */
async function unverified() {
  const person = await addPerson(shop)
  const client = await openSessionOf(shop, person)
  const { secret } = (await client.get('/user/2fa/totp/begin')).body
  const proved = await client.put('/user/2fa/totp/verify', { totp: codeNow(shop, secret) })
  shop.clock.advance(MINUTE_MS)
  const { token } = (await signIn(shop, person.email)).body
  const recovery_code: string = proved.body.recovery_codes[0]
  return { client: shop.as(token), totp: codeNow(shop, secret), recovery_code }
}

async function addPasskey(client: Client, device: Authenticator): Promise<Answer> {
  const { body } = await client.post('/user/passkeys/begin')
  return client.post('/user/passkeys', { response: device.create(body) })
}

async function providerSignIn(): Promise<Answer> {
  const { email } = await addPerson(shop)
  provider.person = { subject: email, claims: { email, email_verified: true } }
  const browser = new Visitor(ORIGIN, shop.base_url)
  const body = Object.fromEntries(new URL(await browser.toCallback()).searchParams)
  const jar = browser.cookies.get(ORIGIN) ?? new Map<string, string>()
  const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return stranger.post('/user/oidc/callback', body, { headers: { Cookie } })
}

/** With the link in a mail about an account change. */
async function endSessionsLink(): Promise<string> {
  const person = await addPerson(shop)
  await openSessionOf(shop, person)
  const until = new Date(shop.clock.now().getTime() + MINUTE_MS)
  return endSessionsToken(shop.services.keyring, person.user_id, until)
}

async function passkeySignIn(): Promise<Answer> {
  const device = new Authenticator()
  await addPasskey(await user(), device)
  const { body } = await stranger.post('/user/passkeys/signin/begin')
  const { challenge_id, options } = body
  return stranger.post('/user/passkeys/signin', { challenge_id, response: device.get(options) })
}

async function afterEnrolment(
  act: (of: Awaited<ReturnType<typeof enrolled>>) => Promise<Answer>,
): Promise<Answer> {
  return act(await enrolled())
}

const calls: Record<string, [actor: string | null, call: () => Promise<Answer>]> = {
  'POST /organizations': [
    'operator',
    () => operator.post('/organizations', { organization_name: 'Holding' }),
  ],
  'POST /organizations/:organization_id': [
    'operator',
    () =>
      operator.post(`/organizations/${shop.merchant.organization_id}`, {
        organization_name: 'Renamed',
      }),
  ],
  'POST /user/user/list': [null, () => shop.post('/user/user/list', {})],
  'POST /user/role/list': [null, () => shop.post('/user/role/list', {})],
  'POST /user/user/invite_multiple': [
    'api_key',
    () => shop.post(INVITE, { email: newEmail(), name: 'Ada', role_id: 'merchant_view_only' }),
  ],
  'POST /user/user/update_role': [
    'api_key',
    async () => changeRole(shop, (await invite(shop)).email, 'merchant_operator'),
  ],
  'POST /user/user/resend_invite': [
    'api_key',
    async () => {
      const { email } = await invite(shop)
      shop.clock.advance(2 * MINUTE_MS)
      return shop.post('/user/user/resend_invite', { email })
    },
  ],
  'DELETE /user/user/delete': ['api_key', async () => removeUser(shop, (await invite(shop)).email)],
  'POST /user/role': ['api_key', newRole],
  'PUT /user/role/:role_id': [
    'api_key',
    async () => shop.put(await role(), { role_name: `Role ${++roles}` }),
  ],
  'DELETE /user/role/:role_id': ['api_key', async () => shop.delete(await role())],
  'POST /user': ['user', async () => (await user()).post('/user', { name: 'Ada King' })],
  'POST /user/preferences': [
    null,
    async () => (await user()).post('/user/preferences', { theme: 'dark' }),
  ],
  'POST /user/signin': ['user', async () => signIn(shop, (await addPerson(shop)).email)],
  'POST /user/signout': ['user', async () => (await user()).post('/user/signout')],
  'POST /user/forgot_password': [
    null,
    () => stranger.post('/user/forgot_password', { email: newEmail() }),
  ],
  'POST /user/reset_password': [
    'anonymous',
    async () => {
      const { token } = await addResetLink(shop)
      return stranger.post('/user/reset_password', { token, password: PASSWORD })
    },
  ],
  'POST /user/reset/read': [
    null,
    async () => stranger.post('/user/reset/read', { token: (await addResetLink(shop)).token }),
  ],
  'POST /user/change_password': [
    'user',
    async () => {
      const client = await openSessionOf(shop, await addPerson(shop))
      const passwords = { old_password: PASSWORD, new_password: WRONG }
      return client.post('/user/change_password', passwords)
    },
  ],
  'POST /user/accept_invite_from_email': [
    'user',
    async () => {
      const { token } = await inviteUser(shop)
      return stranger.post('/user/accept_invite_from_email', { token, password: PASSWORD })
    },
  ],
  'POST /user/invitation/read': [
    null,
    async () => stranger.post('/user/invitation/read', { token: (await inviteUser(shop)).token }),
  ],
  'POST /user/switch_merchant': [
    'user',
    async () => {
      const { merchant_id } = shop.merchant
      return (await user()).post('/user/switch_merchant', { merchant_id })
    },
  ],
  'POST /user/user/end_sessions': [
    'api_key',
    async () => {
      const person = await addPerson(shop)
      await openSessionOf(shop, person)
      return shop.post('/user/user/end_sessions', { email: person.email })
    },
  ],
  'POST /user/end_sessions': [
    'anonymous',
    async () => stranger.post('/user/end_sessions', { token: await endSessionsLink() }),
  ],
  'POST /user/end_sessions/read': [
    null,
    async () => stranger.post('/user/end_sessions/read', { token: await endSessionsLink() }),
  ],
  'POST /user/team_settings': [
    'api_key',
    () => shop.post('/user/team_settings', { require_two_factor: false }),
  ],
  // The first commit uses the challenge up, before the provider says who it is.
  'POST /user/oidc/callback': ['anonymous', providerSignIn],
  'DELETE /user/sessions': [
    'user',
    async () => {
      const person = await addPerson(shop)
      await openSessionOf(shop, person)
      return (await openSessionOf(shop, person)).delete('/user/sessions')
    },
  ],
  'DELETE /user/sessions/:session_id': [
    'user',
    async () => {
      const person = await addPerson(shop)
      await openSessionOf(shop, person)
      const client = await openSessionOf(shop, person)
      const { body } = await client.get('/user/sessions')
      const other = body.find((each: { is_current: boolean }) => !each.is_current)
      return client.delete(`/user/sessions/${other.session_id}`)
    },
  ],
  'POST /user/2fa/totp/begin': [null, async () => (await user()).post('/user/2fa/totp/begin')],
  'PUT /user/2fa/totp/verify': ['user', async () => (await enrolled()).answer],
  'POST /user/2fa/totp/verify': [
    'user',
    async () => {
      const { client, totp } = await unverified()
      return client.post('/user/2fa/totp/verify', { totp })
    },
  ],
  'POST /user/2fa/recovery_code/verify': [
    'user',
    async () => {
      const { client, recovery_code } = await unverified()
      return client.post('/user/2fa/recovery_code/verify', { recovery_code })
    },
  ],
  'POST /user/2fa/recovery_code/generate': [
    'user',
    () =>
      afterEnrolment(({ client, next }) =>
        client.post('/user/2fa/recovery_code/generate', { totp: next() }),
      ),
  ],
  'DELETE /user/2fa/totp': [
    'user',
    () =>
      afterEnrolment(({ client, recovery_code }) =>
        client.send('DELETE', '/user/2fa/totp', { recovery_code }),
      ),
  ],
  'POST /user/passkeys/begin': [null, async () => (await user()).post('/user/passkeys/begin')],
  'POST /user/passkeys': ['user', async () => addPasskey(await user(), new Authenticator())],
  'POST /user/passkeys/:passkey_id': [
    'user',
    async () => {
      const client = await user()
      const { passkey_id } = (await addPasskey(client, new Authenticator())).body
      return client.post(`/user/passkeys/${passkey_id}`, { name: 'Laptop' })
    },
  ],
  'DELETE /user/passkeys/:passkey_id': [
    'user',
    async () => {
      const client = await user()
      const { passkey_id } = (await addPasskey(client, new Authenticator())).body
      return client.delete(`/user/passkeys/${passkey_id}`)
    },
  ],
  'POST /user/passkeys/signin/begin': [null, () => stranger.post('/user/passkeys/signin/begin')],
  'POST /user/passkeys/signin': ['user', passkeySignIn],
}

const changing = routes.filter(
  ({ method, url }) => method !== 'GET' && /^\/(user|organizations)\b/.test(url),
)

for (const { method, url } of changing) {
  const name = `${method} ${url}`
  const [actor, call] = calls[name] ?? []
  test(`${name} leaves ${actor === null ? 'no entry' : 'one entry with its actor'}`, async () => {
    assert.ok(call && actor !== undefined, 'this route needs a call in this file')

    const answer = await call()

    if (actor !== null) return checkTraced(shop, answer, { actor })
    assert.ok(answer.status < 300, answer.text)
    assert.deepEqual(await tracesOf(shop, answer), { entries: [], reported: [] })
  })
}
