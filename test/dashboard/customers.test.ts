// Customers, refunds and balances in the browser: every action, checked through the API.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { launchBrowser } from '../browser/browser.ts'
import { announced, visitAs } from './dashboard.ts'

let browser: Browser
let shop: Shop

before(async () => {
  browser = await launchBrowser()
  shop = await harness({ env: (await testBank()).env })
})
after(async () => {
  await browser?.close()
  await shop?.[Symbol.asyncDispose]()
})

async function made(path: string, body: object) {
  const answer = await shop.post(path, body)
  assert.ok(answer.status < 300, `${path} ${answer.text}`)
  return answer.body
}

function pay(more: object = {}) {
  const card = withCard('4242424242424242')
  return made('/payments', paymentBody({ amount: 4_890, currency: 'EUR', ...card, ...more }))
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const dialog = (page: Page) => page.getByRole('dialog')
const confirm = (page: Page, name: RegExp) => dialog(page).getByRole('button', { name })
const field = (page: Page, name: string | RegExp) => dialog(page).getByRole('textbox', { name })

async function visited(
  path: string,
  work: (page: Page) => Promise<void>,
  role = 'merchant_operator',
): Promise<void> {
  await using visit = await visitAs(browser, shop, role)
  await visit.open(path)
  await visit.page.getByRole('heading', { level: 1 }).waitFor()
  await work(visit.page)
  assert.deepEqual(visit.faults, [])
}

test('a customer is created after a fault in a field, changed and deleted', async () => {
  const read = () => shop.get('/customers/hedy')
  await visited('/customers', async (page) => {
    await button(page, 'Create customer').click()
    await field(page, 'Name').fill('Hedy Lamarr')
    await field(page, 'E-mail').fill('hedy@example.com')
    await field(page, 'Phone').fill('abc')
    await field(page, 'Customer ID').fill('hedy')
    await confirm(page, /Create customer/).click()
    await dialog(page)
      .getByText(/must be a phone number/)
      .waitFor()
    assert.equal((await read()).status, 404)
    await field(page, 'Phone').fill('555 0100')
    await confirm(page, /Create customer/).click()
    await announced(page, /Hedy Lamarr is a customer now/)
    await page.waitForURL(/customers\/hedy$/)
    assert.equal((await read()).body.phone, '555 0100')

    await button(page, 'Edit').click()
    await field(page, 'E-mail').fill('')
    await field(page, 'Description').fill('Inventor')
    await confirm(page, /Save/).click()
    await announced(page, /Hedy Lamarr is saved/)
    const { email, description, phone } = (await read()).body
    assert.deepEqual([email, description, phone], [null, 'Inventor', '555 0100'])

    await button(page, 'Delete').click()
    assert.ok(await confirm(page, /Delete/).isDisabled())
    await field(page, /to confirm/).fill('hedy')
    await confirm(page, /Delete/).click()
    await announced(page, /customer is deleted/)
    await page.waitForURL(/\/customers$/)
  })
  assert.equal((await read()).status, 404)
})

test('a saved payment method becomes the default, and another is removed', async () => {
  await made('/customers', { customer_id: 'ada', name: 'Ada King' })
  await pay({ customer_id: 'ada', setup_future_usage: 'off_session' })
  const second = withCard('5555555555554444')
  await pay({ customer_id: 'ada', setup_future_usage: 'off_session', ...second })
  await visited('/customers/ada', async (page) => {
    await button(page, 'Actions for Mastercard ···· 4444').click()
    await page.getByRole('menuitem', { name: 'Make it the default' }).click()
    await confirm(page, /the default$/).click()
    await announced(page, /is the default now/)

    await button(page, 'Actions for Visa ···· 4242').click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await confirm(page, /^Remove Visa/).click()
    await announced(page, /is removed/)
  })
  const { data } = (await shop.get('/customers/ada/payment_methods')).body
  assert.equal(data.length, 1)
  assert.equal(data[0].payment_method_data.card.last4, '4444')
  assert.equal(data[0].is_default, true)
})

test('a failed refund gets a reason and is repeated', async () => {
  const { payment_id } = await pay()
  const { refund_id } = await made('/refunds', { payment_id, amount: 1_077 })
  await visited(`/refunds/${refund_id}`, async (page) => {
    await page.getByText('The refund of €10.77 failed').waitFor()
    await button(page, 'Edit reason').click()
    await field(page, 'Reason').fill('Wrong size')
    await confirm(page, /^Save/).click()
    await announced(page, /reason is saved/)
    assert.equal((await shop.get(`/refunds/${refund_id}`)).body.reason, 'Wrong size')

    await button(page, 'Refund again').click()
    assert.equal(await field(page, 'Amount').inputValue(), '10.77')
    await field(page, 'Amount').fill('10.80')
    await confirm(page, /^Refund €10.80/).click()
    await announced(page, /refund of €10.80/)
  })
  const { data } = (await shop.get(`/refunds/list?payment_id=${payment_id}`)).body
  assert.deepEqual(
    data.map(({ amount, status }: { amount: number; status: string }) => [amount, status]),
    [
      [1_080, 'succeeded'],
      [1_077, 'failed'],
    ],
  )
})

test('an amount of a balance leads to its transfers, and a transfer to its payment', async () => {
  const { payment_id } = await pay({ amount: 7_733, capture_method: 'manual' })
  await visited('/balances', async (page) => {
    await page.getByRole('link', { name: '€77.33' }).click()
    await page.waitForURL(/account=held&currency=EUR/)
    await page.getByRole('cell', { name: 'Payment authorized' }).click()
    await page.waitForURL(new RegExp(`/payments/${payment_id}$`))
  })
})

test('a role that may only read is offered no action', async () => {
  await made('/customers', { customer_id: 'grace', name: 'Grace Hopper' })
  await visited(
    '/customers/grace',
    async (page) => {
      await page.getByText('None yet. Payments').waitFor()
      for (const name of ['Edit', 'Delete']) assert.equal(await button(page, name).count(), 0)
    },
    'merchant_view_only',
  )
})
