// The page around the card form learns nothing about a card but its brand, and after success its last four digits.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { closePages, testBrowser } from './browser.ts'
import { cardForm, fillCard, payWith, startShop } from './example_shop.ts'
import { createPayment, mounting, serveMerchant, visiting } from './merchant_page.ts'
import { exploit, FORGE, hostileScript, RECORD, seenBy } from './recorder.ts'

const NUMBER = '378282246310005'
const CODE = '7391'

interface Outcome {
  payment: { card: object }
}

let browser: Browser
let florin: Shop

before(async () => {
  browser = await testBrowser()
  florin = await harness({ env: (await testBank()).env })
})
after(async () => {
  await closePages(browser)
  await florin?.[Symbol.asyncDispose]()
})

/** Six digits of the number in a row, or the code on its own. */
function tracesIn(text: string): string[] {
  const plain = text.replaceAll(/[\s-]/g, '')
  const parts = Array.from({ length: NUMBER.length - 5 }, (_, n) => NUMBER.slice(n, n + 6))
  const code = new RegExp(`(?<!\\d)${CODE}(?!\\d)`)
  return [...parts.filter((part) => plain.includes(part)), ...(code.test(text) ? [CODE] : [])]
}

test('no message, request, storage or element of the page has a trace of the card', async () => {
  const { client_secret } = await createPayment(florin)
  const script = mounting(florin.merchant.publishable_key, { client_secret })
  await using shop = await serveMerchant(florin, script)
  const context = await browser.newContext()
  await context.addInitScript(RECORD)
  const byPage: string[] = []
  const byFrame: { url: string; body: string }[] = []
  const page = await context.newPage()
  page.on('console', (message) => byPage.push(message.text()))
  context.on('request', (request) => {
    const sent = { url: request.url(), body: request.postData() ?? '' }
    const isOuter = request.frame() === page.mainFrame()
    if (isOuter) byPage.push(`${sent.url} ${sent.body} ${JSON.stringify(request.headers())}`)
    else byFrame.push(sent)
  })

  await page.goto(shop.origin)
  const form = cardForm(page)
  // A wrong digit first, so that errors are part of what is recorded.
  await form.getByLabel('Card number').pressSequentially('378282246310006')
  await form.getByLabel('Card number').blur()
  await form.getByText('Check the card number').waitFor()
  await form.getByLabel('Card number').fill('')
  await form.getByLabel('Card number').pressSequentially(NUMBER)
  await form.getByLabel('Expiry date').pressSequentially('1234')
  await form.getByLabel('Security code').pressSequentially(CODE)
  await form.getByLabel('Name on card').fill('Ada King')
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByText('succeeded').waitFor()
  const seen = await seenBy(page)
  const result = await page.evaluate<Outcome>('window.result')
  await context.close()

  for (const text of [...seen, ...byPage, JSON.stringify(result)]) {
    assert.deepEqual(tracesIn(text), [], text.slice(0, 500))
  }
  for (const { url, body } of byFrame) {
    assert.equal(new URL(url).origin, florin.base_url)
    assert.deepEqual(tracesIn(url), [])
    if (tracesIn(body).length > 0) assert.match(url, /\/payments\/\w+\/confirm$/)
  }
  assert.deepEqual(result.payment.card, {
    brand: 'amex',
    last4: '0005',
  })
  // The recorder sees what the page sees, and the search finds what is there.
  assert.ok(seen.some((text) => text.startsWith('port') && text.includes('"brand":"amex"')))
  assert.ok(seen.some((text) => text.includes('Check the card number')))
  assert.ok(byFrame.some(({ body }) => tracesIn(body).includes(CODE)))
})

test('a page of an origin that the key does not allow cannot embed the form', async () => {
  const { publishable_key } = await keyFor('https://shop.example')
  await using shop = await startShop(florin, publishable_key)

  await visiting(browser, shop.url, async (page) => {
    await page.getByText('did not load').waitFor()
    assert.equal(await cardForm(page).getByLabel('Card number').count(), 0)
    assert.ok(await page.getByRole('button', { name: 'Pay' }).isDisabled())
  })
})

test('a page of an origin that the key allows pays with it', async () => {
  const { client_secret } = await createPayment(florin)
  const port = await freePort()
  const { publishable_key } = await keyFor(`http://127.0.0.1:${port}`, 'https://shop.example')
  const script = mounting(publishable_key, { client_secret })
  await using shop = await serveMerchant(florin, script, port)

  await visiting(browser, shop.origin, async (page) => {
    await payWith(page, '4242 4242 4242 4242')
    await page.getByText('succeeded').waitFor()
  })
})

test('an origin that would add a rule to the policy of the frame is left out of it', async () => {
  const { publishable_key } = await keyFor('https://a.example;script-src', 'https://*.b.example')

  const frame = await florin
    .with(undefined)
    .get(`/embedded/card?publishable_key=${publishable_key}`)

  assert.match(frame.headers.get('content-security-policy') ?? '', /frame-ancestors 'none';/)
})

test('a script that posts to the frame without its nonce gets no answer, and changes nothing', async () => {
  const { client_secret } = await createPayment(florin)
  const script = mounting(florin.merchant.publishable_key, { client_secret })
  await using shop = await serveMerchant(florin, script)

  await visiting(browser, shop.origin, async (page) => {
    await fillCard(page, NUMBER)
    const answers = await page.evaluate(FORGE)
    assert.deepEqual(answers, [])
    const typed = await cardForm(page).getByLabel('Card number').inputValue()
    assert.equal(typed, '3782 822463 10005')
  })
})

test('a hostile page that embeds the form itself gets no digit, and cannot send the card elsewhere', async () => {
  const elsewhere: string[] = []
  const thief = createServer((request, response) => {
    elsewhere.push(request.url ?? '')
    response.writeHead(204).end()
  })
  thief.listen(0, '127.0.0.1').unref()
  await once(thief, 'listening')
  const target = `127.0.0.1:${(thief.address() as AddressInfo).port}`
  const { publishable_key } = florin.merchant
  const address = `${florin.base_url}/embedded/card?publishable_key=${publishable_key}`
  const script = hostileScript(address, target)
  await using shop = await serveMerchant(florin, script)

  await visiting(browser, shop.origin, async (page) => {
    const posted: string[] = []
    page.on('request', (request) => {
      if (tracesIn(request.postData() ?? '').length > 0) posted.push(request.url())
    })
    await fillCard(page, NUMBER)
    await cardForm(page).getByLabel('Security code').fill(CODE)
    const received = await page.evaluate<string[]>(exploit(target))

    assert.ok(received.some((text) => text.includes('invalid_appearance')))
    assert.deepEqual(await page.evaluate('window.forged'), [])
    for (const text of received) assert.deepEqual(tracesIn(text), [], text)
    assert.ok(posted.length > 0)
    for (const url of posted) assert.equal(new URL(url).origin, florin.base_url)
  })
  thief.close()
  assert.deepEqual(elsewhere, [])
})

async function keyFor(...allowed_origins: string[]): Promise<{ publishable_key: string }> {
  const { merchant_id } = florin.merchant
  const input = { name: 'shop', type: 'publishable', allowed_origins }
  const made = await florin.post(`/api_keys/${merchant_id}`, input)
  assert.equal(made.status, 201, made.text)
  return made.body as { publishable_key: string }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
