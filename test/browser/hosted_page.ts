// A shopper on the hosted page: the real server, the real bank, a real browser.
import assert from 'node:assert/strict'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { testBank } from '#testing/bank.ts'
import { type BankProxy, startBankProxy } from '#testing/bank_proxy.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { closePages, testBrowser } from './browser.ts'

export const APPROVED = '4242424242424242'
export const CHALLENGED = '4000003800000446'
export const NO_FUNDS = '4000000000009995'

export const NARROW = { width: 320, height: 640 }
export const WIDE = { width: 1280, height: 900 }

export interface Link {
  payment_link_id: string
  url: string
}

export interface Hosted extends AsyncDisposable {
  readonly shop: Shop
  readonly browser: Browser
  /** Between Florin and the bank. */
  readonly proxy: BankProxy
  createLink(body?: object): Promise<Link>
  /** A browser without a past. Returns what its console complained about. */
  visit(url: string, visit: (page: Page) => Promise<void>, options?: Visit): Promise<string[]>
  /** The payments that were made through a link, oldest first. */
  paymentsOf(link: Link): Promise<{ payment_id: string; status: string; amount: number }[]>
  /** Counts the bank's charges for a link. */
  chargesOf(link: Link): Promise<number>
}

export type Visit = BrowserContextOptions

const order_details = [
  { name: 'Ethiopia Guji, whole bean', quantity: 2, amount: 1800, currency: 'EUR' },
  { name: 'Paper filters, 100 pieces', quantity: 1, amount: 690, currency: 'EUR' },
  { name: 'Shipping', quantity: 1, amount: 600, currency: 'EUR' },
]

/** A link as in the guide. */
export const coffee = {
  amount: 4890,
  currency: 'EUR',
  order_details,
  payment_link_config: {
    seller_name: 'Northwind Coffee',
    sdk_layout: 'accordion',
    allowed_payment_method_types: ['credit', 'debit', 'ideal', 'sepa', 'paypal'],
  },
}

export async function startHosted(): Promise<Hosted> {
  const bank = await testBank()
  const proxy = await startBankProxy(bank.url)
  const [browser, shop] = await Promise.all([
    testBrowser(),
    harness({ env: { ...bank.env, FLORIN_BANK_URL: proxy.url } }),
  ])
  const paymentsOf: Hosted['paymentsOf'] = async ({ payment_link_id }) => {
    const { body } = await shop.get('/payments/list?limit=100')
    const all = body.data as { metadata: Record<string, string> | null }[]
    return all.filter(({ metadata }) => metadata?.['payment_link_id'] === payment_link_id) as never
  }
  return {
    shop,
    browser,
    proxy,
    paymentsOf,
    async createLink(body = {}) {
      const made = await shop.post('/payment_link', { ...coffee, ...body })
      assert.equal(made.status, 201, made.text)
      return made.body as Link
    },
    async chargesOf(link) {
      const ids = new Set((await paymentsOf(link)).map(({ payment_id }) => payment_id))
      const facts = await bank.log()
      return facts.filter(({ effect, reference }) => effect === 'charged' && ids.has(reference))
        .length
    },
    visit: (url, visit, options = {}) => visiting(browser, url, visit, options),
    async [Symbol.asyncDispose]() {
      await closePages(browser)
      await shop[Symbol.asyncDispose]()
      await proxy[Symbol.asyncDispose]()
    },
  }
}

async function visiting(
  browser: Browser,
  url: string,
  visit: (page: Page) => Promise<void>,
  options: Visit,
): Promise<string[]> {
  const context = await browser.newContext({ viewport: WIDE, locale: 'en-US', ...options })
  const mistakes: string[] = []
  context.on('weberror', (error) => mistakes.push(error.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error') mistakes.push(message.text())
  })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    await page.goto(url)
    await visit(page)
  } finally {
    await context.close()
  }
  return mistakes
}

/** Types as a person does, digit by digit. */
export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').pressSequentially(number)
  await page.getByLabel('Expiry date').pressSequentially('1234')
  await page.getByLabel('Security code').pressSequentially(/^3[47]/.test(number) ? '1234' : '123')
  await page.getByLabel('Name on card').fill('Ada King')
}

export function payButton(page: Page) {
  return page.getByRole('button', { name: /^(Pay|Donate) / })
}

export function heading(page: Page, name: string) {
  return page.getByRole('heading', { name, level: 1 })
}

/** Waits until the live region says it. */
export function announced(page: Page, text: RegExp): Promise<void> {
  return page.locator('[aria-live]').filter({ hasText: text }).waitFor({ state: 'attached' })
}
