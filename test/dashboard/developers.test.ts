// The pages for developers in the browser: webhooks with a real receiver, events, API keys, test cards and the sandbox
// clock. Each action is checked through the API.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { testBank } from '#testing/bank.ts'
import { eventually } from '#testing/eventually.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { type Receiver, type Reply, startReceiver } from '#testing/receiver.ts'
import { launchBrowser } from '../browser/browser.ts'
import { type Visit, visitAs, workAs } from './dashboard.ts'

let browser: Browser

before(async () => {
  browser = await launchBrowser()
})
after(() => browser?.close())

const openShop = () => harness({ env: { FLORIN_PROVIDER: 'instant' } })

function visited(
  shop: Shop,
  path: string,
  work: (visit: Visit) => Promise<void>,
  role = 'merchant_developer',
): Promise<void> {
  return workAs({ browser, shop, role }, path, work)
}

const profilePath = ({ merchant }: Shop) =>
  `/account/${merchant.merchant_id}/business_profile/${merchant.profile_id}`

const webhooksOf = async (shop: Shop) => (await shop.get(profilePath(shop))).body.webhook_details

async function setUrl(shop: Shop, { url }: Receiver): Promise<void> {
  const answer = await shop.post(profilePath(shop), { webhook_details: { webhook_url: url } })
  assert.equal(answer.status, 200, answer.text)
}

async function pay(shop: Shop, more: object = {}): Promise<void> {
  const answer = await shop.post('/payments', paymentBody({ amount: 4_890, ...more }))
  assert.equal(answer.status, 200, answer.text)
}

interface Entry {
  event_id: string
  event_type: string
  object_id: string
  delivery: { status: string; attempts: number } | null
}

const eventsOf = async (shop: Shop, query = ''): Promise<Entry[]> =>
  (await shop.get(`/events/${shop.merchant.merchant_id}${query}`)).body.data

/** The events of the shop, once each delivery has this status. */
function delivered(shop: Shop, count: number, status = 'delivered'): Promise<Entry[]> {
  return eventually(`${count} deliveries are ${status}`, async () => {
    const events = await eventsOf(shop)
    const isDone = events.every(({ delivery }) => delivery?.status === status)
    return events.length === count && isDone && events
  })
}

const typesAt = ({ received }: Receiver) =>
  received.map(({ body }) => JSON.parse(body).event_type as string)

test('an endpoint receives the chosen events from when it is set until it is removed', async () => {
  await using receiver = await startReceiver()
  await using shop = await openShop()
  await using _ = await runEventPipeline(shop)
  await visited(shop, '/webhooks', async (visit) => {
    const { page } = visit
    const url = page.getByRole('textbox', { name: 'URL' })
    await visit.press(page.getByRole('link', { name: 'Set the URL' }))
    await visit.type(url, 'ftp://shop.example/hook')
    await visit.press(visit.button('Save'))
    await page.locator('[aria-invalid="true"]').waitFor()
    assert.equal((await webhooksOf(shop)).webhook_url, null)
    await visit.type(url, receiver.url)
    await visit.press(visit.button('Save'))
    await visit.announced(/Events go to http/)
    assert.partialDeepStrictEqual(await webhooksOf(shop), {
      webhook_url: receiver.url,
      enabled_events: [],
    })

    await pay(shop)
    await delivered(shop, 1)
    await visit.press(page.getByRole('link', { name: 'Edit' }))
    await visit.press(page.getByRole('radio', { name: 'Only the types that I choose' }))
    await visit.press(visit.button('Choose none'))
    await page.getByText('Choose at least one type').waitFor()
    assert.ok(await visit.button('Save').isDisabled())
    await visit.press(page.getByRole('checkbox', { name: 'Payment failed', exact: true }))
    await visit.type(url, `${receiver.url}/two`)
    await visit.press(visit.button('Save'))
    await visit.announced(/Events go to .*two/)
    assert.partialDeepStrictEqual(await webhooksOf(shop), {
      webhook_url: `${receiver.url}/two`,
      enabled_events: ['payment_failed'],
    })
    await page.getByText('Payment failed', { exact: true }).first().waitFor()

    await visit.press(page.getByRole('link', { name: 'Edit' }))
    await visit.type(url, '')
    await visit.press(visit.button('Save'))
    await visit.announced(/No events are sent now/)
    assert.equal((await webhooksOf(shop)).webhook_url, null)
    await page.getByText('No URL: nothing is sent').waitFor()
  })
  assert.deepEqual(typesAt(receiver), ['payment_succeeded'])
})

test('a rotated secret is shown once, and alone signs the next delivery', async () => {
  await using receiver = await startReceiver()
  await using shop = await openShop()
  await using _ = await runEventPipeline(shop)
  await setUrl(shop, receiver)
  await visited(shop, '/webhooks', async (visit) => {
    const { page } = visit
    await visit.press(visit.button('Rotate secret'))
    const hours = visit.field('Grace period in hours')
    await visit.type(hours, '73')
    await visit.dialog.getByText('Enter a whole number from 0 to 72').waitFor()
    assert.ok(await visit.confirm('Rotate the secret').isDisabled())
    await visit.type(hours, '0')
    await visit.press(visit.confirm('Rotate the secret'))
    const secret = (await page.getByTestId('secret').textContent()) ?? ''
    assert.notEqual(secret, shop.merchant.payment_response_hash_key)

    await visit.press(visit.button('I have stored it'))
    await visit.dialog.waitFor({ state: 'detached' })
    assert.ok(!(await page.content()).includes(secret))

    await pay(shop)
    await receiver.until(1)
    const [received] = receiver.received
    assert.ok(received)
    const signature = createHmac('sha512', secret).update(received.body).digest('hex')
    assert.equal(received.headers['x-webhook-signature-512'], signature)
  })
})

test('a test event reaches the receiver, and its page follows the delivery', async () => {
  await using receiver = await startReceiver()
  await using shop = await openShop()
  await using _ = await runEventPipeline(shop)
  await setUrl(shop, receiver)
  await visited(shop, '/webhooks', async (visit) => {
    const { page } = visit
    await visit.press(visit.button('Send a test event'))
    await visit.choose(visit.dialog.getByRole('combobox', { name: 'Event type' }), 'Refund failed')
    await visit.press(visit.confirm('Send refund_failed'))
    await visit.announced(/test event is on its way/)
    await page.waitForURL(/events\/evt_/)
    await receiver.until(1)
    assert.partialDeepStrictEqual(JSON.parse(receiver.received[0]?.body ?? ''), {
      event_type: 'refund_failed',
      is_test: true,
    })
    await page.getByText('Delivered', { exact: true }).waitFor()
    await visit.button(/Attempt 1/).waitFor()
  })
})

test('every attempt shows its request and its response, and a failed delivery is sent again', async () => {
  const replies: Reply[] = [
    { status: 500, body: 'The database is down.' },
    { status: 410, headers: { 'x-reason': 'moved' }, body: 'This address is gone.' },
  ]
  await using receiver = await startReceiver((_, nth) => replies[nth - 1] ?? { body: 'Thanks.' })
  await using shop = await openShop()
  await using _ = await runEventPipeline(shop, { retries_ms: [10] })
  await setUrl(shop, receiver)
  await pay(shop)
  const [event] = await delivered(shop, 1, 'stopped')
  await visited(shop, '/webhooks', async (visit) => {
    const { page } = visit
    await page.getByText('1 failed for good').waitFor()
    await visit.press(page.getByRole('row', { name: /Payment succeeded/ }))
    await page.waitForURL(`**/events/${event?.event_id}`)
    await page.getByText('answered 410 Gone, which stops the retries').waitFor()
    const shown = (name: string) => page.getByRole('region', { name }).filter({ visible: true })
    const second = shown('Attempt 2')
    await second.getByText('This address is gone.').waitFor()
    await second.getByText('x-reason').waitFor()
    await second.getByText(`POST ${receiver.url}`).waitFor()
    await second.getByText(receiver.received[1]?.headers['webhook-signature'] as string).waitFor()

    await visit.press(visit.button(/Attempt 1/))
    await shown('Attempt 1').getByText('The database is down.').waitFor()
    await shown('Attempt 1').getByText('HTTP 500').waitFor()

    await visit.press(visit.button('Send again'))
    await visit.press(visit.confirm('Send payment_succeeded'))
    await visit.announced(/event is queued/)
    await receiver.until(3)
    await page.getByText('Delivered', { exact: true }).waitFor()
    await visit.press(visit.button(/Attempt 3/))
    await shown('Attempt 3').getByText('Thanks.').waitFor()
  })
  const [after] = await delivered(shop, 1)
  assert.equal(after?.delivery?.attempts, 3)
  assert.equal(receiver.received[2]?.body, receiver.received[0]?.body)
})

test('all failed deliveries that match the filters are sent again, and no others', async () => {
  let isDown = true
  await using receiver = await startReceiver(() => ({ status: isDown ? 500 : 200 }))
  await using shop = await openShop()
  await using _ = await runEventPipeline(shop, { retries_ms: [] })
  await setUrl(shop, receiver)
  for (const payment_id of ['one', 'two']) await pay(shop, { payment_id })
  await pay(shop, { payment_id: 'held', capture_method: 'manual' })
  await delivered(shop, 3, 'exhausted')
  isDown = false
  await visited(shop, '/webhooks?event_type=payment_succeeded', async (visit) => {
    await visit.press(visit.button('Retry all failed'))
    await visit.dialog.getByText('2 events that match the filters').waitFor()
    await visit.press(visit.confirm('Send 2 events again'))
    await visit.dialog.getByText('2 of 2 events queued').waitFor()
    await visit.press(visit.confirm('Close').last())
    await receiver.until(5)
  })
  await eventually('both are delivered', async () => {
    const done = await eventsOf(shop, '?delivery_status=delivered')
    return done.length === 2 && done.every(({ event_type }) => event_type === 'payment_succeeded')
  })
  const failed = await eventsOf(shop, '?delivery_status=exhausted')
  assert.deepEqual(
    failed.map(({ object_id }) => object_id),
    ['held'],
  )
})

test('filters of the events are in the URL, and an event shows the body that was sent', async () => {
  await using receiver = await startReceiver()
  await using shop = await openShop()
  await using _ = await runEventPipeline(shop)
  await setUrl(shop, receiver)
  await pay(shop, { payment_id: 'held', capture_method: 'manual' })
  for (const payment_id of ['one', 'two']) await pay(shop, { payment_id })
  await delivered(shop, 3)
  await visited(shop, '/events', async (visit) => {
    const { page } = visit
    const rows = page.locator('tbody tr')
    const listed = (count: number) =>
      eventually(`${count} are listed`, async () => (await rows.count()) === count)
    const filter = async (title: string) => {
      await visit.press(visit.button('Add filter'))
      await visit.press(page.getByRole('menuitem', { name: title }))
    }
    await listed(3)
    await filter('Delivery')
    await visit.press(visit.confirm('Failed, no more retries'))
    await page.waitForURL(/delivery_status=exhausted/)
    await page.getByText('Nothing matches these filters').waitFor()
    await visit.press(visit.button('Remove the filter Delivery'))
    await listed(3)
    await filter('Type')
    await visit.type(visit.field('Search: Type'), 'payment succ')
    await visit.press(visit.confirm('Payment succeeded'))
    await page.waitForURL(/event_type=payment_succeeded/)
    await listed(2)
    await filter('Object')
    await visit.type(visit.field('Object'), 'two')
    await visit.press(visit.confirm('Apply'))
    await page.waitForURL(/object_id=two/)
    await listed(1)
    await page.reload()
    await listed(1)

    await visit.press(rows.first())
    await page.waitForURL(/events\/evt_/)
    await page.getByText('Delivered', { exact: true }).waitFor()
    await visit.press(visit.button('Copy').filter({ hasText: /^Copy$/ }))
    const sent = receiver.received.find(({ body }) => body.includes('"two"'))
    assert.deepEqual(JSON.parse(await visit.copied()), JSON.parse(sent?.body ?? ''))
    assert.deepEqual(
      JSON.parse((await page.getByLabel('Payload').textContent()) ?? ''),
      JSON.parse(sent?.body ?? ''),
    )
    await visit.press(page.getByRole('link', { name: 'two' }))
    await page.waitForURL(/payments\/two$/)
  })
})

test('a key may do just what was chosen, also after its name, scopes and expiry are changed', async () => {
  await using shop = await openShop()
  const keys = `/api_keys/${shop.merchant.merchant_id}`
  await visited(shop, '/api-keys', async (visit) => {
    const { page } = visit
    const scope = (name: string) => page.getByRole('checkbox', { name, exact: true })
    const name = page.getByRole('textbox', { name: /^Name/ })
    const networks = page.getByRole('textbox', { name: 'Addresses and networks' })
    await visit.press(page.getByRole('link', { name: 'Create key' }))
    await visit.type(name, 'Reports')
    await visit.press(scope('Read Payments'))
    await visit.press(scope('Read and write Webhooks'))
    assert.ok(await scope('Read and write Payments').isDisabled())
    await visit.type(networks, '127.0.0.0/99')
    await visit.press(visit.button('Create key'))
    await page.locator('textarea[aria-invalid="true"]').waitFor()
    assert.equal((await shop.get(`${keys}/list`)).body.length, 1)
    await visit.type(networks, '127.0.0.0/8')
    await visit.press(visit.button('Create key'))
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
    await visit.date(page.getByLabel('Last day'), '2040-12-31')
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
  await pay(shop, { payment_id: 'held', capture_method: 'manual' })
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
  await using receiver = await startReceiver()
  await using shop = await openShop()
  await using _ = await runEventPipeline(shop)
  await setUrl(shop, receiver)
  await pay(shop)
  const [event] = await delivered(shop, 1)
  const { merchant_id, profile_id } = shop.merchant
  const made = await shop.post(`/api_keys/${merchant_id}`, {
    name: 'Old',
    scopes: ['refunds:read'],
  })
  const key = `/api-keys/${made.body.key_id}`
  const pages = {
    '/webhooks': 'Delivering',
    [`/events/${event?.event_id}`]: 'Payload',
    '/api-keys': 'Old',
    [key]: 'Reads refunds.',
    '/test-cards': 'Sandbox clock',
    [`/webhooks/${profile_id}`]: 'Your role does not include this',
    '/api-keys/new': 'Your role does not include this',
    [`${key}/edit`]: 'Your role does not include this',
  }
  const actions =
    /^(Set the URL|Edit|Rotate secret|Send|Retry all failed|Create key|Revoke|Save|Move forward)/
  const look = async (role: string) => {
    await using visit = await visitAs(browser, shop, role)
    const offered: string[] = []
    for (const [path, text] of Object.entries(pages)) {
      await visit.open(path)
      await visit.page.locator('main').getByText(text).first().waitFor()
      const found = visit.page.locator('main a, main button').filter({ hasText: actions })
      offered.push(...(await found.allTextContents()))
    }
    assert.deepEqual(visit.faults, [])
    return offered
  }
  assert.deepEqual(await look('merchant_view_only'), [])
})
