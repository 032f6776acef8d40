// Webhooks and events in the browser: every action, checked through the API and at a real receiver.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { type Receiver, type Reply, startReceiver } from '#testing/receiver.ts'
import { offered, openBrowser, type Visit, workAs } from './dashboard.ts'

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
    await visit.press(visit.button('Clear'))
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

test('a type that is left out of all types is not sent', async () => {
  await using receiver = await startReceiver()
  await using shop = await openShop()
  await using _ = await runEventPipeline(shop)
  await setUrl(shop, receiver)
  await visited(shop, '/webhooks', async (visit) => {
    const { page } = visit
    const wanted = { created: true, succeeded: false, failed: false }
    for (const [type, isSent] of Object.entries(wanted)) {
      const box = page.getByRole('checkbox', { name: `Payment ${type}`, exact: true })
      await visit.press(page.getByRole('link', { name: 'Edit' }))
      await visit.press(box)
      assert.equal(await box.isChecked(), isSent)
      await visit.press(visit.button('Save'))
      await page.waitForURL(/webhooks$/)
      const { enabled_events, [`payment_${type}_enabled`]: isOn } = await webhooksOf(shop)
      assert.deepEqual([enabled_events, isOn], [[], isSent])
    }
  })
  await pay(shop)
  await pay(shop, { payment_id: 'held', capture_method: 'manual' })
  await eventually('each event is delivered or skipped', async () => {
    const events = await eventsOf(shop)
    const outcomes = events.map(({ event_type, delivery }) => `${event_type}: ${delivery?.status}`)
    return outcomes.join() === 'payment_authorized: delivered,payment_succeeded: skipped'
  })
  assert.deepEqual(typesAt(receiver), ['payment_authorized'])
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
    await visit.press(page.getByRole('row', { name: /Payment succeeded/ }).getByRole('link'))
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

    await visit.press(rows.first().getByRole('link'))
    await page.waitForURL(/events\/evt_/)
    await page.getByText('Delivered', { exact: true }).waitFor()
    await visit.press(visit.button('Copy').filter({ hasText: /^Copy$/ }))
    const sent = receiver.received.find(({ body }) => body.includes('"two"'))
    assert.deepEqual(JSON.parse(await visit.copied()), JSON.parse(sent?.body ?? ''))
    assert.deepEqual(
      JSON.parse((await page.locator('pre[aria-label="Payload"]').textContent()) ?? ''),
      JSON.parse(sent?.body ?? ''),
    )
    await visit.press(page.getByRole('link', { name: 'two' }))
    await page.waitForURL(/payments\/two$/)
  })
})

test('a role that may only read sees every delivery and is offered no action', async () => {
  await using receiver = await startReceiver()
  await using shop = await openShop()
  await using _ = await runEventPipeline(shop)
  await setUrl(shop, receiver)
  await pay(shop)
  const [event] = await delivered(shop, 1)
  const pages = {
    '/webhooks': 'Delivering',
    [`/events/${event?.event_id}`]: 'HTTP 200',
    [`/webhooks/${shop.merchant.profile_id}`]: 'Your role does not include this',
  }
  const actions = /^(Set the URL|Edit|Rotate secret|Send|Retry all failed|Save)/
  const role = 'merchant_view_only'
  assert.deepEqual(await offered({ browser, shop, role }, pages, actions), [])
})
