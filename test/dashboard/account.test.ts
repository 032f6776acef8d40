// A person's own account: two-factor authentication, passkeys, sessions and the password, each changed in the browser
// and checked through the API.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#kernel/clock.ts'
import type { Client } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { openSessionOf } from '#testing/team.ts'
import { addPerson, codeNow, PASSWORD, signIn, WRONG } from '../support/signing_in.ts'
import { addAuthenticator, addressOf, openStage, type Visit, visitWith } from './dashboard.ts'

const NEW_PASSWORD = 'seven lamps of old brass'
const TOTP_STEP_MS = 30_000

const { browser, shop } = await openStage(harness({ env: { FLORIN_PROVIDER: 'instant' } }))
shop.services.public_url = addressOf(shop)

interface Owner {
  readonly email: string
  /** The session of the browser. */
  readonly client: Client
}

/** A person opens their account page and changes it. */
async function atAccount(work: (visit: Visit, owner: Owner) => Promise<void>): Promise<void> {
  const user = await addPerson(shop)
  const client = await openSessionOf(shop, user)
  await using visited = await visitWith(browser, shop, client)
  await visited.open('/account')
  await work(visited, { email: user.email, client })
  assert.deepEqual(visited.faults, [])
}

const isEnabled = async ({ client }: Owner) =>
  (await client.get('/user')).body.two_factor_enabled as boolean

/** The app's next code: each works once. */
function nextCode(secret: string): string {
  shop.clock.advance(TOTP_STEP_MS)
  return codeNow(shop, secret)
}

/** Turns it on with the key that the dialog shows. */
async function turnOn(visited: Visit): Promise<string> {
  await visited.press(visited.button('Turn on'))
  const secret = (await visited.dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? ''
  await visited.type(visited.field('Authenticator app code'), codeNow(shop, secret))
  await visited.press(visited.confirm('Turn on'))
  return secret
}

/** The codes that are shown once. Only who has stored them can go on. */
async function storeCodes(visited: Visit): Promise<string[]> {
  const { dialog, page } = visited
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  const texts = await codes.allTextContents()
  await page.keyboard.press('Escape')
  assert.ok(await visited.confirm('Done').isDisabled())
  await visited.press(dialog.getByLabel('I have stored the codes'))
  await visited.press(visited.confirm('Done'))
  await dialog.waitFor({ state: 'detached' })
  assert.equal(new Set(texts).size, 8)
  return texts
}

/** Signs in with the password and this recovery code, and returns whether that worked. */
async function worksOnce(email: string, recovery_code: string): Promise<boolean> {
  const session = shop.as((await signIn(shop, email)).body.token)
  const { status } = await session.post('/user/2fa/recovery_code/verify', { recovery_code })
  return status === 200
}

test('two-factor authentication is turned on, gets new recovery codes, and is turned off', async () => {
  await atAccount(async (visited, owner) => {
    const secret = await turnOn(visited)
    const first = await storeCodes(visited)
    await visited.announced(/Two-factor authentication is on/)
    assert.equal(await isEnabled(owner), true)
    assert.equal((await signIn(shop, owner.email)).body.two_factor_required, true)

    await visited.press(visited.button('New recovery codes'))
    await visited.type(visited.field('Code'), nextCode(secret))
    await visited.press(visited.confirm('Create the new codes'))
    const second = await storeCodes(visited)
    await visited.announced(/earlier ones no longer work/)
    assert.equal(await worksOnce(owner.email, first[0] ?? ''), false)
    assert.equal(await worksOnce(owner.email, second[0] ?? ''), true)

    await visited.press(visited.button('Turn off'))
    await visited.type(visited.field('Code'), second[0] ?? '')
    await visited.press(visited.confirm('Turn off'))
    await visited.dialog.getByRole('alert').waitFor()
    assert.equal(await isEnabled(owner), true)
    await visited.type(visited.field('Code'), nextCode(secret))
    await visited.press(visited.confirm(/Turn off$/))
    await visited.announced(/Two-factor authentication is off/)
    assert.equal(await isEnabled(owner), false)
    assert.equal((await signIn(shop, owner.email)).body.two_factor_required, false)
  })
})

test('a person who signed in a while ago signs in again before changing how to sign in', async () => {
  await atAccount(async (visited, { email }) => {
    shop.clock.advance(11 * MINUTE_MS)
    await visited.press(visited.button('Turn on'))
    const again = visited.page.getByRole('dialog', { name: 'Sign in again' })
    const password = again.getByLabel(`Password for ${email}`)
    await visited.type(password, WRONG)
    await visited.page.keyboard.press('Enter')
    await again.getByRole('alert').waitFor()
    await visited.type(password, PASSWORD)
    await visited.page.keyboard.press('Enter')

    await visited.dialog.getByText(/^[A-Z2-7]{32}$/).waitFor()
    assert.equal(await again.count(), 0)
  })
})

test('one session is ended, then all others, and this one goes on', async () => {
  await atAccount(async (visited, { email, client }) => {
    const others: Client[] = []
    for (let n = 0; n < 3; n++) others.push(shop.as((await signIn(shop, email)).body.token))
    const living = async () => {
      const answers = await Promise.all([client, ...others].map((each) => each.get('/user')))
      return answers.map(({ status }) => status)
    }
    await visited.page.reload()
    const sessions = visited.page.getByRole('region', { name: 'Sessions' }).getByRole('listitem')
    await visited.press(sessions.getByRole('button', { name: 'End' }).first())
    await visited.press(visited.confirm('End the session'))
    await visited.announced(/session has ended/)
    assert.equal((await living()).filter((status) => status === 401).length, 1)
    assert.equal(await sessions.count(), 3)

    await visited.press(visited.button('End all others'))
    await visited.press(visited.confirm('End all others'))
    await visited.announced(/2 sessions have ended/)
    assert.deepEqual(await living(), [200, 401, 401, 401])
    assert.equal(await sessions.count(), 1)
    await sessions.getByText('This device').waitFor()
  })
})

test('a person changes the own name, and the frame shows it', async () => {
  await atAccount(async (visited, { client }) => {
    await visited.press(visited.button('Change your name'))
    await visited.type(visited.field('Name'), 'Ada Lovelace')
    await visited.press(visited.confirm('Save the name'))
    await visited.announced(/Your name is Ada Lovelace/)
    assert.equal((await client.get('/user')).body.name, 'Ada Lovelace')
    await visited.page
      .getByRole('region', { name: 'You', exact: true })
      .getByText('Ada Lovelace')
      .waitFor()
  })
})

test('a passkey is added under a name, renamed and removed', async () => {
  await atAccount(async (visited, { client }) => {
    await addAuthenticator(visited)
    await visited.press(visited.button('Add a passkey'))
    await visited.type(visited.field('Name'), 'Key on the desk')
    await visited.press(visited.confirm('Add the passkey'))
    await visited.announced(/“Key on the desk” is added/)
    const { body } = await client.get('/user/passkeys')
    assert.deepEqual([body.count, body.data[0].name], [1, 'Key on the desk'])

    await visited.press(visited.button('Rename Key on the desk'))
    await visited.type(visited.field('Name'), 'Spare key')
    await visited.press(visited.confirm('Save the name'))
    await visited.announced(/now called “Spare key”/)
    await visited.press(visited.button('Remove Spare key'))
    await visited.press(visited.confirm('Remove “Spare key”'))
    await visited.announced(/“Spare key” is removed/)
    assert.equal((await client.get('/user/passkeys')).body.count, 0)
  })
})

test('a new password needs the present one, ends the other sessions, and signs in', async () => {
  await atAccount(async (visited, { email, client }) => {
    const { page } = visited
    const other = shop.as((await signIn(shop, email)).body.token)
    const present = page.getByLabel('Current password')
    await visited.type(present, WRONG)
    await visited.type(page.getByLabel('New password'), NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('password is wrong').first().waitFor()
    assert.equal((await signIn(shop, email)).status, 200)

    await visited.type(present, PASSWORD)
    await visited.type(page.getByLabel('New password'), 'password1234')
    await page.keyboard.press('Enter')
    await page
      .getByText(/common|guess/i)
      .nth(1)
      .waitFor()
    await visited.type(page.getByLabel('New password'), NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await visited.announced(/password is changed/)
    assert.equal((await signIn(shop, email)).status, 401)
    assert.equal((await signIn(shop, email, { password: NEW_PASSWORD })).status, 200)
    assert.deepEqual(
      [(await client.get('/user')).status, (await other.get('/user')).status],
      [200, 401],
    )
  })
})
