// Frequent tasks from Home to their end, by mouse. Typing is free, also in a field that has the focus already.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { testBank } from '#testing/bank.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { eventually } from '#testing/eventually.ts'
import { harness } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { startReceiver } from '#testing/receiver.ts'
import { indexNow } from '#testing/search.ts'
import { createPrice, subscribed, withProfile } from '../support/subscribing.ts'
import { openStage, type Visit, workAs } from './dashboard.ts'

const { browser, shop } = await openStage(harness({ env: (await testBank()).env }))
const merchant = `/account/${shop.merchant.merchant_id}`

const TOVE = { email: 'tove.jansson@example.com', name: 'Tove Jansson' }
const DECLINED = '4000000000009995'

async function pay(more: object = {}, card = '4242424242424242'): Promise<string> {
  const body = paymentBody({ amount: 17_100, currency: 'EUR', ...withCard(card), ...more })
  return (await shop.post('/payments', body)).body.payment_id
}

interface Task {
  readonly visit: Visit
  /** A click of the mouse, which counts. */
  click: (target: Locator) => Promise<void>
  /** A link of the navigation. */
  go: (name: string) => Promise<void>
  row: (text: string | RegExp) => Locator
}

/** Counts every press of the mouse in the browser, wherever it comes from. */
async function count(role: string, work: (task: Task) => Promise<void>): Promise<number> {
  let clicks = 0
  await workAs({ browser, shop, role }, '/', async (visit) => {
    const { page } = visit
    await page.exposeFunction('countClick', () => void (clicks += 1))
    await page.addInitScript(`addEventListener('pointerdown', () => countClick(), true)`)
    await visit.open('/')
    await visit.settled()
    const click = (target: Locator) => target.first().click()
    await work({
      visit,
      click,
      go: (name) =>
        click(page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) })),
      row: (text) => page.locator('main').getByRole('row').filter({ hasText: text }),
    })
  })
  return clicks
}

function assertAtMost(most: number, clicks: number): void {
  assert.ok(clicks > 0, 'no click was counted')
  assert.ok(clicks <= most, `${clicks} clicks, and ${most} are wanted`)
}

test('a refund takes 4 clicks', async () => {
  const payment_id = await pay({ email: 'refund@example.com' })
  const clicks = await count('merchant_operator', async ({ visit, click, go, row }) => {
    await go('Payments')
    await click(row('refund@example.com'))
    await click(visit.button('Refund'))
    await click(visit.confirm(/^Refund €171.00/))
    await visit.announced(/refund of €171.00/)
  })
  assert.equal((await shop.get(`/refunds/list?payment_id=${payment_id}`)).body.count, 1)
  assertAtMost(4, clicks)
})

test('a dispute is 1 click away from its answer', async () => {
  const payment_id = await pay({}, '4000000000000259')
  const isOpen = async () =>
    (await shop.get(`/disputes/list?payment_id=${payment_id}`)).body.count === 1
  await eventually('the payment is disputed', isOpen)
  const clicks = await count('merchant_operator', async ({ visit, click }) => {
    await click(visit.card('Needs attention').getByRole('link', { name: /^\w+: Dispute/ }))
    await visit.page.getByRole('heading', { name: 'Evidence' }).first().waitFor()
    await visit.page.getByRole('textbox').first().waitFor()
  })
  assertAtMost(1, clicks)
})

for (const [what, text] of [
  ['its amount', '171.23'],
  ['the last four digits', '5556'],
  ['a part of an e-mail address', 'jansson'],
] as const) {
  test(`a payment is found by ${what} in 2 clicks`, async () => {
    await pay({ ...TOVE, amount: 17_123 }, '4000056655665556')
    await indexNow(shop.services)
    const clicks = await count('merchant_operator', async ({ visit: { page }, click }) => {
      await click(page.getByRole('button', { name: /^Find/ }))
      await page.getByRole('combobox', { name: 'Find' }).fill(text)
      const group = page.getByRole('group', { name: 'Payments', exact: true })
      await click(group.getByRole('option').filter({ hasText: '€171.23' }))
      await page.waitForURL(/\/payments\/pay_/)
    })
    assertAtMost(2, clicks)
  })
}

test('an export of the payments of a month takes 3 clicks', async () => {
  await pay({ email: 'export@example.com' })
  const clicks = await count('merchant_operator', async ({ visit: { page }, click, go }) => {
    await go('Payments')
    await click(page.getByRole('button', { name: 'Export', exact: true }))
    const download = page.waitForEvent('download')
    await click(page.getByRole('menuitem', { name: 'This month' }))
    const file = await readFile(await (await download).path(), 'utf8')
    assert.match(file, /export@example\.com/)
  })
  assertAtMost(3, clicks)
})

test('the reason of a failure and the text for the customer are 2 clicks away', async () => {
  await pay({ email: 'declined@example.com' }, DECLINED)
  const clicks = await count('merchant_operator', async ({ visit, click, go, row }) => {
    await go('Payments')
    await click(row('declined@example.com'))
    await visit.page.getByText('Insufficient funds').first().waitFor()
    await visit.button(/^Copy/).first().waitFor()
  })
  assertAtMost(2, clicks)
})

test('an invitation takes 5 clicks', async () => {
  const email = 'grace@example.com'
  const clicks = await count('merchant_admin', async ({ visit, click, go }) => {
    await go('Team')
    await click(visit.page.getByRole('link', { name: /Invite/ }).or(visit.button(/Invite/)))
    await visit.field('E-mail address').fill(email)
    await click(visit.dialog.getByRole('combobox', { name: 'Role' }))
    await click(visit.page.getByRole('option', { name: 'View only' }))
    await click(visit.confirm(/^(Send the invitation|Make the link)$/))
    await visit.page.getByText(email).first().waitFor()
  })
  assertAtMost(5, clicks)
})

test('rolling a key takes 3 clicks', async () => {
  const scopes = ['payments:read']
  const key = { name: 'Nightly reports', scopes }
  const keys = `/api_keys/${shop.merchant.merchant_id}`
  assert.equal((await shop.post(keys, key)).status, 201)
  const clicks = await count('merchant_admin', async ({ visit, click, go }) => {
    await go('API keys')
    await click(visit.page.getByRole('link', { name: 'Roll Nightly reports' }))
    await click(visit.confirm('Roll the key'))
    await visit.page.getByTestId('secret').waitFor()
  })
  const { body } = await shop.get(`${keys}/list`)
  const rolled = body.filter(({ name }: { name: string }) => name === key.name)
  assert.equal(rolled.length, 2)
  assertAtMost(3, clicks)
})

test('resending a failed webhook takes 4 clicks', async () => {
  await using receiver = await startReceiver((_, nth) => ({ status: nth === 1 ? 410 : 200 }))
  await using _ = await runEventPipeline(shop, { retries_ms: [] })
  const profile = `${merchant}/business_profile/${shop.merchant.profile_id}`
  const set = (url: string | null) =>
    shop.post(profile, {
      webhook_details: { webhook_url: url, enabled_events: ['payment_failed'] },
    })
  assert.equal((await set(receiver.url)).status, 200)
  const payment_id = await pay({}, DECLINED)
  const events = `/events/${shop.merchant.merchant_id}?object_id=${payment_id}`
  const isStopped = async () =>
    (await shop.get(events)).body.data[0]?.delivery?.status === 'stopped'
  await eventually('the delivery has failed', isStopped)
  const clicks = await count('merchant_developer', async ({ visit, click, go, row }) => {
    await go('Webhooks')
    await click(row('Payment failed'))
    await click(visit.button('Send again'))
    await click(visit.confirm('Send payment_failed'))
    await visit.announced(/event is queued/)
  })
  await receiver.until(2)
  assertAtMost(4, clicks)
  await set(null)
})

test('a payment link takes 4 clicks', async () => {
  const clicks = await count('merchant_operator', async ({ visit, click, go }) => {
    await go('Payment links')
    await click(visit.page.getByRole('link', { name: /New link/ }))
    await visit.page.getByLabel('Amount to collect').fill('25')
    await click(visit.button('Create the link'))
    await visit.page.waitForURL(/payment-links\/plink_/)
  })
  assertAtMost(4, clicks)
})

test('a change of plan takes 5 clicks, a pause 4', async () => {
  const client = withProfile(shop)
  await subscribed(client)
  await createPrice(client, { amount: 3_100, interval: 'month' })
  const changing = await count('merchant_operator', async ({ visit, click, go, row }) => {
    await go('Subscriptions')
    await click(row('Active'))
    await click(visit.button('Change plan'))
    await click(visit.page.getByRole('option', { name: /€31.00 every month/ }))
    await click(visit.confirm(/^Change to €31.00/))
    await visit.announced(/plan is changed/)
  })
  assertAtMost(5, changing)

  const pausing = await count('merchant_operator', async ({ visit, click, go, row }) => {
    await go('Subscriptions')
    await click(row('Active'))
    await click(visit.button('Pause'))
    await click(visit.confirm('Pause now'))
    await visit.announced(/subscription is paused/)
  })
  assertAtMost(4, pausing)
})
