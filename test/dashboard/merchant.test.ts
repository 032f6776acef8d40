// Payment links, API keys and the team: each carried out in the browser and checked through the API.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { harness, type Shop } from '#testing/harness.ts'
import { launchBrowser } from '../browser/browser.ts'
import { announced, visitAs } from './dashboard.ts'

let browser: Browser
let shop: Shop

before(async () => {
  browser = await launchBrowser()
  shop = await harness({ env: { FLORIN_PROVIDER: 'instant' } })
})
after(async () => {
  await browser?.close()
  await shop?.[Symbol.asyncDispose]()
})

test('a payment link is created with a QR code, and deactivated', async () => {
  await using visited = await visitAs(browser, shop, 'merchant_operator')
  const { page } = visited
  await visited.open('/payment-links/new')
  await page.getByLabel('Amount to collect').fill('25.00')
  await page.getByLabel('Description').fill('A poster')
  await page.getByRole('button', { name: 'Create the link' }).click()

  await page.getByRole('img', { name: 'QR code of the address' }).waitFor()
  const payment_link_id = new URL(page.url()).pathname.split('/').at(-1)
  const path = `/payment_link/${payment_link_id}`
  assert.equal((await shop.get(path)).body.amount, 2_500)

  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Deactivate €25.00/ })
    .click()
  await announced(page, /deactivated/)
  assert.notEqual((await shop.get(path)).body.status, 'active')
  assert.deepEqual(visited.faults, [])
})

test('an API key is shown once and works, and stops working when it is revoked', async () => {
  await using visited = await visitAs(browser, shop, 'merchant_developer')
  const { page } = visited
  await visited.open('/api-keys/new')
  await page.getByRole('textbox', { name: /^Name/ }).fill('Reports')
  await page.getByRole('group', { name: 'Often wanted' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = (await page.getByTestId('secret').textContent()) ?? ''
  assert.equal((await shop.with(key).get('/payments/list')).status, 200)

  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.ok(!(await page.content()).includes(key))
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Revoke / })
    .click()
  await announced(page, /revoked/i)
  assert.equal((await shop.with(key).get('/payments/list')).status, 401)
  assert.deepEqual(visited.faults, [])
})

test('a person is invited with a role that the inviting one may grant', async () => {
  const email = 'grace@example.com'
  await using visited = await visitAs(browser, shop, 'merchant_admin')
  const { page } = visited
  await visited.open('/team')
  await page.getByRole('button', { name: /^Invite/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail address').fill(email)
  await dialog.getByLabel('Name').fill('Grace Hopper')
  await dialog.getByLabel('Role').first().click()
  await page.getByRole('option', { name: /^View only/ }).click()
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()

  await page.getByText(email).first().waitFor()
  const { body } = await shop.get('/user/user/list')
  const invited = (body as { email: string }[]).find((each) => each.email === email)
  assert.match(JSON.stringify(invited), /merchant_view_only/)
})
