// Every way into the dashboard and out of it, by keyboard alone: password, second factor, passkey, forgotten password,
// invitation, and a session that ends while a page is open.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { MINUTE_MS } from '#kernel/clock.ts'
import { harness } from '#testing/harness.ts'
import { startMailServer } from '#testing/mail_server.ts'
import { addMembership } from '#testing/team.ts'
import { lastMail, mailEnv, mailsOf, sendUserMail } from '#testing/user_mails.ts'
import { addPerson, codeNow, PASSWORD, signIn, WRONG } from '../support/signing_in.ts'
import { anotherShop, INVITE, newEmail } from '../support/team_users.ts'
import {
  addAuthenticator,
  addressOf,
  openStage,
  signInAt,
  useKeyboardOnly,
  visit,
  type Visit,
} from './dashboard.ts'

useKeyboardOnly()

const OTHER = 'seven lamps of old brass'
const TOTP_STEP_MS = 30_000
/** The home page greets by the time of day. */
const HOME = /^Good \w+, \w+$/

const mail = await startMailServer()
const { browser, shop } = await openStage(harness({ env: mailEnv(mail) }))
after(() => mail[Symbol.asyncDispose]())
shop.services.public_url = addressOf(shop)

/** Opens a page without a session. */
async function outside(path: string, work: (visit: Visit) => Promise<void>): Promise<void> {
  await using visited = await visit(browser, shop)
  await visited.open(path)
  await work(visited)
  assert.deepEqual(visited.faults, [])
}

const heading = ({ page }: Visit, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** Ends the person's session while a page is open, and follows one of its links. */
async function followWithoutSession(visited: Visit, email: string, link: Locator): Promise<void> {
  await visited.reach(link)
  // A read that is answered after the session has ended would leave the page before the link is followed.
  await visited.page.waitForLoadState('networkidle')
  const ended = await shop.post('/user/user/end_sessions', { email })
  assert.equal(ended.body.deleted, 1, ended.text)
  await visited.page.keyboard.press('Enter')
}

/** The person that the server sees behind the browser. */
async function whoIs({ page, context }: Visit): Promise<string | undefined> {
  const answer = await context.request.get(`${new URL(page.url()).origin}/user`)
  return answer.ok() ? ((await answer.json()) as { email: string }).email : undefined
}

test('a person signs in with a password, and the page that was asked for opens with its filters', async () => {
  const { email } = await addPerson(shop)
  await outside('/customers?email=ada%40example.com', async (visited) => {
    await heading(visited, 'Sign in to Florin')
    await signInAt(visited, email, PASSWORD)

    await heading(visited, 'Customers')
    const { pathname, searchParams } = new URL(visited.page.url())
    assert.equal(pathname, '/dashboard/customers')
    assert.equal(searchParams.get('email'), 'ada@example.com')
    assert.equal(await whoIs(visited), email)
  })
})

test('a wrong password and an unknown address get the same message, and the right one signs in then', async () => {
  const { email } = await addPerson(shop)
  await outside('/sign-in', async (visited) => {
    const messages = []
    for (const address of [email, newEmail()]) {
      const alert = visited.page.getByRole('alert')
      await signInAt(visited, address, WRONG)
      await alert.waitFor()
      messages.push(await alert.textContent())
      await visited.page.reload()
    }
    assert.deepEqual(messages, Array(2).fill('The e-mail or the password is wrong.'))
    assert.equal(await whoIs(visited), undefined)

    await signInAt(visited, email, PASSWORD)
    await heading(visited, HOME)
  })
})

/** With an authenticator app and recovery codes. */
async function addPersonWithApp(): Promise<{ email: string; secret: string; codes: string[] }> {
  const { email } = await addPerson(shop)
  const session = shop.as((await signIn(shop, email)).body.token)
  const { secret } = (await session.get('/user/2fa/totp/begin')).body
  const enrolled = await session.put('/user/2fa/totp/verify', { totp: codeNow(shop, secret) })
  assert.equal(enrolled.status, 200, enrolled.text)
  // Each code works once.
  shop.clock.advance(TOTP_STEP_MS)
  return { email, secret, codes: enrolled.body.recovery_codes }
}

test('a person with a second factor gets in with the code of the app, after a wrong one was refused', async () => {
  const { email, secret } = await addPersonWithApp()
  await outside('/payouts', async (visited) => {
    await signInAt(visited, email, PASSWORD)
    await heading(visited, 'Second factor')
    const right = codeNow(shop, secret)
    await visited.page.keyboard.type(right.replace(/^./, (digit) => (digit === '9' ? '0' : '9')))
    await visited.page.getByRole('alert').waitFor()

    await visited.page.keyboard.type(right)
    await heading(visited, 'Payouts')
    assert.equal(await whoIs(visited), email)
  })
})

test('a recovery code takes the place of the app, once', async () => {
  const { email, codes } = await addPersonWithApp()
  const recover = async (visited: Visit) => {
    await signInAt(visited, email, PASSWORD)
    await heading(visited, 'Second factor')
    await visited.press(visited.button('Use a recovery code'))
    await visited.type(visited.page.getByLabel('Recovery code'), codes[0] ?? '')
    await visited.page.keyboard.press('Enter')
  }
  await outside('/', async (visited) => {
    await recover(visited)
    await heading(visited, HOME)
  })
  await outside('/', async (visited) => {
    await recover(visited)
    await visited.page.getByRole('alert').waitFor()
    await visited.open('/payments')
    await heading(visited, 'Second factor')
  })
})

test('a person signs in with a passkey alone', async () => {
  const { email } = await addPerson(shop)
  await outside('/account', async (visited) => {
    await addAuthenticator(visited)
    await signInAt(visited, email, PASSWORD)
    await visited.press(visited.button('Add a passkey'))
    await visited.press(visited.confirm('Add the passkey'))
    await visited.announced(/passkey .* is added/)
    await signOut(visited)

    await visited.open('/payments')
    await visited.press(visited.button('Sign in with a passkey'))
    await heading(visited, 'Payments')
    assert.equal(await whoIs(visited), email)
  })
})

async function signOut(visited: Visit): Promise<void> {
  await visited.press(visited.page.getByRole('banner').getByRole('button', { name: 'Ada' }))
  await visited.press(visited.page.getByRole('menuitem', { name: 'Sign out' }))
  await heading(visited, 'Sign in to Florin')
}

test('a person who signs out is out, and going back in the browser shows nothing', async () => {
  const { email } = await addPerson(shop)
  await outside('/team', async (visited) => {
    await signInAt(visited, email, PASSWORD)
    await visited.page.getByRole('row', { name: email }).waitFor()
    await signOut(visited)

    assert.equal(await whoIs(visited), undefined)
    await visited.page.goBack()
    await heading(visited, 'Sign in to Florin')
    assert.equal(await visited.page.getByText(email).count(), 0)
  })
})

/** The link in the mail that the server sends about this occasion. */
async function mailedLink(kind: string, email: string, merchant_id?: string): Promise<string> {
  const row = (await mailsOf(shop, kind, merchant_id)).find((each) => each.email === email)
  assert.ok(row, `a mail to ${email}`)
  await sendUserMail(shop, row)
  const { to, text } = lastMail(mail)
  assert.deepEqual(to, [email])
  const [url] = /http:\S+#\S+/.exec(text) ?? []
  assert.ok(url, text)
  return url
}

test('a forgotten password is replaced through the mail, and the new one signs in', async () => {
  const { email } = await addPerson(shop)
  await outside('/', async (visited) => {
    const { page } = visited
    await visited.press(page.getByRole('link', { name: 'Forgotten your password?' }))
    await heading(visited, 'Forgotten password')
    await visited.type(page.getByLabel('E-mail address'), email)
    await page.keyboard.press('Enter')
    await page.getByText('If this address has an account').waitFor()

    await page.goto(await mailedLink('password_reset', email, ''))
    await heading(visited, 'Choose a new password')
    await visited.type(page.getByLabel('New password'), OTHER)
    await page.keyboard.press('Enter')
    await heading(visited, 'Your password is changed')
    await visited.press(page.getByRole('link'))

    await signInAt(visited, email, PASSWORD)
    await page.getByRole('alert').waitFor()
    await signInAt(visited, email, OTHER)
    await heading(visited, HOME)
    assert.equal(await whoIs(visited), email)
  })
})

test('an invited person chooses a password and is in the dashboard with the role of the invitation', async () => {
  const email = newEmail()
  const invited = await shop.post(INVITE, { email, role_id: 'merchant_view_only' })
  assert.equal(invited.body.results?.[0].status, 'invited', invited.text)
  await outside('/', async (visited) => {
    const { page } = visited
    await page.goto(await mailedLink('invitation', email))
    await heading(visited, 'Join Test shop')
    await visited.type(page.getByLabel('Your name'), 'Grace Hopper')
    await visited.type(page.getByLabel('Choose a password'), PASSWORD)
    await page.keyboard.press('Enter')
    await heading(visited, 'You have joined Test shop')
    await visited.press(visited.button('Skip for now'))
    await heading(visited, 'You are signed in')
    await visited.press(page.getByRole('link', { name: /dashboard/i }))

    await heading(visited, HOME)
    await page.getByRole('button', { name: 'Grace Hopper' }).waitFor()
    await visited.open('/account')
    await page.getByText('View only at Test shop').waitFor()
    assert.equal(await whoIs(visited), email)
  })
})

test('a session that ends while a page is open leads to the sign-in page, and from there back', async () => {
  const { email } = await addPerson(shop)
  await shop.post('/customers', { customer_id: 'ada', name: 'Ada King' })
  await outside('/customers', async (visited) => {
    const { page } = visited
    await signInAt(visited, email, PASSWORD)
    const row = page.getByRole('row', { name: 'Ada King' })
    await row.waitFor()

    await followWithoutSession(visited, email, row.getByRole('link'))
    await heading(visited, 'Sign in to Florin')
    await signInAt(visited, email, PASSWORD)
    await heading(visited, 'Ada King')
    assert.equal(new URL(page.url()).pathname, '/dashboard/customers/ada')
  })
})

test('nothing that one person has read is shown to the next one who signs in at the same page', async () => {
  const { email } = await addPerson(shop)
  const { email: stranger } = await addPerson(await anotherShop(shop))
  await shop.post('/customers', { customer_id: 'grace', name: 'Grace Hopper' })
  await outside('/customers/grace', async (visited) => {
    const { page } = visited
    await signInAt(visited, email, PASSWORD)
    await heading(visited, 'Grace Hopper')
    await page.evaluate("sessionStorage.setItem('florin.evidence.dp_1', 'a draft')")
    await followWithoutSession(visited, email, page.getByRole('link', { name: 'Payments' }))
    await heading(visited, 'Sign in to Florin')

    await signInAt(visited, stranger, PASSWORD)
    await heading(visited, 'Payments')
    await page.goBack()

    await page.getByText('There is no customer with the id grace.').waitFor()
    assert.equal(await page.getByText('Grace Hopper').count(), 0)
    assert.equal(await page.evaluate("sessionStorage.getItem('florin.evidence.dp_1')"), null)
  })
})

test('a page that reads again and again by itself does not prolong the session of a person who is away', async () => {
  const { email } = await addPerson(shop)
  await outside('/test-cards', async (visited) => {
    const { page } = visited
    await page.clock.install()
    await signInAt(visited, email, PASSWORD)
    await page.getByText('Sandbox clock').waitFor()

    // One step more than the session lasts: what the page asked at first may arrive after the first step.
    let isEnded = false
    for (let n = 0; n < 4 && !isEnded; n++) {
      shop.clock.advance(5 * MINUTE_MS)
      const read = page.waitForResponse(
        (response) => response.status() === 401 || response.url().endsWith('/sandbox/clock'),
      )
      await page.clock.fastForward(5 * MINUTE_MS)
      isEnded = (await read).status() === 401
    }

    await heading(visited, 'Sign in to Florin')
  })
})

test('a page of one merchant is loaded again when another tab has switched the session to another one', async () => {
  const person = await addPerson(shop)
  const { merchant } = await shop.neighbour()
  await shop.post('/customers', { customer_id: 'alan', name: 'Alan Turing' })
  await outside('/customers/alan', async (visited) => {
    const { page, context } = visited
    await page.clock.install()
    await signInAt(visited, person.email, PASSWORD)
    await heading(visited, 'Alan Turing')
    await addMembership(shop, person, merchant.merchant_id, 'merchant_admin')
    const user = `${addressOf(shop)}/user`
    const { csrf_token } = (await (await context.request.get(user)).json()) as {
      csrf_token: string
    }
    const switched = await context.request.post(`${user}/switch_merchant`, {
      data: { merchant_id: merchant.merchant_id },
      headers: { 'X-CSRF-Token': csrf_token },
    })
    assert.equal(switched.status(), 200)

    await page.clock.fastForward(2 * MINUTE_MS)
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))")

    await page.getByText('There is no customer with the id alan.').waitFor()
    assert.equal(await page.getByText('Alan Turing').count(), 0)
  })
})
