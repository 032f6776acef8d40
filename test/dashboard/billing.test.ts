// Plans, coupons and payment links in the browser: every action, checked through the API.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Browser, Download, Locator } from 'playwright-core'
import { DAY_MS } from '#kernel/clock.ts'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { createLink, submit } from '#testing/payment_link.ts'
import { launchBrowser } from '../browser/browser.ts'
import { pathOf, type ProfileClient, subscribed, withProfile } from '../support/subscribing.ts'
import { type Visit, visitAs, workAs } from './dashboard.ts'

let browser: Browser
let shop: Shop
let api: ProfileClient

before(async () => {
  browser = await launchBrowser()
  shop = await harness({ env: (await testBank()).env })
  api = withProfile(shop)
})
after(async () => {
  await browser?.close()
  await shop?.[Symbol.asyncDispose]()
})

function visited(
  path: string,
  work: (visit: Visit) => Promise<void>,
  role = 'merchant_operator',
): Promise<void> {
  return workAs({ browser, shop, role }, path, work)
}

async function made(path: string, body: object) {
  const answer = await api.post(path, body)
  assert.ok(answer.status < 300, `${path} ${answer.text}`)
  return answer.body
}

/** To the minute, as a person enters it. */
function daysAhead(days: number): Date {
  return new Date(Math.floor(Date.now() / 60_000 + (days * DAY_MS) / 60_000) * 60_000)
}

test('a plan is created after faults in its fields, gets a text and another price, and is deleted unused', async () => {
  const read = () => api.get('/subscriptions/plans/magazine')
  await visited('/plans', async (visit) => {
    const unit = visit.dialog.getByRole('combobox', { name: 'Unit' })
    await visit.press(visit.button('Create a plan'))
    await visit.press(visit.confirm('Create the plan'))
    await visit.dialog.getByText('Enter a name.').waitFor()
    await visit.dialog.getByText('Enter an amount such as 9.00.').waitFor()
    await visit.type(visit.field('Name'), 'Magazine')
    await visit.type(visit.field(/^Your own id$/), 'magazine')
    await visit.type(visit.field('Price of a period'), '9.00')
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
    await visit.type(visit.field('Price of a period'), '90')
    await visit.choose(visit.dialog.getByRole('combobox', { name: 'Currency' }), 'CHF')
    await visit.choose(unit.first(), 'Years')
    await visit.type(visit.field('Ends after this many periods'), '3')
    await visit.type(visit.field('Your own id of the price'), 'magazine-three-years')
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
    await visit.press(visit.card(name).getByRole('link', { name: 'Its subscriptions' }))
    await visit.press(page.getByRole('row', { name: /ada@example.com/ }))
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
    await visit.press(visit.button('Create a coupon'))
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

    await visit.press(page.getByRole('row', { name: 'SPRING' }))
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
    await visit.press(visit.button('Create a coupon'))
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

test('the preview of a payment link follows what is typed', async () => {
  await visited('/payment-links/new', async (visit) => {
    const { page } = visit
    const preview = page.getByRole('region', { name: 'The page' })
    const shows = (text: string) => preview.getByText(text).first().waitFor()
    await visit.type(page.getByLabel('Amount to collect'), '25')
    await shows('Pay €25.00')
    await visit.type(page.getByLabel('Amount to collect'), '30.50')
    await shows('Pay €30.50')
    await visit.type(page.getByLabel('Description'), 'A poster')
    await shows('A poster')
    await visit.press(page.getByRole('radio', { name: 'Desktop' }))
    await visit.press(visit.button('Add an item'))
    await visit.type(page.getByLabel('Item', { exact: true }), 'Frame')
    await visit.type(page.getByLabel('Count'), '2')
    await visit.type(page.getByLabel('Each'), '20')
    await shows('Frame')
    await shows('2 × €20.00')
    await visit.press(visit.button(/^Use their sum, €40.00/))
    await shows('Pay €40.00')
    await visit.press(visit.button('Remove item 1'))
    await preview.getByText('Frame').waitFor({ state: 'detached' })
    await visit.type(page.getByLabel('Name of the seller'), 'Corner Shop')
    await shows('Corner Shop')
    await visit.press(page.getByLabel('Ask for name, e-mail address and billing address'))
    await shows('City')
    await visit.choose(page.getByRole('combobox', { name: 'Payment methods' }), 'PayPal')
    await page.keyboard.press('Escape')
    await shows('Continue with PayPal')

    await visit.press(page.getByRole('radio', { name: 'The customer chooses' }))
    await visit.type(page.getByLabel('Amounts to offer'), '5 10')
    await visit.choose(page.getByRole('combobox', { name: 'Currency' }), 'GBP')
    await shows('£5.00')
    await shows('£10.00')
  })
})

test('a payment link with everything that the form offers is what the API then has', async () => {
  await made('/customers', { customer_id: 'hedy', name: 'Hedy Lamarr' })
  const expiry = daysAhead(20)
  await visited('/payment-links/new', async (visit) => {
    const { page } = visit
    const choice = (name: string) => page.getByRole('combobox', { name, exact: true })
    await visit.type(page.getByLabel('Amount to collect'), 'ten')
    await visit.press(visit.button('Create the link'))
    await page.getByText('Enter a number such as 25.00, in EUR.').waitFor()
    await visit.type(page.getByLabel('Amount to collect'), '10')
    await visit.press(page.getByRole('radio', { name: 'Many times' }))
    await visit.type(page.getByLabel('At most this many payments'), '20')
    await visit.choose(choice('Expires'), 'At a day and time')
    await visit.typeMoment(page.getByLabel('Day and time'), expiry)
    await visit.type(page.getByLabel('Colour', { exact: true }), '#7c3aed')
    await visit.choose(choice('Layout of the methods'), 'List')
    await visit.choose(choice('Customer'), /Hedy Lamarr/)
    await visit.type(page.getByLabel('E-mail address', { exact: true }), 'hedy@example.com')
    await visit.choose(choice('Capture'), 'By you, once')
    await visit.choose(choice('3-D Secure'), 'Always')
    await visit.type(page.getByLabel('Message when it is closed'), 'Sold out')
    await visit.type(page.getByLabel('Metadata'), 'campaign = autumn')
    await visit.press(visit.button('Create the link'))
    await visit.announced(/payment link is ready/)
    await page.waitForURL(/payment-links\/(?!new)/)
    const { body } = await shop.get(`/payment_link/${lastPart(visit)}`)
    assert.deepEqual([body.amount, body.link_type, body.usage_limit], [1_000, 'recurring', 20])
    assert.equal(body.expiry, expiry.toISOString())
    assert.deepEqual([body.customer_id, body.email], ['hedy', 'hedy@example.com'])
    assert.deepEqual([body.capture_method, body.authentication_type], ['manual', 'three_ds'])
    assert.deepEqual([body.sold_out_message, body.metadata], ['Sold out', { campaign: 'autumn' }])
    const { theme, sdk_layout } = body.payment_link_config
    assert.deepEqual([theme, sdk_layout], ['#7c3aed', 'accordion'])
  })
})

function lastPart({ page }: Visit): string {
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

test('the address of a payment link is copied, opened and saved as a QR code, and its payments are listed', async () => {
  const payment_link_id = await createLink(shop, { amount: 4_321 })
  const { url } = (await shop.get(`/payment_link/${payment_link_id}`)).body
  const paid = await submit(shop, payment_link_id)
  assert.ok(paid.status < 300, paid.text)
  await visited('/payment-links', async (visit) => {
    const { page, context } = visit
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await visit.press(page.getByRole('row', { name: '€43.21' }))
    await page.waitForURL(new RegExp(`/payment-links/${payment_link_id}$`))
    await visit.press(visit.button('Copy the address'))
    await visit.button('Copied').waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), url)

    const svg = await saved(visit, visit.button('Save as SVG'))
    assert.equal(svg.name, `${payment_link_id}.svg`)
    const drawn = page.getByRole('img', { name: 'QR code' }).locator('path').last()
    assert.ok(svg.bytes.includes(`${await drawn.getAttribute('d')}`))
    const png = await saved(visit, visit.button('Save as PNG'))
    assert.equal(png.name, `${payment_link_id}.png`)
    assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG')
    assert.ok(png.bytes.readUInt32BE(16) >= 1_024)

    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      visit.press(page.getByRole('link', { name: 'Open the page' })),
    ])
    await opened.getByText('€43.21').first().waitFor()
    assert.equal(opened.url(), url)
    await opened.close()

    const payments = visit.card('Payments through this link')
    await visit.press(payments.getByRole('row').nth(1).getByRole('link'))
    await page.waitForURL(/payments\/pay_/)
    assert.equal((await shop.get(`/payments/${lastPart(visit)}`)).body.amount, 4_321)
  })
})

/** What a button saves as a file. */
async function saved(visit: Visit, target: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download]: [Download, void] = await Promise.all([
    visit.page.waitForEvent('download'),
    visit.press(target),
  ])
  const bytes = await readFile(await download.path())
  return { name: download.suggestedFilename(), bytes }
}

test('a role that may only read is offered the same pages without any action', async () => {
  await using small = await harness({ env: (await testBank()).env })
  const client = withProfile(small)
  const active = await subscribed(client)
  const { name } = (await client.get(`/subscriptions/plans/${active.body.plan_id}`)).body
  const coupon = { coupon_code: 'READ', percent_off: 5, duration: 'once' }
  assert.equal((await client.post('/subscriptions/coupons', coupon)).status, 201)
  const payment_link_id = await createLink(small)
  const actions: Readonly<Record<string, readonly string[]>> = {
    '/plans': ['Create a plan', `Edit ${name}`, `Archive ${name}`],
    '/coupons': ['Create a coupon'],
    '/coupons/READ': [],
    '/subscriptions': ['Create a subscription'],
    [pathOf(active)]: ['Cancel', 'Pause', 'Change plan'],
    [`/invoices/${active.body.invoice.id}`]: [],
    '/payment-links': ['Create a link'],
    [`/payment-links/${payment_link_id}`]: ['Deactivate'],
  }
  const offeredTo = async (role: string) => {
    const found: Record<string, string[]> = {}
    await workAs({ browser, shop: small, role }, '/', async (visit) => {
      for (const path of Object.keys(actions)) {
        await visit.open(path)
        await visit.settled()
        found[path] = await visit.page
          .locator('main a, main button')
          .evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent ?? ''))
      }
    })
    return found
  }

  const writer = await offeredTo('merchant_operator')
  const reader = await offeredTo('merchant_view_only')
  for (const [path, names] of Object.entries(actions)) {
    const withheld = writer[path]?.filter((each) => !reader[path]?.includes(each))
    assert.deepEqual(withheld?.toSorted(), names.toSorted(), path)
  }
  await using visit = await visitAs(browser, small, 'merchant_view_only')
  for (const path of ['/subscriptions/new', '/payment-links/new']) {
    await visit.open(path)
    await visit.page.getByText('Your role does not include this').waitFor()
  }
})
