// Provider accounts in the browser: connected step by step, watched, changed and removed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { API_KEY, HMAC_KEY, MERCHANT_ACCOUNT, startTestServer } from '../providers/adyen/account.ts'
import { bankKey, connectAccount, readAccounts } from '../support/provider_accounts.ts'
import { faultsOf } from './axe.ts'
import { addressOf, offered, openBrowser, type Visit, workAs } from './dashboard.ts'

const browser = await openBrowser()
const { env } = await testBank()
const KEY = await bankKey()
const PAGE = '/settings/providers'

async function openShop(): Promise<Shop> {
  const shop = await harness({ env })
  shop.services.public_url = addressOf(shop)
  return shop
}

async function openAdyen() {
  const server = await startTestServer()
  return Object.assign(server, { [Symbol.asyncDispose]: () => server.stop() })
}

function visited(shop: Shop, work: (visit: Visit) => Promise<void>): Promise<void> {
  return workAs({ browser, shop, role: 'merchant_admin' }, PAGE, work)
}

async function act(visit: Visit, label: string, name: string): Promise<void> {
  await visit.press(visit.button(`Actions for ${label}`))
  await visit.press(visit.page.getByRole('menuitem', { name, exact: true }))
}

test('an account is connected by its checklist, and its secret never comes back', async () => {
  await using shop = await openShop()
  await visited(shop, async (visit) => {
    const { page } = visit
    await page.getByText('all payments of this sandbox go to the sandbox bank').waitFor()
    await visit.press(visit.button('Connect'))
    await visit.press(visit.dialog.getByRole('radio', { name: 'Sandbox bank' }))
    await visit.type(visit.field('Label'), 'Main bank')
    await visit.type(visit.dialog.getByLabel('Key', { exact: true }), KEY)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      assert.deepEqual(await faultsOf(page, colorScheme), [])
    }
    await visit.press(visit.confirm('Check and save'))

    await visit.dialog.getByText('never shown again').waitFor()
    const [stored] = await readAccounts(shop)
    assert.deepEqual([stored?.connector_label, stored?.status], ['Main bank', 'disabled'])
    await visit.press(visit.confirm('Copy the URL'))
    assert.equal(await visit.copied(), stored?.webhook_url)
    await visit.press(visit.confirm('Turn on'))
    await visit.announced(/Main bank takes payments now/)
    assert.ok(!(await page.content()).includes(KEY))
  })
  assert.deepEqual(
    (await readAccounts(shop)).map(({ status }) => status),
    ['active'],
  )
})

test('an account that is left before it is turned on is finished later, and takes payments with its webhooks', async () => {
  await using adyen = await openAdyen()
  await using shop = await harness({ env: { FLORIN_ADYEN_URL: adyen.url } })
  await visited(shop, async (visit) => {
    await visit.press(visit.button('Connect'))
    await visit.press(visit.dialog.getByRole('radio', { name: 'Adyen' }))
    await visit.type(visit.dialog.getByLabel('API key'), API_KEY)
    await visit.type(visit.field('Merchant account'), MERCHANT_ACCOUNT)
    // A sandbox takes test accounts, which have no live prefix.
    assert.equal(await visit.field('Live URL prefix').count(), 0)
    await visit.press(visit.confirm('Check and save'))
    await visit.press(visit.confirm('Finish later'))
    await visit.dialog.waitFor({ state: 'detached' })
    await visit.page.getByText('New payments are refused until you turn one on.').waitFor()

    await visit.press(visit.button('Turn on'))
    await visit.dialog.getByText('Register this URL at Adyen').waitFor()
    assert.equal(await visit.confirm('Turn on').count(), 0)
    await visit.press(visit.confirm('Copy the URL'))
    adyen.outbox.url = await visit.copied()
    await visit.press(visit.confirm('Copy the list'))
    assert.match(await visit.copied(), /^AUTHORISATION$/m)
    await visit.press(visit.confirm('Save the secret'))
    await visit.dialog.getByText('Enter the webhook secret').waitFor()
    await visit.type(visit.dialog.getByLabel('Webhook secret'), HMAC_KEY)
    await visit.press(visit.confirm('Save the secret'))
    await visit.press(visit.confirm('Turn on'))
    await visit.announced(/Adyen takes payments now/)

    const body = paymentBody({ payment_id: 'paid', ...withCard('4111111111111111') })
    const { text, status } = await shop.post('/payments', body)
    assert.equal(status, 200, text)
    await visit.go('/payments/paid')
    await visit.page.getByText('Paid', { exact: true }).first().waitFor()
    await visit.page.getByText('Attempt 1: Adyen').waitFor()
    assert.ok(!(await visit.page.content()).includes(API_KEY))
  })
})

test('errors are shown at their fields, and nothing that was entered is lost', async () => {
  await using shop = await openShop()
  await connectAccount(shop, 'Main bank')
  await visited(shop, async (visit) => {
    const key = visit.dialog.getByLabel('Key', { exact: true })
    await visit.press(visit.button('Connect'))
    await visit.press(visit.dialog.getByRole('radio', { name: 'Sandbox bank' }))
    await visit.type(visit.field('Label'), 'Main bank')
    await visit.press(visit.confirm('Check and save'))
    await visit.dialog.getByText('Key is needed.').waitFor()
    await visit.type(key, 'short')
    await visit.press(visit.confirm('Check and save'))
    await visit.dialog.getByText('does not look like a valid value for Key').waitFor()
    await visit.type(key, 'not-the-key-of-the-bank')
    await visit.press(visit.confirm(/Check and save/))
    await visit.dialog.getByRole('alert').getByText('does not accept these credentials').waitFor()
    await visit.type(key, KEY)
    await visit.press(visit.confirm(/Check and save/))
    await visit.dialog.getByText('label Main bank exists already').waitFor()
    assert.equal(await visit.field('Label').getAttribute('aria-invalid'), 'true')
    assert.equal(await key.inputValue(), KEY)
  })
  assert.equal((await readAccounts(shop)).length, 1)
})

test('an acquirer that cannot be reached leaves the form open: nothing was carried out', async () => {
  const adyen = await startTestServer()
  await adyen.stop()
  await using shop = await harness({ env: { FLORIN_ADYEN_URL: adyen.url } })
  await visited(shop, async (visit) => {
    await visit.press(visit.button('Connect'))
    await visit.press(visit.dialog.getByRole('radio', { name: 'Adyen' }))
    await visit.type(visit.dialog.getByLabel('API key'), API_KEY)
    await visit.type(visit.field('Merchant account'), MERCHANT_ACCOUNT)
    await visit.press(visit.confirm('Check and save'))
    const alert = visit.dialog.getByRole('alert')
    await alert.getByText('The acquirer did not answer').waitFor()
    assert.doesNotMatch(await alert.innerText(), /not known whether/)
    assert.ok(await visit.field('Merchant account').isEnabled())
  })
  assert.deepEqual(await readAccounts(shop), [])
})

test('an account is tested, changed, given new credentials, disabled and deleted', async () => {
  await using shop = await openShop()
  await connectAccount(shop, 'Main bank')
  const { profile_id } = shop.merchant
  const verifiedAt = async () => (await readAccounts(shop))[0]?.verified_at ?? ''
  const before = await verifiedAt()
  await visited(shop, async (visit) => {
    await act(visit, 'Main bank', 'Test connection')
    await visit.page.getByText('Sandbox bank accepts the credentials.').waitFor()

    await act(visit, 'Main bank', 'Edit')
    await visit.type(visit.field('Label'), 'Cards')
    await visit.type(visit.field('Priority'), '7')
    const profiles = visit.dialog.getByRole('combobox', { name: 'Business profile' })
    await visit.choose(profiles, /^(?!All profiles)/)
    await visit.choose(visit.dialog.getByLabel('Payment methods'), /^Credit card$/)
    await visit.press(visit.confirm('Save'))
    await visit.announced(/Cards is saved/)
    assert.partialDeepStrictEqual((await readAccounts(shop))[0], {
      connector_label: 'Cards',
      priority: 7,
      profile_id,
      payment_methods_enabled: ['credit'],
    })

    await act(visit, 'Cards', 'Replace credentials')
    await visit.type(visit.dialog.getByLabel('Key', { exact: true }), 'not-the-key-of-the-bank')
    await visit.press(visit.confirm(/Check and replace/))
    await visit.dialog.getByRole('alert').getByText('does not accept these credentials').waitFor()
    await visit.type(visit.dialog.getByLabel('Key', { exact: true }), KEY)
    await visit.press(visit.confirm(/Check and replace/))
    await visit.announced(/credentials of Cards are replaced/)
    assert.ok((await verifiedAt()) > before)

    await act(visit, 'Cards', 'Disable')
    await visit.press(visit.confirm('Disable Cards'))
    await visit.announced(/Cards takes no new payments/)
    await act(visit, 'Cards', 'Delete')
    await visit.press(visit.confirm('Delete Cards'))
    await visit.announced(/Cards is deleted/)
    await visit.page.getByRole('heading', { name: 'No provider accounts yet' }).waitFor()
  })
  assert.deepEqual(await readAccounts(shop), [])
})

test('an account in use cannot be deleted, and the dialog names the payment', async () => {
  await using shop = await openShop()
  const connector_id = await connectAccount(shop, 'Main bank')
  await shop.post('/payments', paymentBody({ payment_id: 'still_refundable' }))
  await shop.post(`/account/${shop.merchant.merchant_id}/connectors/${connector_id}`, {
    status: 'disabled',
  })
  await visited(shop, async (visit) => {
    await act(visit, 'Main bank', 'Delete')
    await visit.press(visit.confirm('Delete Main bank'))
    await visit.dialog.getByRole('alert').getByText('still_refundable').waitFor()
  })
  assert.equal((await readAccounts(shop)).length, 1)
})

test("an account's card shows the payments of the last hour and says when it fails", async () => {
  await using shop = await openShop()
  const connector_id = await connectAccount(shop, 'Main bank')
  const headers = { 'x-sandbox-acquirer': 'down', 'x-sandbox-connector': connector_id }
  for (let n = 0; n < 3; n++) await shop.post('/payments', paymentBody({}))
  await shop.post('/payments', paymentBody({}), { headers })
  await visited(shop, async (visit) => {
    const card = visit.card('Main bank')
    await card.getByText('Not carried out: 1 of 4 payments').waitFor()
    await card.getByText('Some payments fail').waitFor()
    const figures = await card.locator('dl').first().locator('> div').allInnerTexts()
    assert.deepEqual(
      figures.map((text) => text.split('\n').filter(Boolean).join(' ')),
      ['Success rate, last hour', 'Rate 100.0%', 'Payments 4', 'Approved 3', 'Declined 0'],
    )
  })
})

test('a role that may only read sees accounts and rules, can test, and is offered no change', async () => {
  await using shop = await openShop()
  await connectAccount(shop, 'Main bank')
  const role = 'merchant_view_only'
  const pages = { [PAGE]: 'Main bank', '/settings/routing': 'Everything else' }
  const actions = /^(Connect|Turn on|Add a rule|Save)/
  assert.deepEqual(await offered({ browser, shop, role }, pages, actions), [])
  await workAs({ browser, shop, role }, PAGE, async (visit) => {
    await visit.press(visit.button('Actions for Main bank'))
    const items = visit.page.getByRole('menuitem')
    await items.first().waitFor()
    assert.deepEqual(await items.allTextContents(), ['Test connection'])
  })
})

test('a role without provider accounts is refused, and Settings does not lead there', async () => {
  await using shop = await openShop()
  const role = 'merchant_customer_support'
  await workAs({ browser, shop, role }, PAGE, async (visit) => {
    await visit.page.getByText('Your role does not include this').waitFor()
    await visit.go('/settings/routing')
    await visit.page.getByText('Your role does not include this').waitFor()
    await visit.go('/settings')
    await visit.page.getByRole('heading', { name: 'Business profiles' }).waitFor()
    assert.equal(await visit.page.getByRole('link', { name: 'Payment providers' }).count(), 0)
    assert.equal(await visit.page.getByRole('link', { name: 'Routing' }).count(), 0)
  })
})
