// florin.js in a real browser: the example shop and Florin are two origins.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { testBank } from '#testing/bank.ts'
import { eventually } from '#testing/eventually.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { billing } from '#testing/payment_body.ts'
import { closePages, testBrowser } from './browser.ts'
import { cardForm, fillCard, payWith, startShop } from './example_shop.ts'
import { createPayment, mounting, serveMerchant, visiting } from './merchant_page.ts'

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

async function newestPayment() {
  return (await florin.get('/payments/list')).body.data[0]
}

test('a page of another origin takes a card with the form of Florin', async () => {
  await using shop = await startShop(florin)
  assert.notEqual(new URL(shop.url).origin, new URL(florin.base_url).origin)

  await visiting(browser, shop.url, async (page) => {
    await payWith(page, '4242 4242 4242 4242')
    await page.getByText('Thank you for your order.').waitFor()
  })

  const payment = await newestPayment()
  assert.equal(payment.status, 'succeeded')
  assert.equal(payment.amount_received, 1999)
})

test('after a decline the shopper pays with another card, and types only its code again', async () => {
  await using shop = await startShop(florin)

  await visiting(browser, shop.url, async (page) => {
    await payWith(page, '4000 0000 0000 9995')
    await page.getByText('The card has insufficient funds.').waitFor()
    const form = cardForm(page)
    assert.equal(await form.getByLabel('Security code').inputValue(), '')
    assert.equal(await form.getByLabel('Name on card').inputValue(), 'Ada King')
    await payWith(page, '5555 5555 5555 4444')
    await page.getByText('Thank you for your order.').waitFor()
  })

  const [paid, declined] = (await florin.get('/payments/list')).body.data
  assert.equal(paid.status, 'succeeded')
  assert.equal(declined.status, 'failed')
})

/** A page that asks for its payments one by one; `window.asked` counts how often. */
async function serveFetching(secrets: readonly string[], options: object = {}) {
  const script = `
    const secrets = ${JSON.stringify(secrets)}
    window.asked = 0
    window.more = {
      async fetchClientSecret() {
        const secret = secrets[window.asked++]
        if (!secret) throw new Error('The shop is closed.')
        return secret
      },
    }`
  const { publishable_key } = florin.merchant
  return serveMerchant(florin, script + mounting(publishable_key, options))
}

async function createSecrets(count: number, more: object = {}): Promise<string[]> {
  const made = await Promise.all(Array.from({ length: count }, () => createPayment(florin, more)))
  return made.map(({ client_secret }) => client_secret)
}

test('after a decline the form asks the shop for the next payment, when the shopper pays again', async () => {
  const secrets = await createSecrets(2)
  await using shop = await serveFetching(secrets)

  await visiting(browser, shop.origin, async (page) => {
    await payWith(page, '4000 0000 0000 9995')
    await page.getByText('The card has insufficient funds.').waitFor()
    assert.equal(await page.evaluate('window.asked'), 1)
    await payWith(page, '5555 5555 5555 4444')
    await page.getByText('succeeded').waitFor()
    assert.equal(await page.evaluate('window.asked'), 2)
  })

  const ids = secrets.map((secret) => secret.split('_secret_')[0])
  const read = ids.map(async (id) => (await florin.get(`/payments/${id}`)).body.status)
  assert.deepEqual(await Promise.all(read), ['failed', 'succeeded'])
})

test('a payment with an unknown outcome is never followed by another one', async () => {
  await using shop = await serveFetching(await createSecrets(2))

  await visiting(browser, shop.origin, async (page) => {
    await page.clock.install()
    let isLost = true
    await page.route('**/confirm', (route) => (isLost ? route.abort() : route.continue()))
    await payWith(page, '4242 4242 4242 4242')
    await eventually('the form gives up', async () => {
      await page.clock.fastForward(10_000)
      return page.evaluate('window.result !== undefined')
    })
    isLost = false
    await payWith(page, '4242 4242 4242 4242')
    await page.getByText('succeeded').waitFor()
    assert.equal(await page.evaluate('window.asked'), 1)
  })
})

test('a shop that cannot start a payment is said so at once, and asked again at the next click', async () => {
  const [secret = ''] = await createSecrets(1)
  await using shop = await serveFetching(['', secret])

  await visiting(browser, shop.origin, async (page) => {
    await page.waitForFunction('window.events?.some(({ code }) => code === "not_fetched")')
    assert.match(JSON.stringify(await eventsOf(page)), /The shop is closed\./)
    await payWith(page, '4242 4242 4242 4242')
    await page.getByText('succeeded').waitFor()
  })
})

test('a form whose payment lacks its billing address says so when it is mounted, unless the page gives it later', async () => {
  await using early = await serve({}, {}, { billing: undefined })
  await using later = await serve(
    { billing_at_confirmation: true },
    { billing },
    { billing: undefined },
  )

  await visiting(browser, early.origin, async (page) => {
    await page.waitForFunction('window.events?.some(({ code }) => code === "billing_missing")')
    assert.match(JSON.stringify(await eventsOf(page)), /The payment lacks billing\./)
  })
  await visiting(browser, later.origin, async (page) => {
    await payWith(page, '4242 4242 4242 4242')
    await page.getByText('succeeded').waitFor()
    assert.ok((await eventsOf(page)).every(({ name }) => name !== 'error'))
  })
})

test('a card with 3-D Secure leads to the bank and back to the shop', async () => {
  await using shop = await startShop(florin)

  await visiting(browser, shop.url, async (page) => {
    await payWith(page, '4000 0000 0000 3220')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Thank you for your order.').waitFor()
    assert.equal(new URL(page.url()).origin, new URL(shop.url).origin)
  })

  assert.equal((await newestPayment()).status, 'succeeded')
})

/** A page with one script tag, and a form for a payment of its own. */
async function serve(options: object = {}, confirm: object = {}, payment: object = {}) {
  const { client_secret } = await createPayment(florin, payment)
  const { publishable_key } = florin.merchant
  return serveMerchant(florin, mounting(publishable_key, { client_secret, ...options }, confirm))
}

function eventsOf(page: Page): Promise<{ name: string; message?: string }[]> {
  return page.evaluate('window.events')
}

/** The frame gets the focus from the page, which takes a turn of both. */
async function focusGoesTo(page: Page, id: string): Promise<void> {
  const [, frame] = page.frames()
  assert.ok(frame)
  await frame.waitForFunction(`document.hasFocus() && document.activeElement.id === '${id}'`)
}

test('events report what the form needs: ready, brand, completeness, error', async () => {
  await using shop = await serve()

  await visiting(browser, shop.origin, async (page) => {
    await fillCard(page, '5555 5555 5555 4444')
    await cardForm(page).getByLabel('Card number').fill('5555 5555 5555 4443')
    await cardForm(page).getByLabel('Card number').blur()
    await cardForm(page).getByText('a digit is wrong').waitFor()
    const events = await eventsOf(page)
    const changes = events.filter(({ name }) => name === 'change')
    const full = { name: 'change', empty: false, complete: true, brand: 'mastercard', error: null }
    assert.equal(events.filter(({ name }) => name === 'ready').length, 1)
    assert.ok(changes.some((change) => JSON.stringify(change) === JSON.stringify(full)))
    const error = { field: 'number', message: 'Check the card number: a digit is wrong.' }
    assert.deepEqual(changes.at(-1), { ...full, complete: false, error })
  })
})

test('an incomplete form is not sent: its first field with an error gets the focus', async () => {
  await using shop = await serve()

  await visiting(browser, shop.origin, async (page) => {
    await cardForm(page).getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.locator('#message', { hasText: 'Enter month and year' }).waitFor()
    const field = cardForm(page).getByLabel('Expiry date')
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    await focusGoesTo(page, 'card-expiry')
  })
})

test('the form is filled in and sent by keyboard alone', async () => {
  await using shop = await serve()

  await visiting(browser, shop.origin, async (page) => {
    await cardForm(page).getByLabel('Card number').waitFor()
    const typed = { number: '4242424242424242', expiry: '1234', code: '123', holder: 'Ada King' }
    for (const [field, text] of Object.entries(typed)) {
      await page.keyboard.press('Tab')
      await focusGoesTo(page, `card-${field}`)
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Pay')
    await page.keyboard.press('Shift+Tab')
    await focusGoesTo(page, 'card-holder')
    await page.keyboard.press('Enter')
    await page.locator('#message', { hasText: 'succeeded' }).waitFor()
  })
})

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the ${theme} form, empty and with errors`, async () => {
    await using shop = await serve({ appearance: { theme } })
    const options = { colorScheme: theme, viewport: { width: 320, height: 700 } }

    const visit = async (page: Page) => {
      await cardForm(page).getByLabel('Card number').waitFor()
      // The frame has no ground of its own; axe does not look through it to that of the page.
      const ground = theme === 'light' ? '#fff' : '#121212'
      await page.frames()[1]?.evaluate(`document.body.style.background = '${ground}'`)
      for (const isMarked of [false, true]) {
        if (isMarked) await page.getByRole('button', { name: 'Pay' }).click()
        const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
        const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
        assert.deepEqual(
          violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
          [],
        )
      }
      const box = await page.locator('#card iframe').boundingBox()
      const [, frame] = page.frames()
      const height = await frame?.evaluate('document.documentElement.scrollHeight')
      assert.equal(box?.height, height)
    }
    await visiting(browser, shop.origin, visit, options)
  })
}

test('an appearance that cannot be read, or is not one, is refused and the form stays readable', async () => {
  const variables = { color_text: '#eeeeee', border_radius: 99, color_primary: 'red', shadow: 1 }
  await using shop = await serve({ appearance: { variables } })

  await visiting(browser, shop.origin, async (page) => {
    await cardForm(page).getByLabel('Card number').waitFor()
    const error = (await eventsOf(page)).find(({ name }) => name === 'error')
    for (const name of Object.keys(variables)) assert.match(error?.message ?? '', new RegExp(name))
    const color = 'getComputedStyle(document.querySelector("#card-number")).color'
    assert.equal(await page.frames()[1]?.evaluate(color), 'rgb(16, 24, 22)')
  })
})

test('a redirect can be left to the page, and one without a way back is refused', async () => {
  const three_ds = '4000 0000 0000 3220'
  await using manual = await serve({}, { handle_actions: false })
  await using lost = await serve()

  await visiting(browser, manual.origin, async (page) => {
    await payWith(page, three_ds)
    await page.getByText('requires_action').waitFor()
    const url = await page.evaluate('window.result.payment.next_action.redirect_to_url')
    assert.match(String(url), /^http/)
  })
  await visiting(browser, lost.origin, async (page) => {
    await payWith(page, three_ds)
    await page.getByText('Give it a return_url').waitFor()
  })
})

test('a page that the shopper returns to can read the payment, without the digits of the card', async () => {
  const { client_secret, payment_id } = await createPayment(florin)
  const script = mounting(florin.merchant.publishable_key, { client_secret })
  await using shop = await serveMerchant(florin, script)

  await visiting(browser, shop.origin, async (page) => {
    await payWith(page, '4242 4242 4242 4242')
    await page.getByText('succeeded').waitFor()
    const read = `florin.retrievePayment(${JSON.stringify(client_secret)})`
    const { payment } = await page.evaluate<{ payment: Record<string, unknown> }>(read)
    assert.equal(payment['payment_id'], payment_id)
    assert.equal(payment['status'], 'succeeded')
    assert.deepEqual(payment['card'], { brand: 'visa', last4: '4242' })
    const wrong = await page.evaluate<object>(`florin.retrievePayment('${payment_id}_secret_x')`)
    assert.match(JSON.stringify(wrong), /"code":"AU_01"/)
  })
})

test('a key that is not known is reported to the page', async () => {
  const { client_secret } = await createPayment(florin)
  const key = `pk_snd_${'a'.repeat(64)}`
  await using shop = await serveMerchant(florin, mounting(key, { client_secret }))

  await visiting(browser, shop.origin, async (page) => {
    await page.waitForFunction('window.events?.some(({ name }) => name === "error")')
    assert.match(JSON.stringify(await eventsOf(page)), /AU_01/)
  })
})

test('the form speaks the language that the page asks for, from right to left too', async () => {
  await using shop = await serve({ locale: 'he' })

  await visiting(browser, shop.origin, async (page) => {
    const root = cardForm(page).locator('html')
    await cardForm(page).locator('#card-number').waitFor()
    assert.equal(await root.getAttribute('lang'), 'he')
    assert.equal(await root.getAttribute('dir'), 'rtl')
  })
})

test('a page of another origin can call the routes for browsers and no other, and cannot send a cookie', async () => {
  await using shop = await serve()

  await visiting(browser, shop.origin, async (page) => {
    const headers = { 'api-key': florin.merchant.publishable_key }
    const call = (path: string, more: object) => {
      const init = JSON.stringify({ headers, ...more })
      const url = JSON.stringify(florin.base_url + path)
      return page.evaluate(`fetch(${url}, ${init}).then(({ status }) => status, () => 'blocked')`)
    }
    const json = { ...headers, 'Content-Type': 'application/json' }
    const card = { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2034' }
    const body = JSON.stringify({ card: { ...card, card_cvc: '123' } })
    assert.equal(await call('/tokens', { method: 'POST', headers: json, body }), 201)
    assert.equal(await call('/payments/list', {}), 'blocked')
    assert.equal(await call('/customers', { method: 'POST' }), 'blocked')
    assert.equal(await call('/payments/none', {}), 400)
    assert.equal(await call('/payments/none', { credentials: 'include' }), 'blocked')
  })
})
