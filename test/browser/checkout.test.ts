// The checkout example in a real browser: the page of the shop and Florin are two origins.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { launchBrowser } from './browser.ts'

const program = resolve(import.meta.dirname, '../../examples/checkout/shop.mjs')

let browser: Browser
let florin: Shop

before(async () => {
  browser = await launchBrowser()
  florin = await harness({ env: (await testBank()).env })
})
after(async () => {
  await browser?.close()
  await florin?.[Symbol.asyncDispose]()
})

async function startExample() {
  const { api_key, publishable_key } = florin.merchant
  const keys = { BASE_URL: florin.base_url, API_KEY: api_key, PUBLISHABLE_KEY: publishable_key }
  const env = { ...process.env, ...keys, PORT: '0' }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  while (!output.includes('http:')) await once(child.stdout, 'data')
  const [url = ''] = /http:\S+/.exec(output) ?? []
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
    },
  }
}

/** Everything that the page sent, with where it was sent to. */
async function visiting(url: string, visit: (page: Page) => Promise<void>) {
  const context = await browser.newContext()
  const sent: { to: string; body: string }[] = []
  context.on('request', (request) =>
    sent.push({ to: request.url(), body: request.postData() ?? '' }),
  )
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    await page.goto(url)
    await visit(page)
  } finally {
    await context.close()
  }
  return sent
}

async function payWith(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Month').fill('12')
  await page.getByLabel('Year').fill('2030')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: 'Pay' }).click()
}

test('a page of another origin exchanges the card for a token and confirms the payment', async () => {
  await using example = await startExample()
  assert.notEqual(new URL(example.url).origin, new URL(florin.base_url).origin)

  const sent = await visiting(example.url, async (page) => {
    await payWith(page, '4242 4242 4242 4242')
    await page.getByText('The payment is succeeded.').waitFor()
  })

  const [payment] = (await florin.get('/payments/list')).body.data
  assert.equal(payment.status, 'succeeded')
  assert.equal(payment.amount_received, 1999)
  for (const { to, body } of sent.filter(({ body: text }) => text.includes('4242'))) {
    assert.equal(to, `${florin.base_url}/tokens`, body)
  }
})

test('the page can read a decline, an error and the id of the request', async () => {
  await using example = await startExample()

  await visiting(example.url, async (page) => {
    await payWith(page, '4000 0000 0000 0002')
    await page.getByText('declined').waitFor()
    await payWith(page, '4242 4242 4242 4241')
    await page.getByText(/\(req_\w+\)/).waitFor()
  })
})

test('a page of another origin cannot call a route of the server, and cannot send a cookie', async () => {
  await using example = await startExample()

  await visiting(example.url, async (page) => {
    const call = (path: string, options: object) =>
      page.evaluate(
        ([url, init]) =>
          fetch(url as string, init as RequestInit).then(
            (answer) => answer.status,
            () => 'blocked',
          ),
        [`${florin.base_url}${path}`, options] as const,
      )
    const headers = { 'api-key': florin.merchant.publishable_key }
    assert.equal(await call('/payments/list', { headers }), 'blocked')
    assert.equal(await call('/customers', { method: 'POST', headers }), 'blocked')
    assert.equal(await call('/payments/none', { headers }), 400)
    assert.equal(await call('/payments/none', { headers, credentials: 'include' }), 'blocked')
  })
})
