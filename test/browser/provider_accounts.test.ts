// The hosted page of a merchant with accounts at real acquirers: Stripe's and Adyen's test servers are the judges of
// what was charged.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { eventually } from '#testing/eventually.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { API_KEY, HMAC_KEY, MERCHANT_ACCOUNT, startTestServer } from '../providers/adyen/account.ts'
import type { AdyenServer } from '../providers/adyen/server.ts'
import { THREE_DS_NUMBER } from '../providers/adyen/triggers.ts'
import { startStripe, type StripeServer } from '../providers/stripe/server.ts'
import { closePages, testBrowser } from './browser.ts'
import { fillCard, heading, payButton } from './hosted_page.ts'

let stripe: StripeServer
let adyen: AdyenServer
let shop: Shop
let browser: Browser
let accounts = ''
const ids: Record<string, string> = {}

async function connect(connector_name: string, more: object): Promise<string> {
  const { body, status, text } = await shop.post(accounts, { connector_name, ...more })
  assert.equal(status, 201, text)
  ids[connector_name] = body.connector_id
  return body.webhook_url
}

/** The other account is disabled, so the page asks for what this one needs. */
async function useOnly(name: string, more: object = {}): Promise<void> {
  for (const [each, id] of Object.entries(ids)) {
    const status = each === name ? 'active' : 'disabled'
    const sent = each === name ? { status, ...more } : { status }
    const { status: code, text } = await shop.post(`${accounts}/${id}`, sent)
    assert.equal(code, 200, text)
  }
}

before(async () => {
  stripe = await startStripe({ later_ms: 50 })
  adyen = await startTestServer()
  browser = await testBrowser()
  shop = await harness({ env: { FLORIN_STRIPE_URL: stripe.url, FLORIN_ADYEN_URL: adyen.url } })
  accounts = `/account/${shop.merchant.merchant_id}/connectors`
  const secret_key = stripe.key
  const [webhook_secret] = stripe.secrets
  stripe.postman.configure({
    url: await connect('stripe', { credentials: { secret_key }, webhook_secret }),
  })
  const credentials = { api_key: API_KEY, merchant_account: MERCHANT_ACCOUNT }
  adyen.outbox.url = await connect('adyen', { credentials, webhook_secret: HMAC_KEY })
})
after(async () => {
  await closePages(browser)
  await shop[Symbol.asyncDispose]()
  await stripe.stop()
  await adyen.stop()
  assert.deepEqual([...stripe.violations, ...adyen.violations], [])
})

async function visit(act: (page: Page) => Promise<void>): Promise<Record<string, unknown>> {
  const made = await shop.post('/payment_link', {
    amount: 4890,
    currency: 'EUR',
    payment_link_config: { allowed_payment_method_types: ['credit', 'debit'] },
  })
  assert.equal(made.status, 201, made.text)
  const context = await browser.newContext({ locale: 'en-US' })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await page.goto(made.body.url)
    await act(page)
    await heading(page, 'Payment successful').waitFor()
  } finally {
    await context.close()
  }
  let paid: Record<string, unknown> = {}
  await eventually('the payment has succeeded', async () => {
    const { data } = (await shop.get('/payments/list?limit=1')).body
    paid = data[0]
    return paid['status'] === 'succeeded'
  })
  return paid
}

async function effectsOf(
  { payment_id }: Record<string, unknown>,
  server: StripeServer | AdyenServer,
): Promise<string[]> {
  const { attempts } = (await shop.get(`/payments/${String(payment_id)}?expand=attempts`)).body
  assert.equal(attempts.length, 1)
  return server.effects(attempts[0].attempt_id)
}

test('with Stripe and raw cards the shopper types the card, and is charged once', async () => {
  await useOnly('stripe', { card_entry: 'raw' })
  const paid = await visit(async (page) => {
    await fillCard(page, '4242424242424242')
    await payButton(page).click()
  })
  assert.equal(paid['connector'], 'stripe')
  assert.deepEqual(await effectsOf(paid, stripe), ['charged'])
  const { body } = await shop.post('/refunds', { payment_id: paid['payment_id'], amount: 890 })
  assert.equal(body.status, 'succeeded')
})

test('with Stripe and 3-D Secure the shopper confirms on a page of Stripe and comes back', async () => {
  await useOnly('stripe')
  const paid = await visit(async (page) => {
    await fillCard(page, '4000000000003220')
    await payButton(page).click()
    await page.getByRole('button', { name: 'Complete' }).click()
  })
  assert.deepEqual(await effectsOf(paid, stripe), ['charged'])
})

test('with an account that takes no card numbers the shopper enters the card at Stripe, after a decline too', async () => {
  await useOnly('stripe', { card_entry: 'provider_page' })
  const paid = await visit(async (page) => {
    assert.equal(await page.getByLabel('Card number').count(), 0)
    await page.getByRole('button', { name: /^Continue with/ }).click()
    await page.locator('input[name=number]').fill('4000000000000002')
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.getByText('Your card was declined').waitFor()
    await page.locator('input[name=number]').fill('4242424242424242')
    await page.getByRole('button', { name: 'Pay' }).click()
  })
  assert.deepEqual(await effectsOf(paid, stripe), ['charged'])
})

test('with Adyen the shopper types the card, and the payment succeeds with the capture', async () => {
  await useOnly('adyen')
  const paid = await visit(async (page) => {
    await fillCard(page, '4111111111111111')
    await payButton(page).click()
  })
  assert.equal(paid['connector'], 'adyen')
  assert.deepEqual(await effectsOf(paid, adyen), ['held'])
})

test('with Adyen and 3-D Secure the shopper confirms on a page of Adyen and comes back', async () => {
  await useOnly('adyen')
  const paid = await visit(async (page) => {
    await fillCard(page, THREE_DS_NUMBER)
    await payButton(page).click()
    await page.getByRole('link', { name: 'approve' }).click()
  })
  assert.deepEqual(await effectsOf(paid, adyen), ['held'])
})
