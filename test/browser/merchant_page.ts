// A page of a merchant with florin.js in one script tag, on an origin of its own. Its script is what a test needs.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { billing } from '#testing/payment_body.ts'
import type { Shop } from '#testing/harness.ts'

export interface MerchantPage extends AsyncDisposable {
  readonly origin: string
}

const pageOf = (base_url: string, script: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8"><title>Shop</title>
<meta name="color-scheme" content="light dark">
<main><h1>Shop</h1><form id="order"><div id="card"></div><button>Pay</button></form><p id="message" role="status"></p></main>
<script type="module" src="${base_url}/florin.js"></script>
<script type="module">${script}</script>
</html>`

export async function serveMerchant(florin: Shop, script: string, port = 0): Promise<MerchantPage> {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/icon')) return response.writeHead(204).end()
    response.writeHead(200, { 'content-type': 'text/html' })
    return response.end(pageOf(florin.base_url, script))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${own}`,
    [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      return Promise.resolve()
    },
  }
}

export interface NewPayment {
  payment_id: string
  client_secret: string
}

export async function createPayment(florin: Shop, more: object = {}): Promise<NewPayment> {
  const order = { amount: 1999, currency: 'EUR', billing, ...more }
  return (await florin.post('/payments', order)).body as NewPayment
}

/** Mounts the form with `options`, and those that a script has put into `window.more`, and puts the result of each order into `window.result`. */
export function mounting(publishable_key: string, options: object, confirm: object = {}): string {
  return `
    const florin = Florin(${JSON.stringify(publishable_key)})
    const elements = florin.elements({ ...${JSON.stringify(options)}, ...window.more })
    const card = elements.create('card')
    const events = []
    for (const name of ['ready', 'change', 'error']) card.on(name, (event) => events.push({ name, ...event }))
    card.mount('#card')
    document.querySelector('#order').addEventListener('submit', async (event) => {
      event.preventDefault()
      const result = await florin.confirmPayment({ elements, ...${JSON.stringify(confirm)} })
      document.querySelector('#message').textContent = result.error?.message ?? result.payment.status
      Object.assign(window, { result })
    })
    Object.assign(window, { florin, elements, card, events })
  `
}

export async function visiting(
  browser: Browser,
  url: string,
  visit: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const context = await browser.newContext(options)
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    await page.goto(url)
    await visit(page)
  } finally {
    await context.close()
  }
}
