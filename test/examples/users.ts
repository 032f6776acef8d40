// Team users, roles, sign-in, second factors, passkeys and single sign-on.
import { STEP_MS } from './normalize.ts'
import type { Client } from '#testing/client.ts'
import type { Shop } from '#testing/harness.ts'
import { addResetLink, inviteUser } from '#testing/invitation.ts'
import { addMs } from '#kernel/clock.ts'
import { END_SESSIONS_MS, endSessionsToken } from '#resources/people/users/tokens.ts'
import { openSessionOf, signedInAs } from '#testing/team.ts'
import { Authenticator } from '../support/authenticator.ts'
import { startProvider, Visitor } from '../support/oidc_provider.ts'
import { addPerson, codeNow, PASSWORD, WRONG } from '../support/signing_in.ts'
import type { Recorder } from './recorder.ts'

export async function recordUsers(recorder: Recorder, shop: Shop): Promise<void> {
  await recordTeam(recorder, shop)
  await recordSignIn(recorder, shop)
  await recordSessions(recorder, shop)
  await recordTwoFactor(recorder, shop)
  await recordPasskeys(recorder, shop)
  await recordLinks(recorder, shop)
  await recordViews(recorder, shop)
}

async function recordViews(recorder: Recorder, shop: Shop): Promise<void> {
  const by = await signedInAs(shop, 'merchant_operator')
  const { view_id } = (await recorder.call(shop, 'POST /views', {}, { by })).body
  await recorder.call(shop, 'GET /views', {}, { by })
  await recorder.call(shop, 'POST /views/:view_id', { view_id }, { by })
  await recorder.call(shop, 'DELETE /views/:view_id', { view_id }, { by })
}

async function recordTeam(recorder: Recorder, shop: Shop): Promise<void> {
  await recorder.call(shop, 'POST /user/user/invite_multiple')
  await recorder.call(shop, 'GET /user/user/list')
  await recorder.call(shop, 'POST /user/user/list')
  await recorder.call(shop, 'POST /user/user/update_role')
  shop.clock.advance(STEP_MS)
  await recorder.call(shop, 'POST /user/user/resend_invite')
  await recorder.call(shop, 'DELETE /user/user/delete')
  await recorder.call(shop, 'GET /user/team_settings')
  await recorder.call(shop, 'POST /user/team_settings')
  await shop.post('/user/team_settings', { require_two_factor: false })
  await recorder.call(shop, 'GET /user/role/list/invite')
  const { role_id } = (await recorder.call(shop, 'POST /user/role')).body
  await recorder.call(shop, 'GET /user/role/list')
  await recorder.call(shop, 'POST /user/role/list')
  await recorder.call(shop, 'GET /user/role/:role_id', { role_id })
  await recorder.call(shop, 'PUT /user/role/:role_id', { role_id })
  await recorder.call(shop, 'DELETE /user/role/:role_id', { role_id })
}

async function recordSignIn(recorder: Recorder, shop: Shop): Promise<void> {
  const stranger = { by: shop.with(undefined) }
  const { email } = await addPerson(shop, 'merchant_admin', { email: 'nadia@shop.example' })
  const body = { email, password: PASSWORD }
  const { token } = (await recorder.call(shop, 'POST /user/signin', {}, { ...stranger, body })).body
  const by = shop.as(token)
  await recorder.call(shop, 'GET /user', {}, { by })
  await recorder.call(shop, 'POST /user', {}, { by })
  await recorder.call(shop, 'POST /user/preferences', {}, { by })
  const { merchant_id } = shop.merchant
  await recorder.call(shop, 'POST /user/switch_merchant', {}, { by, body: { merchant_id } })
  const passwords = { old_password: PASSWORD, new_password: WRONG }
  await recorder.call(shop, 'POST /user/change_password', {}, { by, body: passwords })
  await recorder.call(shop, 'POST /user/signout', {}, { by })
  await recorder.call(shop, 'POST /user/forgot_password', {}, { ...stranger, body: { email } })
  await recorder.call(shop, 'GET /user/signin/methods', {}, stranger)
}

async function recordSessions(recorder: Recorder, shop: Shop): Promise<void> {
  const person = await addPerson(shop, 'merchant_admin', { email: 'omar@shop.example' })
  await openSessionOf(shop, person)
  await openSessionOf(shop, person)
  const by = await openSessionOf(shop, person)
  const { body } = await recorder.call(shop, 'GET /user/sessions', {}, { by })
  const other = body.find((each: { is_current: boolean }) => !each.is_current)
  const { session_id } = other
  await recorder.call(shop, 'DELETE /user/sessions/:session_id', { session_id }, { by })
  await recorder.call(shop, 'DELETE /user/sessions', {}, { by })
  const named = { body: { email: person.email } }
  await recorder.call(shop, 'POST /user/user/end_sessions', {}, named)
}

async function recordTwoFactor(recorder: Recorder, shop: Shop): Promise<void> {
  const person = await addPerson(shop, 'merchant_admin', { email: 'pia@shop.example' })
  const by = await openSessionOf(shop, person)
  await recorder.call(shop, 'GET /user/2fa/totp/begin', {}, { by })
  const { secret } = (await recorder.call(shop, 'POST /user/2fa/totp/begin', {}, { by })).body
  // A code works once, so the next one comes from another time step.
  const next = () => {
    shop.clock.advance(STEP_MS)
    return { totp: codeNow(shop, secret) }
  }
  const verify = '/user/2fa/totp/verify'
  const enrolled = await recorder.call(shop, `PUT ${verify}`, {}, { by, body: next() })
  const [first] = enrolled.body.recovery_codes
  const recovery = '/user/2fa/recovery_code'
  const generate = await recorder.call(shop, `POST ${recovery}/generate`, {}, { by, body: next() })
  const [recovery_code = first, last] = generate.body.recovery_codes
  const unverified = async (): Promise<Client> => {
    const sent = { email: person.email, password: PASSWORD }
    return shop.as((await shop.with(undefined).post('/user/signin', sent)).body.token)
  }
  await recorder.call(shop, `POST ${verify}`, {}, { by: await unverified(), body: next() })
  const given = { by: await unverified(), body: { recovery_code } }
  await recorder.call(shop, `POST ${recovery}/verify`, {}, given)
  await recorder.call(shop, 'DELETE /user/2fa/totp', {}, { by, body: { recovery_code: last } })
}

async function recordPasskeys(recorder: Recorder, shop: Shop): Promise<void> {
  const by = await openSessionOf(shop, await addPerson(shop))
  const device = new Authenticator(Buffer.from('a-passkey-of-ada'))
  const started = await recorder.call(shop, 'POST /user/passkeys/begin', {}, { by })
  const body = { name: 'Laptop', response: device.create(started.body) }
  const { passkey_id } = (await recorder.call(shop, 'POST /user/passkeys', {}, { by, body })).body
  await recorder.call(shop, 'GET /user/passkeys', {}, { by })
  await recorder.call(shop, 'POST /user/passkeys/:passkey_id', { passkey_id }, { by })
  const stranger = { by: shop.with(undefined) }
  const start = await recorder.call(shop, 'POST /user/passkeys/signin/begin', {}, stranger)
  const { challenge_id, options } = start.body
  const proof = { challenge_id, response: device.get(options) }
  await recorder.call(shop, 'POST /user/passkeys/signin', {}, { ...stranger, body: proof })
  await recorder.call(shop, 'DELETE /user/passkeys/:passkey_id', { passkey_id }, { by })
}

async function recordLinks(recorder: Recorder, shop: Shop): Promise<void> {
  const stranger = { by: shop.with(undefined) }
  const { token } = await inviteUser(shop, { email: 'rosa@shop.example' })
  await recorder.call(shop, 'GET /user/invitation', {}, stranger)
  await recorder.call(shop, 'POST /user/invitation/read', {}, { ...stranger, body: { token } })
  const accepted = { token, password: PASSWORD }
  const accept = 'POST /user/accept_invite_from_email'
  await recorder.call(shop, accept, {}, { ...stranger, body: accepted })
  const link = await addResetLink(shop)
  const { user_id } = link.user
  const reset = { token: link.token }
  await recorder.call(shop, 'GET /user/reset', {}, stranger)
  await recorder.call(shop, 'POST /user/reset/read', {}, { ...stranger, body: reset })
  const chosen = { ...reset, password: PASSWORD }
  await recorder.call(shop, 'POST /user/reset_password', {}, { ...stranger, body: chosen })
  await recordEndSessions(recorder, shop, user_id)
}

async function recordEndSessions(recorder: Recorder, shop: Shop, user_id: string): Promise<void> {
  const { clock, keyring } = shop.services
  const token = endSessionsToken(keyring, user_id, addMs(clock.now(), END_SESSIONS_MS))
  const sending = { by: shop.with(undefined), body: { token } }
  await recorder.call(shop, 'GET /user/end_sessions', {}, { by: shop.with(undefined) })
  await recorder.call(shop, 'POST /user/end_sessions/read', {}, sending)
  await recorder.call(shop, 'POST /user/end_sessions', {}, sending)
}

export async function recordSingleSignOn(
  recorder: Recorder,
  shop: Shop,
  provider: Awaited<ReturnType<typeof startProvider>>,
): Promise<void> {
  const { public_url } = shop.services
  const person = await addPerson(shop, 'merchant_admin', { email: 'sam@shop.example' })
  provider.person = { subject: 'sam', claims: { email: person.email, email_verified: true } }
  await recorder.call(shop, 'GET /user/oidc/begin', {}, { by: shop.with(undefined) })
  const browser = new Visitor(public_url, shop.base_url)
  const callback = new URL(await browser.toCallback())
  const jar = browser.cookies.get(new URL(public_url).origin) ?? new Map()
  const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const query = Object.fromEntries(callback.searchParams)
  const sending = { by: shop.with(undefined), query, headers: { Cookie } }
  await recorder.call(shop, 'GET /user/oidc/callback', {}, sending)
  const pressed = { by: shop.with(undefined), body: query, headers: { Cookie } }
  await recorder.call(shop, 'POST /user/oidc/callback', {}, pressed)
}
