import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { MINUTE_MS } from '#kernel/clock.ts'
import { harness } from '#testing/harness.ts'
import { signedInAs } from '#testing/team.ts'
import { csrfToken, hashSessionToken, SESSION_COOKIE } from './sessions.ts'

const shop = await harness()
after(() => shop.app.close())

test("a user may do only what the role's scopes allow", async () => {
  const support = await signedInAs(shop, 'merchant_customer_support')

  assert.equal((await support.get('/customers/list')).status, 200)
  const refused = await support.post('/customers', { name: 'Ada' })
  assert.equal(refused.status, 403)
  assert.equal(refused.body.error.code, 'AU_03')
  assert.equal(refused.body.error.details.scope, 'customers:write')
})

test('a session ends 15 minutes after its last use, and 12 hours after it began', async () => {
  const user = await signedInAs(shop, 'merchant_admin')
  const isOpen = async () => (await user.get('/customers/list')).status === 200

  shop.clock.advance(14 * MINUTE_MS)
  assert.ok(await isOpen())
  for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 10) {
    shop.clock.advance(10 * MINUTE_MS)
    assert.ok(await isOpen(), `after ${minutes} minutes`)
  }
  shop.clock.advance(10 * MINUTE_MS)
  const refused = await user.get('/customers/list')
  assert.equal(refused.status, 401)
  assert.equal(refused.body.error.code, 'AU_01')

  const idle = await signedInAs(shop, 'merchant_admin')
  shop.clock.advance(15 * MINUTE_MS)
  assert.equal((await idle.get('/customers/list')).status, 401)
})

test('a request from an unattended page does not prolong the session', async () => {
  const user = await signedInAs(shop, 'merchant_admin')
  const poll = () => user.get('/customers/list', { headers: { 'X-Unattended': 'true' } })

  shop.clock.advance(10 * MINUTE_MS)
  assert.equal((await poll()).status, 200)
  shop.clock.advance(5 * MINUTE_MS)
  assert.equal((await poll()).status, 401)
})

test('with the cookie a write needs the CSRF token of the session, a read does not', async () => {
  const { session = '' } = await signedInAs(shop, 'merchant_admin')
  const { keyring } = shop.services
  const known = await shop.app.gate.sessions.find(hashSessionToken(keyring, session))
  assert.ok(known)
  const cookie = { Cookie: `theme=dark; ${SESSION_COOKIE}=${session}` }
  const stranger = shop.with(undefined)

  assert.equal((await stranger.get('/customers/list', { headers: cookie })).status, 200)
  const without = await stranger.post('/customers', { name: 'Ada' }, { headers: cookie })
  assert.equal(without.status, 403)
  const guessed = {
    ...cookie,
    'X-CSRF-Token': csrfToken(keyring, { ...known, session_id: 'ses_other' }),
  }
  assert.equal((await stranger.post('/customers', {}, { headers: guessed })).status, 403)
  const right = { ...cookie, 'X-CSRF-Token': csrfToken(keyring, known) }
  assert.equal((await stranger.post('/customers', { name: 'Ada' }, { headers: right })).status, 201)
})

test('a token of the wrong form or of no session is refused, and no user is the operator', async () => {
  const user = await signedInAs(shop, 'org_admin')

  const misplaced = await shop.as(shop.merchant.api_key).get('/customers/list')
  assert.equal(misplaced.status, 401)
  assert.match(misplaced.body.error.message, /in the header `api-key`/)
  assert.equal((await shop.as('ses_nonsense').get('/customers/list')).status, 401)
  assert.equal((await shop.as(`ses_${'a'.repeat(64)}`).get('/customers/list')).status, 401)
  assert.equal((await user.post('/accounts', { merchant_name: 'x' })).status, 403)
})
