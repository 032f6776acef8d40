// The links in mails to users, in a real browser: from the link to an account with a password and a second factor.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { DAY_MS } from '#kernel/clock.ts'
import { computeCode, fromBase32, stepAt } from '#kernel/totp.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { addResetLink, inviteAgain, inviteUser } from '#testing/invitation.ts'
import { isFullProof } from '#testing/proof.ts'
import { closePages, testBrowser } from './browser.ts'
import { visiting } from './merchant_page.ts'
import { checkView as check } from './user_page.ts'

const PASSWORD = 'seven lamps of old brass'
const OTHER = 'a quiet river under snow'

let browser: Browser
let shop: Shop

before(async () => {
  browser = await testBrowser()
  shop = await harness()
})
after(async () => {
  await closePages(browser)
  await shop?.[Symbol.asyncDispose]()
})

const visit = (
  url: string,
  walk: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
) => visiting(browser, url, walk, options)

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
/** The element with this id or text gets the focus. */
const focusGoesTo = (page: Page, name: string) =>
  page.waitForFunction(
    `[document.activeElement.id, document.activeElement.textContent.trim()].includes(${JSON.stringify(name)})`,
  )

const signIn = (email: string, password: string) =>
  shop.with(undefined).post('/user/signin', { email, password })

async function accept(page: Page, password = PASSWORD): Promise<void> {
  await page.getByLabel('Choose a password').fill(password)
  await press(page, 'Accept invitation')
}

/** The code that an app with the key of the page would show. */
async function shownCode(page: Page): Promise<string> {
  const key = await page.locator('.code').textContent()
  const secret = fromBase32((key ?? '').replaceAll(' ', ''))
  return computeCode(secret, stepAt(shop.clock.now()))
}

/** A person who has accepted another merchant's invitation, perhaps with a second factor. */
async function addAccount(): Promise<{ email: string; url: string; user_id: string }> {
  const { merchant } = await shop.neighbour()
  const { token, user } = await inviteUser(shop)
  const body = { token, password: PASSWORD, name: 'Grace Hopper' }
  const accepted = await shop.with(undefined).post('/user/accept_invite_from_email', body)
  assert.equal(accepted.status, 200, accepted.text)
  const { url } = await inviteAgain(shop, user, 'merchant_developer', merchant)
  return { email: user.email, user_id: user.user_id, url }
}

test('an invited person chooses a password, skips the second factor, and is signed in', async () => {
  const { url, user } = await inviteUser(shop)

  await visit(url, async (page) => {
    await heading(page, 'Join Test shop')
    await page.locator('.lead', { hasText: 'Your role: Operator.' }).waitFor()
    await page.getByText(user.email).waitFor()
    await page.getByLabel('Your name').fill('Ada King')
    await accept(page)
    await heading(page, 'You have joined Test shop')
    await press(page, 'Skip for now')
    await heading(page, 'You are signed in')
    const me = await (await page.request.get(`${shop.base_url}/user`)).json()
    assert.equal(me.email, user.email)
    assert.equal(await page.getByRole('link').getAttribute('href'), '/dashboard')
    await press(page, 'Sign out')
    await heading(page, 'You are signed out')
    assert.equal((await page.request.get(`${shop.base_url}/user`)).status(), 401)
  })

  const { status, body } = await signIn(user.email, PASSWORD)
  assert.equal(status, 200)
  assert.equal(body.user.name, 'Ada King')
  assert.equal(body.two_factor_required, false)
})

test('the second factor is set up with the key of the page, and its recovery codes can be saved', async () => {
  const { url, user } = await inviteUser(shop)

  await visit(
    url,
    async (page) => {
      await accept(page)
      await press(page, 'Set up an authenticator app')
      await page.getByRole('img', { name: 'QR code' }).waitFor()
      await page.getByLabel('Code from the app').fill('12345')
      await press(page, 'Turn on')
      await page.locator('#totp-error', { hasText: 'Enter the 6 digits' }).waitFor()
      await page.getByLabel('Code from the app').fill(await wrongCode(page))
      await press(page, 'Turn on')
      await page.locator('#totp-error').waitFor()
      await focusGoesTo(page, 'totp')
      await page.getByLabel('Code from the app').fill(await shownCode(page))
      await press(page, 'Turn on')
      await heading(page, 'Save your recovery codes')
      const codes = await page.locator('.codes code').allTextContents()
      assert.equal(new Set(codes).size, 8)
      await press(page, 'Copy: recovery codes')
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), codes.join('\n'))
      const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download')])
      assert.equal(file.suggestedFilename(), 'florin-recovery-codes.txt')
      const text = await readFile(await file.path(), 'utf8')
      for (const code of codes) assert.ok(text.includes(code))
      await press(page, 'I have saved them')
      await heading(page, 'You are signed in')
      assert.equal(await page.getByText(codes[0] ?? '').count(), 0)
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  )

  assert.equal((await signIn(user.email, PASSWORD)).body.two_factor_required, true)
})

/** Not one of the codes that are accepted now. */
async function wrongCode(page: Page): Promise<string> {
  const right = await shownCode(page)
  return right.startsWith('9') ? `0${right.slice(1)}` : `9${right.slice(1)}`
}

test('the keyboard is enough, and each view puts the focus on its heading', async () => {
  const { url } = await inviteUser(shop)

  await visit(url, async (page) => {
    /** The focus follows the view, so the next Tab reaches its first control. */
    const view = (title: string) => page.locator('h1:focus', { hasText: title }).waitFor()
    await view('Join Test shop')
    const tabTo = async (expected: string) => {
      await page.keyboard.press('Tab')
      await focusGoesTo(page, expected)
    }
    await tabTo('name')
    await tabTo('password')
    await page.keyboard.type('short')
    await tabTo('Show password')
    await page.keyboard.press('Space')
    assert.equal(await page.locator('#password').getAttribute('type'), 'text')
    await tabTo('Accept invitation')
    await page.keyboard.press('Enter')
    assert.equal(await page.locator('#password').getAttribute('aria-invalid'), 'true')
    await page.locator('#password:focus').waitFor()
    await page.keyboard.press('End')
    await page.keyboard.type(' but now it is long')
    await page.keyboard.press('Enter')
    await view('You have joined Test shop')
    await tabTo('Set up an authenticator app')
    await page.keyboard.press('Enter')
    await view('Set up an authenticator app')
    for (const expected of ['Copy', 'totp']) await tabTo(expected)
    await page.keyboard.type(await shownCode(page))
    await page.keyboard.press('Enter')
    await view('Save your recovery codes')
    for (const expected of ['Copy', 'Download', 'I have saved them']) await tabTo(expected)
    await page.keyboard.press('Enter')
    await view('You are signed in')
  })
})

test('a password is masked until its owner asks to see it, and can be pasted', async () => {
  const { url, user } = await inviteUser(shop)

  await visit(
    url,
    async (page) => {
      const field = page.getByLabel('Choose a password')
      assert.equal(await field.getAttribute('type'), 'password')
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(PASSWORD)})`)
      await field.focus()
      await page.keyboard.press('Control+v')
      assert.equal(await field.inputValue(), PASSWORD)
      await press(page, 'Show password')
      assert.equal(await field.getAttribute('type'), 'text')
      await press(page, 'Hide password')
      assert.equal(await field.getAttribute('type'), 'password')
      const account = page.locator('input[autocomplete=username]')
      assert.equal(await account.inputValue(), user.email)
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  )
})

const weak = [
  ['', 'Enter a password.'],
  ['eleven char', 'Use at least 12 characters. So far there are 11.'],
  ['x y'.repeat(24), 'Use at most 70 characters. There are 72.'],
] as const

test('a password that is too short, too long or too common is marked with the reason, and nothing is lost', async () => {
  const { url } = await inviteUser(shop)

  await visit(url, async (page) => {
    await page.getByLabel('Your name').fill('Ada King')
    for (const [password, message] of weak) {
      await accept(page, password)
      await page.locator('#password-error', { hasText: message }).waitFor()
    }
    await accept(page, 'password1234')
    await page.locator('#password-error', { hasText: /common|guess/i }).waitFor()
    await focusGoesTo(page, 'password')
    assert.equal(await page.getByLabel('Your name').inputValue(), 'Ada King')
    const field = page.getByLabel('Choose a password')
    assert.equal(await field.getAttribute('aria-describedby'), 'password-error password-help')
    assert.equal(await field.getAttribute('autocomplete'), 'new-password')
  })
})

test('a used, expired, wrong or incomplete link is explained, with what to do, and has no form', async () => {
  const used = await inviteUser(shop)
  const body = { token: used.token, password: PASSWORD }
  assert.equal(
    (await shop.with(undefined).post('/user/accept_invite_from_email', body)).status,
    200,
  )
  const reset = await addResetLink(shop)
  const expired = await inviteUser(shop)
  shop.clock.advance(DAY_MS)
  const fresh = await inviteUser(shop)

  for (const [url, title] of [
    [used.url, 'This invitation cannot be used'],
    [expired.url, 'This invitation cannot be used'],
    [`${fresh.url}x`, 'This invitation cannot be used'],
    [`${shop.base_url}/user/invitation`, 'This invitation cannot be used'],
    [reset.url, 'This link cannot be used'],
    [`${shop.base_url}/user/reset`, 'This link cannot be used'],
  ] as const) {
    await visit(url, async (page) => {
      await heading(page, title)
      assert.equal(await page.getByRole('listitem').count(), 3)
      assert.equal(await page.getByRole('textbox').count(), 0)
      // The new link, opened in the same tab.
      await page.goto(fresh.url)
      await heading(page, 'Join Test shop')
    })
  }
})

test('a link that ends while its page is open is explained when the form is sent', async () => {
  const { url } = await inviteUser(shop)

  await visit(url, async (page) => {
    await heading(page, 'Join Test shop')
    shop.clock.advance(DAY_MS)
    await accept(page)
    await heading(page, 'This invitation cannot be used')
  })
})

test('somebody with an account accepts with its password, and a wrong one is marked', async () => {
  const { url, email } = await addAccount()

  await visit(url, async (page) => {
    await heading(page, 'Join Neighbour')
    assert.equal(await page.getByLabel('Your name').count(), 0)
    const field = page.getByLabel('Your password')
    assert.equal(await field.getAttribute('autocomplete'), 'current-password')
    await field.fill(OTHER)
    await press(page, 'Accept invitation')
    await page.locator('#password-error').waitFor()
    await press(page, 'Forgot your password?')
    await page.getByText(`on its way to ${email}`).waitFor()
    await field.fill(PASSWORD)
    await press(page, 'Accept invitation')
    await heading(page, 'You have joined Neighbour')
  })
})

test('somebody with a second factor is asked for it, and a recovery code takes its place', async () => {
  const { url, email } = await addAccount()
  const { token } = (await signIn(email, PASSWORD)).body
  const session = shop.as(token)
  const { secret } = (await session.get('/user/2fa/totp/begin')).body
  const totp = computeCode(fromBase32(secret), stepAt(shop.clock.now()))
  const enrolled = await session.put('/user/2fa/totp/verify', { totp })
  assert.equal(enrolled.status, 200, enrolled.text)
  const [code = ''] = enrolled.body.recovery_codes as string[]

  await visit(url, async (page) => {
    await page.getByLabel('Your password').fill(PASSWORD)
    await press(page, 'Accept invitation')
    await heading(page, 'Enter your second factor')
    await page.getByLabel('Code from the app').fill(totp)
    await press(page, 'Continue')
    await page.locator('#totp-error').waitFor()
    await press(page, 'Use a recovery code')
    await page.getByLabel('Recovery code').fill(code)
    await press(page, 'Continue')
    await heading(page, 'You are signed in')
    await page.getByText('On', { exact: true }).waitFor()
  })
})

test('a new password replaces the old one, and the link works once', async () => {
  const { url, user } = await addResetLink(shop)

  await visit(url, async (page) => {
    await heading(page, 'Choose a new password')
    await page.getByText(user.email).waitFor()
    await page.getByLabel('New password').fill('too short')
    await press(page, 'Save password')
    await page.locator('#password-error').waitFor()
    await page.getByLabel('New password').fill(OTHER)
    await press(page, 'Save password')
    await heading(page, 'Your password is changed')
    assert.equal(await page.getByRole('link').getAttribute('href'), '/dashboard/sign-in')
    await page.goto(url)
    await heading(page, 'This link cannot be used')
  })

  assert.equal((await signIn(user.email, OTHER)).status, 200)
})

test('the token leaves the address bar and the history, and neither it nor the password is logged', async () => {
  const { url, token } = await inviteUser(shop)
  const asked: string[] = []
  const errors: string[] = []

  await visit(url, async (page) => {
    page.on('request', (request) => asked.push(request.url()))
    page.on('console', (message) => errors.push(message.text()))
    await heading(page, 'Join Test shop')
    assert.equal(page.url(), `${shop.base_url}/user/invitation`)
    assert.equal(await page.evaluate('history.length'), 2)
    assert.ok(!(await page.content()).includes(token))
    await accept(page)
    await heading(page, 'You have joined Test shop')
    assert.deepEqual(
      await page.evaluate('[document.cookie, localStorage.length, sessionStorage.length]'),
      ['', 0, 0],
    )
  })

  const secret = token.split('.').at(-1) ?? ''
  assert.deepEqual(errors, [])
  assert.ok(asked.every((each) => each.startsWith(shop.base_url) && !each.includes(secret)))
  assert.ok(!shop.log.some((line) => line.includes(secret) || line.includes(PASSWORD)))
})

test('without a connection the page says so, and goes on when it is back', async () => {
  const { url } = await inviteUser(shop)

  await visit(url, async (page) => {
    await page.getByLabel('Choose a password').fill(PASSWORD)
    await page.context().setOffline(true)
    await press(page, 'Accept invitation')
    await page.locator('.bad-note', { hasText: 'The server did not answer' }).waitFor()
    await page.context().setOffline(false)
    await press(page, 'Accept invitation')
    await heading(page, 'You have joined Test shop')
  })
})

/** Each theme and each width once. */
const SCREENS = [
  ['light', 320],
  ['dark', 1280],
] as const
const MORE_SCREENS = [
  ['dark', 320],
  ['light', 1280],
] as const

for (const [colorScheme, width] of isFullProof ? [...SCREENS, ...MORE_SCREENS] : SCREENS) {
  test(`axe finds nothing in any view at ${width} px, ${colorScheme}, and nothing is cut off`, async () => {
    const long = `a.person.with.a.very.long.address.${width}.${colorScheme}@department.of.a.company.example`
    const { url } = await inviteUser(shop, { email: long })
    const checkView = (page: Page, name: string) =>
      check(page, `${name}-${width}-${colorScheme}`, width)
    const walk = async (page: Page) => {
      await heading(page, 'Join Test shop')
      await checkView(page, '1-form')
      await accept(page, 'short')
      await page.locator('#password-error').waitFor()
      await checkView(page, '2-marked')
      await accept(page)
      await heading(page, 'You have joined Test shop')
      await checkView(page, '3-offer')
      await press(page, 'Set up an authenticator app')
      await heading(page, 'Set up an authenticator app')
      await checkView(page, '4-app')
      await page.getByLabel('Code from the app').fill(await shownCode(page))
      await press(page, 'Turn on')
      await heading(page, 'Save your recovery codes')
      await checkView(page, '5-codes')
      await press(page, 'I have saved them')
      await heading(page, 'You are signed in')
      await checkView(page, '6-end')
      await page.goto(url)
      await heading(page, 'This invitation cannot be used')
      await checkView(page, '7-dead')
      await page.goto((await addResetLink(shop)).url)
      await heading(page, 'Choose a new password')
      await checkView(page, '8-reset')
      await page.goto((await addAccount()).url)
      await heading(page, 'Join Neighbour')
      await checkView(page, '9-account')
    }
    await visit(url, walk, { colorScheme, viewport: { width, height: 800 } })
  })
}
