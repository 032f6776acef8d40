// The other pages for developers in the browser: API keys, test cards, the sandbox clock and the reference. Each action is
// checked through the API.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { daysAhead, offered, openBrowser, type Visit, workAs } from './dashboard.ts'

const browser = await openBrowser()

const openShop = () => harness({ env: { FLORIN_PROVIDER: 'instant' } })

function visited(
  shop: Shop,
  path: string,
  work: (visit: Visit) => Promise<void>,
  role = 'merchant_developer',
): Promise<void> {
  return workAs({ browser, shop, role }, path, work)
}

test('a key may do just what was chosen, also after its name, scopes and expiry are changed', async () => {
  await using shop = await openShop()
  const keys = `/api_keys/${shop.merchant.merchant_id}`
  await visited(shop, '/api-keys', async (visit) => {
    const { page } = visit
    const scope = (name: string) => page.getByRole('checkbox', { name, exact: true })
    const name = page.getByRole('textbox', { name: /^Name/ })
    const networks = page.getByRole('textbox', { name: 'Addresses and networks' })
    await visit.press(page.getByRole('link', { name: 'New key' }))
    await visit.type(name, 'Reports')
    await visit.press(scope('Read Payments'))
    await visit.press(scope('Read and write Webhooks'))
    assert.ok(await scope('Read and write Payments').isDisabled())
    await visit.type(networks, '127.0.0.0/99')
    await visit.press(visit.button('Create the key'))
    await page.locator('textarea[aria-invalid="true"]').waitFor()
    assert.equal((await shop.get(`${keys}/list`)).body.length, 1)
    await visit.type(networks, '127.0.0.0/8')
    await visit.press(visit.button('Create the key'))
    const key = shop.with((await page.getByTestId('secret').textContent()) ?? '')
    const statuses = async () => [
      (await key.get('/payments/list')).status,
      (await key.get('/refunds/list')).status,
      (await key.post('/payments', paymentBody({}))).status,
    ]
    assert.deepEqual(await statuses(), [200, 403, 403])

    await visit.press(visit.button('I have stored it'))
    await page.waitForURL(/api-keys\/key_/)
    const key_id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const read = async () => (await shop.get(`${keys}/${key_id}`)).body
    assert.deepEqual((await read()).scopes.toSorted(), ['payments:read', 'webhooks:write'])
    await visit.press(page.getByRole('link', { name: 'Edit' }))
    await visit.type(name, 'Refund reports')
    await visit.press(scope('Read Payments'))
    await visit.press(scope('Read Refunds'))
    await visit.choose(page.getByRole('combobox', { name: 'Expires' }), 'On a day that I choose')
    assert.ok(await visit.button('Save').isDisabled())
    await visit.typeParts(page.getByLabel('Last day'), '12312040')
    await visit.press(visit.button('Save'))
    await visit.announced(/key .Refund reports. is changed/)
    assert.partialDeepStrictEqual(await read(), {
      name: 'Refund reports',
      scopes: ['webhooks:write', 'refunds:read'],
      expiration: '2040-12-31T23:59:59.000Z',
    })
    assert.deepEqual(await statuses(), [403, 200, 403])
  })
})

test('a key is rolled: the new one works, and the old one for the chosen time', async () => {
  await using shop = await openShop()
  const keys = `/api_keys/${shop.merchant.merchant_id}`
  const old = (await shop.post(keys, { name: 'Reports', scopes: ['payments:read'] })).body
  await visited(shop, `/api-keys/${old.key_id}`, async (visit) => {
    const { page } = visit
    await visit.press(visit.button('Roll'))
    await visit.choose(
      page.getByRole('combobox', { name: /present key/ }),
      'No longer: it has leaked',
    )
    await visit.press(visit.button('Roll the key'))
    await page.getByText('The key before it no longer works.').waitFor()
    const secret = (await page.getByTestId('secret').textContent()) ?? ''
    assert.equal((await shop.with(secret).get('/payments/list')).status, 200)
    assert.equal((await shop.with(old.api_key).get('/payments/list')).status, 401)
    await visit.press(visit.button('I have stored it'))
    await page.waitForURL((url) => !url.pathname.endsWith(old.key_id))
    const key_id = new URL(page.url()).pathname.split('/').at(-1)
    assert.equal((await shop.get(`${keys}/${key_id}`)).body.name, 'Reports')
    assert.equal(secret.slice(0, 12), (await shop.get(`${keys}/${key_id}`)).body.prefix)
  })
})

test('a publishable key is created for pages of one origin', async () => {
  await using shop = await openShop()
  await visited(shop, '/api-keys', async (visit) => {
    const { page } = visit
    await visit.press(page.getByRole('link', { name: 'New key' }))
    await visit.press(page.getByRole('radio', { name: 'Publishable' }))
    await page.waitForURL(/type=publishable/)
    await visit.type(page.getByRole('textbox', { name: /^Name/ }), 'Checkout page')
    const origins = page.getByRole('textbox', { name: 'Allowed origins' })
    await visit.type(origins, 'https://shop.example')
    await visit.press(visit.button('Create the key'))
    await page.getByText('Pages from https://shop.example may use it.').waitFor()
    const key_id = new URL(page.url()).pathname.split('/').at(-1)
    const { body } = await shop.get(`/api_keys/${shop.merchant.merchant_id}/${key_id}`)
    assert.partialDeepStrictEqual(body, {
      name: 'Checkout page',
      type: 'publishable',
      allowed_origins: ['https://shop.example'],
    })
    await visit.press(visit.button(`Copy ${body.publishable_key}`))
    assert.equal(await visit.copied(), body.publishable_key)
  })
})

test('the six test cards that matter first are shown first, and a button shows all of them', async () => {
  await using shop = await harness({ env: (await testBank()).env })
  await visited(shop, '/test-cards', async (visit) => {
    const { page } = visit
    const numbers = visit.card('Test cards').getByRole('button', { name: /^Copy \d/ })
    await page.getByRole('row', { name: /Insufficient funds/ }).waitFor()
    assert.equal(await numbers.count(), 6)
    const decline = page.getByRole('row', { name: /Decline Declined/ })
    await visit.press(decline.getByRole('button'))
    const card = withCard(await visit.copied())
    assert.equal((await shop.post('/payments', paymentBody(card))).body.status, 'failed')

    await visit.press(visit.button(/^Show all \d+ test cards$/))
    await page
      .getByRole('row', { name: /UE_1002/ })
      .first()
      .waitFor()
    assert.ok((await numbers.count()) > 80)
  })
})

test('a test card is found by its outcome, and its number is copied and leads to that outcome', async () => {
  await using shop = await harness({ env: (await testBank()).env })
  await visited(shop, '/test-cards', async (visit) => {
    const { page } = visit
    const row = page.getByRole('row', { name: /UE_1002/ })
    await visit.type(page.getByRole('textbox', { name: 'Find a test card' }), 'expired card')
    await page.waitForURL(/find=expired/)
    await visit.press(visit.button('Declined'))
    await page.waitForURL(/kind=declined/)
    await visit.press(row.getByRole('button').first())
    const card = withCard(await visit.copied())
    const { status, unified_code } = (await shop.post('/payments', paymentBody(card))).body
    assert.deepEqual([status, unified_code], ['failed', 'UE_1002'])
  })
})

test('the sandbox clock is moved, and what is due by then has happened', async () => {
  await using shop = await openShop()
  const held = paymentBody({ payment_id: 'held', capture_method: 'manual' })
  assert.equal((await shop.post('/payments', held)).body.status, 'requires_capture')
  const ahead = async () => (await shop.get('/sandbox/clock')).body.ahead_seconds
  await visited(
    shop,
    '/test-cards',
    async (visit) => {
      await visit.press(visit.button('Move forward'))
      await visit.type(visit.field('Days'), '40')
      await visit.press(visit.confirm('Move forward by 40 days'))
      await visit.announced(/what was due has run/)
      assert.equal(await ahead(), 40 * 86_400)
      await visit.page.getByText('40 days ahead of the real time').waitFor()

      await visit.press(visit.button('Move forward'))
      await visit.choose(visit.dialog.getByRole('combobox', { name: 'How far' }), 'By hours')
      await visit.type(visit.field('Hours'), '3')
      await visit.press(visit.confirm('Move forward by 3 h'))
      await visit.page.getByText('40 days 3 h ahead of the real time').waitFor()
      assert.equal(await ahead(), 40 * 86_400 + 3 * 3_600)
    },
    'merchant_operator',
  )
  assert.equal((await shop.get('/payments/held')).body.status, 'cancelled')
})

test('the sandbox clock is moved to a moment, and not to one that it has passed', async () => {
  await using shop = await openShop()
  const before = Date.now()
  const moment = daysAhead(50)
  const work = async (visit: Visit) => {
    const howFar = visit.dialog.getByRole('combobox', { name: 'How far' })
    const field = visit.dialog.getByLabel('Date and time')
    await visit.press(visit.button('Move forward'))
    await visit.choose(howFar, 'To a date and time')
    await visit.typeMoment(field, daysAhead(-1))
    await visit.dialog.getByText('Choose a moment after the sandbox clock').waitFor()
    assert.ok(await visit.confirm('Move forward').isDisabled())
    await visit.reach(howFar)
    await visit.typeMoment(field, moment)
    await visit.press(visit.confirm(/^Move forward by (50|49) days/))
    await visit.announced(/what was due has run/)
  }
  await visited(shop, '/test-cards', work, 'merchant_operator')
  const { now, ahead_seconds } = (await shop.get('/sandbox/clock')).body
  assert.ok(Date.parse(now) >= moment.getTime(), now)
  assert.ok(ahead_seconds <= Math.ceil((moment.getTime() - before) / 1000), ahead_seconds)
})

test('the API reference opens in a new tab', async () => {
  await using shop = await openShop()
  await visited(shop, '/', async (visit) => {
    const opened = visit.context.waitForEvent('page')
    await visit.press(visit.page.getByRole('link', { name: /^API reference/ }))
    const tab = await opened
    await tab.getByRole('heading', { name: 'Florin' }).first().waitFor()
    assert.equal(new URL(tab.url()).pathname, '/docs/api/')
  })
})

test('a role that may only read is offered none of these actions', async () => {
  await using shop = await openShop()
  const keys = `/api_keys/${shop.merchant.merchant_id}`
  const made = await shop.post(keys, { name: 'Old', scopes: ['refunds:read'] })
  const path = `/api-keys/${made.body.key_id}`
  const pages = {
    '/api-keys': 'Old',
    [path]: 'Reads refunds.',
    '/test-cards': 'The real time',
    '/api-keys/new': 'Your role does not include this',
    [`${path}/edit`]: 'Your role does not include this',
  }
  const actions = /^(New key|Create the key|Revoke|Edit|Save|Move forward)/
  const role = 'merchant_view_only'
  assert.deepEqual(await offered({ browser, shop, role }, pages, actions), [])
})
