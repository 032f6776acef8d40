// Payment links, API keys and the team: each carried out in the browser and checked through the API.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness } from '#testing/harness.ts'
import { openStage, visitAs } from './dashboard.ts'

const { browser, shop } = await openStage(harness({ env: { FLORIN_PROVIDER: 'instant' } }))

test('a payment link is created with a QR code, and deactivated', async () => {
  await using visit = await visitAs(browser, shop, 'merchant_operator')
  const { page } = visit
  await visit.open('/payment-links/new')
  await visit.type(page.getByLabel('Amount to collect'), '25.00')
  await visit.type(page.getByLabel('Description'), 'A poster')
  await visit.press(visit.button('Create the link'))

  await page.getByRole('img', { name: 'QR code with the URL' }).waitFor()
  const payment_link_id = new URL(page.url()).pathname.split('/').at(-1)
  const path = `/payment_link/${payment_link_id}`
  assert.equal((await shop.get(path)).body.amount, 2_500)

  await visit.press(visit.button('Deactivate'))
  await visit.press(visit.confirm(/^Deactivate €25.00/))
  await visit.announced(/deactivated/)
  assert.notEqual((await shop.get(path)).body.status, 'active')
  assert.deepEqual(visit.faults, [])
})

test('an API key is shown once and works, and stops working when it is revoked', async () => {
  await using visit = await visitAs(browser, shop, 'merchant_developer')
  const { page } = visit
  await visit.open('/api-keys/new')
  await visit.type(page.getByRole('textbox', { name: /^Name/ }), 'Reports')
  await visit.press(page.getByRole('group', { name: 'Often wanted' }).getByRole('button').first())
  await visit.press(visit.button('Create the key'))
  const key = (await page.getByTestId('secret').textContent()) ?? ''
  assert.equal((await shop.with(key).get('/payments/list')).status, 200)

  await visit.press(visit.button('I have stored it'))
  await page.getByTestId('secret').waitFor({ state: 'detached' })
  assert.ok(!(await page.content()).includes(key))
  await visit.press(page.getByRole('button', { name: 'Revoke', exact: true }))
  await visit.press(visit.confirm(/^Revoke /))
  await visit.announced(/revoked/i)
  assert.equal((await shop.with(key).get('/payments/list')).status, 401)
  assert.deepEqual(visit.faults, [])
})

test('a person is invited with a role that the inviting one may grant', async () => {
  const email = 'grace@example.com'
  await using visit = await visitAs(browser, shop, 'merchant_admin')
  const { page } = visit
  await visit.open('/team')
  await visit.press(visit.button(/^Invite/))
  await visit.type(visit.dialog.getByLabel('E-mail address'), email)
  await visit.type(visit.dialog.getByLabel('Name'), 'Grace Hopper')
  await visit.choose(visit.dialog.getByLabel('Role').first(), /^View only/)
  // This deployment has no mail server, so the form promises no mail.
  await visit.dialog.getByText('You get a link for each person').waitFor()
  await visit.dialog.getByText(/^Only views payments and customers/).waitFor()
  await visit.press(visit.confirm('Make the link'))

  await page.getByText(email).first().waitFor()
  const { body } = await shop.get('/user/user/list')
  const invited = (body as { email: string }[]).find((each) => each.email === email)
  assert.match(JSON.stringify(invited), /merchant_view_only/)
})
