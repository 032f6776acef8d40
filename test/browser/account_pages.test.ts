// The pages on which users take their account back, and the page after the provider of single sign-on, in a real browser.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { DAY_MS } from '#kernel/clock.ts'
import { userUpdate } from '#resources/people/users/access.ts'
import { endSessionsToken, endSessionsUrl } from '#resources/people/users/tokens.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { addResetLink, inviteUser } from '#testing/invitation.ts'
import { openSessionOf } from '#testing/team.ts'
import { closePages, testBrowser } from './browser.ts'
import { visiting } from './merchant_page.ts'
import { checkView } from './user_page.ts'

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

const visit = (url: string, walk: (page: Page) => Promise<void>) => visiting(browser, url, walk)
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

test('the page of a new password says what was removed from an account whose mailbox was not proven', async () => {
  const { url, user } = await addResetLink(shop)
  const totp_secret = Buffer.from('sealed')
  await shop.services.commit(userUpdate(user, { totp_secret }))

  await visit(url, async (page) => {
    await page.getByLabel('New password').fill(OTHER)
    await press(page, 'Save password')
    await heading(page, 'Your password is changed')
    await page.getByText('Removed: the authenticator app.').waitFor()
  })
})

test('the link of a mail ends all sessions with a click, and not before', async () => {
  const { user } = await inviteUser(shop)
  const session = await openSessionOf(shop, user)
  const until = new Date(shop.clock.now().getTime() + DAY_MS)
  const token = endSessionsToken(shop.services.keyring, user.user_id, until)

  await visit(endSessionsUrl(shop.base_url, token), async (page) => {
    await heading(page, 'End all sessions')
    await page.getByText(user.email).waitFor()
    assert.equal((await session.get('/user')).status, 200)
    await checkView(page, 'end-sessions', 1280)
    await press(page, 'End all sessions')
    await heading(page, 'All sessions have ended')
    await checkView(page, 'ended-sessions', 1280)
  })

  assert.equal((await session.get('/user')).status, 401)
})

test('after the provider of single sign-on the session starts with a click, and a refusal is shown', async () => {
  const oidc = {
    FLORIN_OIDC_ISSUER: 'http://127.0.0.1:9',
    FLORIN_OIDC_CLIENT_ID: 'florin',
    FLORIN_OIDC_CLIENT_SECRET: 'secret',
    FLORIN_OIDC_NAME: 'Example Inc.',
  }
  await using own = await harness({ env: oidc })

  await visit(`${own.base_url}/user/oidc/callback?code=a&state=b&session_state=c`, async (page) => {
    await heading(page, 'Sign in to Florin')
    await page.getByText('Example Inc. has confirmed who you are').waitFor()
    assert.equal(new URL(page.url()).search, '', 'the code has left the address bar')
    await checkView(page, 'sign-in', 1280)
    await press(page, 'Sign in')
    await page.locator('.bad-note', { hasText: 'did not start in this browser' }).waitFor()
  })
})
