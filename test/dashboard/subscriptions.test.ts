// Subscriptions and invoices in the browser: every action, and what it costs, checked through the API.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import type { Download } from 'playwright-core'
import { testBank } from '#testing/bank.ts'
import type { Answer } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { runSweeps } from '#testing/sweeps.ts'
import {
  arrange,
  createPrice,
  DECLINED_LATER,
  pathOf,
  return_url,
  subscribed,
  withProfile,
} from '../support/subscribing.ts'
import { daysAhead, openStage, shownLines, type Visit, workAs } from './dashboard.ts'

const { browser, shop } = await openStage(harness({ env: (await testBank()).env }))
const api = withProfile(shop)

before(async () => {
  const coupon = { coupon_code: 'QUARTER', percent_off: 25, duration: 'once' }
  await made('/subscriptions/coupons', coupon)
})

async function made(path: string, body: object) {
  const answer = await api.post(path, body)
  assert.ok(answer.status < 300, `${path} ${answer.text}`)
  return answer.body
}

function visited(
  path: string,
  work: (visit: Visit) => Promise<void>,
  role = 'merchant_operator',
): Promise<void> {
  return workAs({ browser, shop, role }, path, work)
}

const read = async (subscription: Answer) => (await api.get(pathOf(subscription))).body

/** Newest first. */
async function invoicesOf(subscription: Answer) {
  return (await api.get(`${pathOf(subscription)}/invoices`)).body.data
}

async function creditOf({ body: { customer_id } }: Answer): Promise<number> {
  const { balances } = (await api.get(`/customers/${customer_id}/credit`)).body
  return balances[0]?.amount ?? 0
}

test('a subscription costs what the estimate said, with its coupon and the credit of the customer', async () => {
  const before = await subscribed(api, { amount: 300 })
  const { customer_id } = before.body
  await made(`/customers/${customer_id}`, { name: 'Ada King' })
  await made(`${pathOf(before)}/cancel`, { cancel_option: 'immediately', credit_option: 'full' })
  const { plan_id } = await createPrice(api)
  await made(`/subscriptions/plans/${plan_id}`, { name: 'Magazine' })
  await visited('/subscriptions', async (visit) => {
    const { page } = visit
    const choice = (name: string) =>
      page.getByRole('combobox', { name: new RegExp(`^${name}( \\(optional\\))?$`) })
    await visit.press(page.getByRole('link', { name: 'New subscription' }))
    await visit.press(visit.button('Create and charge'))
    await page.getByText('Choose who subscribes.').waitFor()
    await visit.choose(choice('Customer'), /Ada King/)
    await visit.choose(choice('Plan and price'), /^Magazine: €10.00 every month/)
    await visit.choose(choice('Coupon'), 'QUARTER')
    await visit.type(page.getByLabel('Your reference'), 'contract-1')
    await visit.choose(choice('Saved method'), /4242/)
    await visit.type(page.getByLabel('Return URL'), return_url)
    const estimate = visit.card('First invoice')
    await estimate.getByText('Customer credit').waitFor()
    assert.deepEqual(await shownLines(estimate), [
      'Magazine: €10.00',
      'Coupon QUARTER: -€2.50',
      'Customer credit: -€3.00',
      'Charged now: €4.50',
    ])
    await visit.press(visit.button('Create and charge'))
    await visit.announced(/subscription is active, and the first invoice is paid/)
    await page.waitForURL(/subscriptions\/sub_/)
    const subscription = await api.get(new URL(page.url()).pathname.replace('/dashboard', ''))
    assert.equal(subscription.body.merchant_reference_id, 'contract-1')
    const [invoice] = await invoicesOf(subscription)
    assert.deepEqual([invoice.amount, invoice.credit_applied], [450, 300])
    assert.equal(invoice.status, 'invoice_paid')
  })
})

test('a subscription that is confirmed later charges nothing, and can only be cancelled now', async () => {
  const { item_price_id } = await createPrice(api)
  await made('/customers', { customer_id: 'grace', name: 'Grace Hopper' })
  await visited(
    `/subscriptions/new?customer_id=grace&item_price_id=${item_price_id}`,
    async (visit) => {
      const { page } = visit
      await visit.press(page.getByRole('radio', { name: 'Confirm it later' }))
      await visit.type(page.getByLabel('Return URL'), return_url)
      await visit.press(visit.button('Create, confirm later'))
      await visit.announced(/Your site confirms it/)
      await page.waitForURL(/subscriptions\/sub_/)
      const path = new URL(page.url()).pathname.replace('/dashboard', '')
      assert.equal((await api.get(path)).body.status, 'created')

      await visit.press(visit.button('Cancel'))
      assert.equal(await visit.dialog.getByRole('radio').count(), 1)
      await visit.press(visit.confirm(/^Cancel €10.00 every month now/))
      await visit.announced(/subscription is cancelled/)
      assert.equal((await api.get(path)).body.status, 'cancelled')
    },
  )
})

test('a subscription is paused and resumed in its paid period without a charge', async () => {
  const subscription = await subscribed(api)
  await visited(pathOf(subscription), async (visit) => {
    await visit.press(visit.button('Pause'))
    await visit.press(visit.confirm('Pause now'))
    await visit.announced(/subscription is paused/)
    assert.equal((await read(subscription)).status, 'paused')

    await visit.press(visit.button('Resume'))
    await visit.dialog.getByText(/nothing is charged now/).waitFor()
    await visit.press(visit.confirm('Resume'))
    await visit.announced(/subscription is resumed/)
  })
  assert.equal((await read(subscription)).status, 'active')
  assert.equal((await invoicesOf(subscription)).length, 1)
})

test('pauses and resumptions are scheduled', async () => {
  const subscription = await subscribed(api)
  const pause = daysAhead(10)
  const resume = daysAhead(70)
  await visited(pathOf(subscription), async (visit) => {
    const { dialog } = visit
    await visit.press(visit.button('Pause'))
    await visit.press(dialog.getByRole('radio', { name: /^When the period ends/ }))
    await visit.press(visit.confirm('Schedule the pause'))
    await visit.announced(/pause is scheduled/)
    const { pause_at, period_end } = await read(subscription)
    assert.equal(pause_at, period_end)

    await visit.press(visit.button('Pause'))
    await visit.press(dialog.getByRole('radio', { name: 'At a day and time' }))
    assert.ok(await visit.confirm('Schedule the pause').isDisabled())
    await visit.typeMoment(visit.field('Day and time'), pause)
    await visit.press(visit.confirm('Schedule the pause'))
    await visit.dialog.waitFor({ state: 'detached' })
    assert.equal((await read(subscription)).pause_at, pause.toISOString())

    await made(`${pathOf(subscription)}/pause`, { pause_option: 'immediately' })
    await visit.page.reload()
    await visit.press(visit.button('Resume'))
    await visit.press(dialog.getByRole('radio', { name: 'At a day and time' }))
    await visit.typeMoment(visit.field('Day and time'), resume)
    await visit.press(visit.confirm('Schedule it'))
    await visit.announced(/resumption is scheduled/)
  })
  const { status, resume_at } = await read(subscription)
  assert.deepEqual([status, resume_at], ['paused', resume.toISOString()])
})

const whole = 'Credit for the whole period'
for (const [name, radios, expected] of [
  ['now, without credit', ['Now'], { status: 'cancelled', credit: 0 }],
  ['now, with credit for the whole period', ['Now', whole], { status: 'cancelled', credit: 1_000 }],
  ['when the period ends', [/^When the period ends/], { status: 'onetime', credit: 0 }],
] as const) {
  test(`a subscription is cancelled ${name}`, async () => {
    const subscription = await subscribed(api)
    await visited(pathOf(subscription), async (visit) => {
      await visit.press(visit.button('Cancel'))
      for (const radio of radios)
        await visit.press(visit.dialog.getByRole('radio', { name: radio }))
      await visit.type(visit.field('Reason'), 'Moved away')
      await visit.press(visit.confirm(/^Cancel €10.00 every month/))
      await visit.announced(
        expected.status === 'onetime' ? /ends with this period/ : /is cancelled/,
      )
    })
    const { status, cancel_reason } = await read(subscription)
    assert.deepEqual([status, cancel_reason], [expected.status, 'Moved away'])
    assert.equal(await creditOf(subscription), expected.credit)
  })
}

test('a cancellation is scheduled for a day, and says that the subscription is billed until then', async () => {
  const subscription = await subscribed(api)
  const at = daysAhead(100)
  await visited(pathOf(subscription), async (visit) => {
    const { dialog } = visit
    await visit.press(visit.button('Cancel'))
    await visit.press(dialog.getByRole('radio', { name: 'At a day and time' }))
    await visit.typeMoment(visit.field('Day and time'), at)
    await visit.press(dialog.getByRole('radio', { name: 'Credit for the unused time' }))
    await dialog.getByText('Until then it is renewed and charged').waitFor()
    await visit.press(visit.confirm(/^Cancel €10.00 every month/))
    await visit.announced(/cancellation is scheduled/)
  })
  const { status, cancel_at } = await read(subscription)
  assert.deepEqual([status, cancel_at], ['active', at.toISOString()])
})

test('the address at which the customer must act is copied', async () => {
  const subscription = await arrange(shop, api, 'pending')
  const url = subscription.body.payment.next_action.redirect_to_url
  await visited(pathOf(subscription), async (visit) => {
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await visit.press(visit.button(url))
    await visit.button('Copied').waitFor()
    assert.equal(await visit.page.evaluate('navigator.clipboard.readText()'), url)
  })
})

test('an invoice opens as a page for the customer and as a PDF', async () => {
  const subscription = await subscribed(api)
  await runSweeps(shop)
  const [{ number, id }] = await invoicesOf(subscription)
  await visited(pathOf(subscription), async (visit) => {
    const { page, context } = visit
    await visit.press(page.getByRole('link', { name: number, exact: true }))
    await page.waitForURL(new RegExp(`/invoices/${id}$`))
    assert.deepEqual(await shownLines(visit.card('Lines')), [
      `${(await invoicesOf(subscription))[0].line_items[0].description}: €10.00`,
      'Paid: €10.00',
    ])
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      visit.press(page.getByRole('link', { name: 'Page for the customer' })),
    ])
    await opened.getByText(number).first().waitFor()
    await opened.close()

    const pdf = page.getByRole('link', { name: 'PDF', exact: true })
    const [download] = await Promise.all([downloadOf(visit), visit.press(pdf)])
    assert.equal(download.suggestedFilename(), `${number}.pdf`)
    const bytes = await readFile(await download.path())
    assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')

    await visit.press(visit.button('JSON'))
    await visit.dialog.getByText(`"number": "${number}"`).waitFor()
  })
})

/** A file that is opened in a tab of its own, which the browser closes again. */
function downloadOf({ context, page }: Visit): Promise<Download> {
  return new Promise((resolve) => {
    page.once('download', resolve)
    context.once('page', (opened) => opened.once('download', resolve))
  })
}

test('a subscription whose paid period has ended in the pause is charged when it is resumed', async () => {
  const subscription = await arrange(shop, api, 'paused')
  await made('/sandbox/clock', { advance: '40d' })
  await visited(pathOf(subscription), async (visit) => {
    await visit.press(visit.button('Cancel'))
    await visit.dialog.getByText(/nothing is credited/).waitFor()
    await visit.press(visit.confirm('Close').last())
    await visit.press(visit.button('Resume'))
    await visit.dialog.getByText(/A new one begins at once, and €10.00 is charged/).waitFor()
    await visit.press(visit.confirm('Resume and charge €10.00'))
    await visit.announced(/subscription is resumed/)
  })
  assert.equal((await read(subscription)).status, 'active')
  const [invoice] = await invoicesOf(subscription)
  assert.deepEqual([invoice.amount, invoice.status], [1_000, 'invoice_paid'])
})

for (const [name, label, says, done, outcome] of [
  [
    'without its open invoice, which is voided',
    'Void it and go on without it',
    'The open invoice of €10.00 is voided. Nothing is charged for the current period',
    /is resumed\.$/,
    ['active', 'voided', 2],
  ],
  [
    'and its open invoice is collected',
    'Collect it now',
    'The open invoice of €10.00 is charged again',
    /€10.00 was declined/,
    ['unpaid', 'payment_failed', 3],
  ],
] as const) {
  test(`an unpaid subscription is paused, and resumed ${name}`, async () => {
    const subscription = await subscribed(api, {}, { card: DECLINED_LATER })
    await passFirstRetry(subscription)
    const [open] = await invoicesOf(subscription)
    await visited(pathOf(subscription), async (visit) => {
      await visit.page.getByText('€10.00 could not be collected').waitFor()
      await visit.press(visit.button('Pause'))
      await visit.dialog.getByText(/open invoice is not collected meanwhile/).waitFor()
      await visit.press(visit.confirm('Pause now'))
      await visit.announced(/subscription is paused/)
      await visit.press(visit.button('Resume'))
      await visit.press(visit.dialog.getByRole('radio', { name: label }))
      await visit.dialog.getByText(says).waitFor()
      await visit.press(visit.confirm(/^Resume/))
      await visit.announced(done)
    })
    const { status } = await read(subscription)
    const { status: invoiced, attempt_count } = (await api.get(`/invoices/${open.id}`)).body
    assert.deepEqual([status, invoiced, attempt_count], outcome)
  })
}

/** The renewal is retried after one and three days; a month has 28 to 31. */
async function passFirstRetry(subscription: Parameters<typeof read>[0]) {
  const { now } = (await api.get('/sandbox/clock')).body
  const wait_ms = Date.parse((await read(subscription)).period_end) - Date.parse(now)
  await made('/sandbox/clock', { advance: `${Math.ceil(wait_ms / 1_000) + 2 * 86_400}s` })
}

test('an open invoice and a new period are charged together when a subscription is resumed after its period', async () => {
  const subscription = await subscribed(api, {}, { card: DECLINED_LATER })
  await passFirstRetry(subscription)
  await made(`${pathOf(subscription)}/pause`, { pause_option: 'immediately' })
  await made('/sandbox/clock', { advance: '40d' })
  await replaceCard(subscription)
  await visited(pathOf(subscription), async (visit) => {
    await visit.press(visit.button('Resume'))
    await visit.dialog.getByText(/A new one begins at once, and €10.00 is charged/).waitFor()
    await visit.press(visit.dialog.getByRole('radio', { name: 'Collect it now' }))
    await visit.dialog.getByText(/The open invoice of €10.00 is charged first/).waitFor()
    await visit.press(visit.confirm('Resume and charge €20.00'))
    await visit.announced(/subscription is resumed/)
  })
  assert.equal((await read(subscription)).status, 'active')
  const paid = (await invoicesOf(subscription)).map(({ status }: { status: string }) => status)
  assert.deepEqual(paid, Array(3).fill('invoice_paid'))
})

/** The customer saves a card that works, and the old one is deleted. */
async function replaceCard(subscription: Answer): Promise<void> {
  const { customer_id, payment_method_id } = await read(subscription)
  const card = paymentBody({ customer_id, setup_future_usage: 'off_session' })
  const saved = await made('/payments', card)
  await made(`/customers/${customer_id}`, { default_payment_method_id: saved.payment_method_id })
  assert.equal((await api.delete(`/payment_methods/${payment_method_id}`)).status, 200)
}

test('invoices that do not fit on a page are shown on demand', async () => {
  const subscription = await subscribed(api, { interval: 'day' })
  for (let n = 0; n < 2; n++) await made('/sandbox/clock', { advance: '15d' })
  const invoices = (await api.get(`${pathOf(subscription)}/invoices?limit=100`)).body.data
  assert.ok(invoices.length > 25)
  await visited(pathOf(subscription), async (visit) => {
    const rows = visit.card('Invoices').getByRole('row')
    await visit.press(visit.button('Show older invoices'))
    await rows.nth(invoices.length).waitFor()
    assert.equal(await rows.count(), 1 + invoices.length)
  })
})
