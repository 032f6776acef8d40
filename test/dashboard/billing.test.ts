// Plans and coupons in the browser: every action, checked through the API. And what a role that may only read is offered,
// there and on the pages of subscriptions, invoices and payment links.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Locator } from 'playwright-core'
import { testBank } from '#testing/bank.ts'
import { eventually } from '#testing/eventually.ts'
import { harness } from '#testing/harness.ts'
import { createLink } from '#testing/payment_link.ts'
import { partlyPaid, pathOf, subscribed, withProfile } from '../support/subscribing.ts'
import { daysAhead, openStage, type Visit, visitAs, workAs } from './dashboard.ts'

const { browser, shop } = await openStage(harness({ env: (await testBank()).env }))
const api = withProfile(shop)

function visited(path: string, work: (visit: Visit) => Promise<void>): Promise<void> {
  return workAs({ browser, shop, role: 'merchant_operator' }, path, work)
}

async function made(path: string, body: object) {
  const answer = await api.post(path, body)
  assert.ok(answer.status < 300, `${path} ${answer.text}`)
  return answer.body
}

test('a plan is created after faults in its fields, gets a text and another price, and is deleted unused', async () => {
  const read = () => api.get('/subscriptions/plans/magazine')
  await visited('/plans', async (visit) => {
    const unit = visit.dialog.getByRole('combobox', { name: 'Unit' })
    await visit.press(visit.button('New plan'))
    await visit.press(visit.confirm('Create the plan'))
    await visit.dialog.getByText('Enter a name.').waitFor()
    await visit.dialog.getByText('Enter an amount such as 9.00.').waitFor()
    await visit.type(visit.field('Name'), 'Magazine')
    await visit.type(visit.field(/^Your own id/), 'magazine')
    await visit.type(visit.field('Price per period'), '9.00')
    await visit.type(visit.field('Trial'), '2')
    await visit.choose(unit.nth(1), 'Weeks')
    await visit.press(visit.confirm('Add a price'))
    await visit.press(visit.confirm('Remove this price').nth(1))
    await visit.press(visit.confirm('Create the plan'))
    await visit.announced(/Magazine can be subscribed to/)
    const { prices } = (await read()).body
    assert.deepEqual(prices.map(termsOf), [[900, 'EUR', 1, 'month', 2, 'week', null]])

    await visit.press(visit.button('Edit Magazine'))
    await visit.type(visit.field('Description'), 'On paper')
    await visit.press(visit.confirm('Add a price'))
    await visit.type(visit.field('Price per period'), '90')
    await visit.choose(visit.dialog.getByRole('combobox', { name: 'Currency' }), 'CHF')
    await visit.choose(unit.first(), 'Years')
    await visit.type(visit.field('Ends after this many periods'), '3')
    await visit.type(visit.field('Your own price id'), 'magazine-three-years')
    await visit.press(visit.confirm('Save the plan'))
    await visit.announced(/Magazine is saved/)
    const { body } = await read()
    assert.equal(body.description, 'On paper')
    assert.deepEqual(termsOf(body.prices[1]), [9_000, 'CHF', 1, 'year', null, null, 3])
    assert.equal(body.prices[1].item_price_id, 'magazine-three-years')
    await visit.card('Magazine').getByRole('cell', { name: 'Every year' }).waitFor()

    await visit.press(visit.button('Archive Magazine'))
    await visit.press(visit.confirm('Archive the plan'))
    await visit.announced(/Magazine was deleted/)
  })
  assert.equal((await read()).status, 404)
})

function termsOf(price: Readonly<Record<string, unknown>>): unknown[] {
  const { amount, currency, interval_count, interval, trial_period, trial_period_unit, cycles } =
    price
  return [amount, currency, interval_count, interval, trial_period, trial_period_unit, cycles]
}

test('a plan with a subscription is archived, is found among the archived ones, and leads to its subscriptions', async () => {
  const subscription = await subscribed(api)
  const { plan_id, id } = subscription.body
  const { name } = (await api.get(`/subscriptions/plans/${plan_id}`)).body
  await visited('/plans', async (visit) => {
    const { page } = visit
    await visit.press(visit.button(`Archive ${name}`))
    await visit.press(visit.confirm('Archive the plan'))
    await visit.announced(/is archived. Its subscriptions continue/)
    assert.equal((await api.get(`/subscriptions/plans/${plan_id}`)).body.status, 'archived')
    await visit.card(name).waitFor({ state: 'detached' })

    await visit.press(page.getByRole('radio', { name: 'Archived' }))
    const price = visit.card(name).getByRole('row', { name: /Every month/ })
    await price.getByRole('cell', { name: '1', exact: true }).waitFor()
    await visit.press(visit.card(name).getByRole('link', { name: 'Subscriptions to this plan' }))
    await visit.press(page.getByRole('row', { name: /ada@example.com/ }).getByRole('link'))
    await page.waitForURL(new RegExp(`/subscriptions/${id}$`))
  })
  assert.equal((await api.get(pathOf(subscription))).body.status, 'active')
})

test('plans that do not fit on a page are shown on demand', async () => {
  const prices = [{ amount: 100, currency: 'EUR', interval: 'month' }]
  for (let n = 1; n <= 26; n++) await made('/subscriptions/plans', { name: `Shelf ${n}`, prices })
  await visited('/plans', async (visit) => {
    await visit.press(visit.button('Show older plans'))
    await visit.card('Shelf 1').waitFor()
  })
})

test('a coupon in percent is created after a fault, and its page is opened from the list', async () => {
  const path = '/subscriptions/coupons/SPRING'
  await visited('/coupons', async (visit) => {
    const { page } = visit
    await visit.press(visit.button('New coupon'))
    await visit.press(visit.confirm('Create the coupon'))
    await visit.dialog.getByText('Enter a whole number from 1 to 100.').waitFor()
    await visit.type(visit.field('Code'), 'SPRING')
    await visit.type(visit.field('Percent off'), '101')
    await visit.press(visit.confirm('Create the coupon'))
    await visit.dialog.getByText(/at most 100|<= 100|1 to 100/).waitFor()
    assert.equal((await api.get(path)).status, 404)
    await visit.type(visit.field('Percent off'), '20')
    await visit.press(visit.confirm('Create the coupon'))
    await visit.announced(/coupon SPRING can be used/)
    const { percent_off, duration, max_redemptions, redeem_by } = (await api.get(path)).body
    assert.deepEqual([percent_off, duration, max_redemptions, redeem_by], [20, 'once', null, null])

    await visit.press(page.getByRole('link', { name: 'SPRING' }))
    await page.waitForURL(/coupons\/SPRING$/)
    await page.getByRole('heading', { name: '20% off' }).waitFor()
    await visit.press(visit.button('JSON'))
    await visit.dialog.getByText('"percent_off": 20').waitFor()
  })
})

test('a coupon over an amount has its periods, its limit and its end', async () => {
  const until = daysAhead(30)
  await visited('/coupons', async (visit) => {
    const { dialog } = visit
    await visit.press(visit.button('New coupon'))
    await visit.type(visit.field('Code'), 'FIVE')
    await visit.press(dialog.getByRole('radio', { name: 'Amount' }))
    await visit.type(visit.field('Amount off'), '5.00')
    await visit.choose(dialog.getByRole('combobox', { name: 'Currency' }), 'GBP')
    await visit.choose(dialog.getByRole('combobox', { name: 'It is taken off' }), /few periods/)
    await visit.type(visit.field('How many periods'), '3')
    await visit.type(visit.field('At most this many subscriptions'), '100')
    await visit.typeMoment(dialog.getByLabel('Can be used until'), until)
    await visit.press(visit.confirm('Create the coupon'))
    await visit.announced(/coupon FIVE can be used/)
  })
  const { body } = await api.get('/subscriptions/coupons/FIVE')
  assert.deepEqual([body.amount_off, body.currency], [500, 'GBP'])
  assert.deepEqual([body.duration, body.duration_in_cycles], ['repeating', 3])
  assert.deepEqual([body.max_redemptions, body.redeem_by], [100, until.toISOString()])
})

test('a coupon whose code has leaked is stopped', async () => {
  const body = { coupon_code: 'LEAKED', percent_off: 5, duration: 'once' }
  assert.equal((await api.post('/subscriptions/coupons', body)).status, 201)
  await visited('/coupons/LEAKED', async (visit) => {
    const { page } = visit
    await visit.press(visit.button('Stop'))
    await visit.press(visit.confirm('Stop the coupon'))
    await visit.announced(/coupon LEAKED can no longer be used/)
    await page.getByText('Ended').waitFor()
    assert.equal(await visit.button('Stop').count(), 0)
  })
  const { redeem_by } = (await api.get('/subscriptions/coupons/LEAKED')).body
  assert.notEqual(redeem_by, null)
})

test('a coupon expires by the clock of the merchant', async () => {
  await using later = await harness({ env: (await testBank()).env })
  const coupon = { coupon_code: 'SHORT', percent_off: 5, duration: 'once' }
  const body = { ...coupon, redeem_by: daysAhead(10).toISOString() }
  assert.equal((await withProfile(later).post('/subscriptions/coupons', body)).status, 201)
  assert.equal((await later.post('/sandbox/clock', { advance: '11d' })).status, 200)
  await workAs({ browser, shop: later, role: 'merchant_operator' }, '/coupons', async (visit) => {
    const { page } = visit
    await page.getByRole('cell', { name: 'Ended' }).waitFor()
    await visit.press(page.getByRole('link', { name: 'SHORT' }))
    await page.getByRole('heading', { name: '5% off' }).waitFor()
    await page.getByText('Ended').waitFor()
  })
})

test('a role that may only read is offered the same pages without any action', async () => {
  await using small = await harness({ env: (await testBank()).env })
  const client = withProfile(small)
  const active = await subscribed(client)
  const { name } = (await client.get(`/subscriptions/plans/${active.body.plan_id}`)).body
  const coupon = { coupon_code: 'READ', percent_off: 5, duration: 'once' }
  assert.equal((await client.post('/subscriptions/coupons', coupon)).status, 201)
  const payment_link_id = await createLink(small)
  await using writer = await visitAs(browser, small, 'merchant_operator')
  await using reader = await visitAs(browser, small, 'merchant_view_only')
  const withholds = async (path: string, ...actions: string[]) => {
    const offered: Locator[] = []
    for (const visit of [writer, reader]) {
      await visit.open(path)
      await visit.settled()
      offered.push(visit.page.locator('main a, main button'))
    }
    await eventually(`the difference on ${path} is ${actions.join(', ')}`, async () => {
      const [more = [], less = []] = await Promise.all(offered.map(namesOf))
      const withheld = more.filter((each) => !less.includes(each))
      return isDeepStrictEqual(withheld.toSorted(), actions.toSorted())
    })
  }

  await withholds('/plans', 'New plan', `Edit ${name}`, `Archive ${name}`)
  await withholds('/coupons', 'New coupon')
  await withholds('/coupons/READ', 'Stop')
  await withholds('/subscriptions', 'New subscription')
  await withholds(pathOf(active), 'Cancel', 'Pause', 'Change plan')
  await withholds(`/invoices/${active.body.invoice.id}`)
  const part = await partlyPaid(small, client)
  await withholds(`/invoices/${part.body.invoice.id}`, 'Accept', 'Void')
  const { customer_id } = active.body
  const creating = ['New link', 'New payout', 'New subscription']
  await withholds(
    `/customers/${customer_id}`,
    'Delete',
    'Edit',
    ...creating,
    'Correct credit',
    CARD,
  )
  await withholds('/payment-links', 'New link')
  await withholds(`/payment-links/${payment_link_id}`, 'Deactivate')
  await client.post(`${pathOf(active)}/pause`, { pause_option: 'immediately' })
  await withholds(pathOf(active), 'Cancel', 'Resume')
  for (const path of ['/subscriptions/new', '/payment-links/new']) {
    await reader.open(path)
    await reader.page.getByText('Your role does not include this').waitFor()
  }
  assert.deepEqual([...writer.faults, ...reader.faults], [])
})

const CARD = 'Actions for Visa ···· 4242'

function namesOf(all: Locator): Promise<string[]> {
  return all.evaluateAll((each) => each.map((one) => one.ariaLabel ?? one.textContent ?? ''))
}
