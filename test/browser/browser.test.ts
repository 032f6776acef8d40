// A customer in a real browser: from `next_action` to the bank's page, a choice there, and back to the
// shop. Each way to pay is walked with each choice, in each manner a person may have of using a page.
// FLORIN_SCREENSHOTS names a folder to look at the pages in.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { billing } from '#testing/payment_body.ts'
import { until } from '../support/expect.ts'
import {
  focusOf,
  closePages,
  testBrowser,
  openReturnPage,
  type ReturnPage,
  widthOf,
} from './browser.ts'

const NARROW = { width: 320, height: 640 }
const WIDE = { width: 1280, height: 800 }

const card = {
  card_number: '4000003800000446',
  card_exp_month: '12',
  card_exp_year: '2099',
  card_cvc: '123',
}

const methods = {
  card: {
    payment_method: 'card',
    payment_method_type: 'credit',
    payment_method_data: { card },
  },
  ideal: {
    payment_method: 'bank_redirect',
    payment_method_type: 'ideal',
    payment_method_data: { bank_redirect: { ideal: {} } },
  },
  paypal: {
    payment_method: 'wallet',
    payment_method_type: 'paypal',
    payment_method_data: { wallet: { paypal: {} } },
  },
}
type Method = keyof typeof methods

/** Outcome behind each button. A card fails in its authentication, other methods are refused. */
const choices = {
  Approve: { status: 'succeeded', card: null, other: null, effect: 'charged' },
  Decline: { status: 'failed', card: 'UE_5001', other: 'UE_1099', effect: 'declined' },
  Abandon: { status: 'failed', card: 'UE_5003', other: 'UE_1017', effect: 'declined' },
} as const
type Choice = keyof typeof choices

interface Manner {
  options: BrowserContextOptions
  choose: (page: Page, choice: Choice) => Promise<void>
}

const manners: Record<string, Manner> = {
  'by mouse': { options: { viewport: WIDE }, choose: click },
  'by keyboard alone': { options: { viewport: WIDE }, choose: tabAndEnter },
  'by touch on a small screen': {
    options: { viewport: NARROW, isMobile: true, hasTouch: true },
    choose: (page, choice) => page.getByRole('button', { name: choice }).tap(),
  },
  'without scripts': { options: { viewport: WIDE, javaScriptEnabled: false }, choose: click },
}

function click(page: Page, choice: Choice): Promise<void> {
  return page.getByRole('button', { name: choice }).click()
}

async function tabAndEnter(page: Page, choice: Choice): Promise<void> {
  for (const reached of Object.keys(choices)) {
    await page.keyboard.press('Tab')
    const { text, outline_px } = await focusOf(page)
    assert.match(text, new RegExp(`^${reached}`))
    assert.ok(outline_px >= 2, 'the focus cannot be seen')
    if (reached === choice) return page.keyboard.press('Enter')
  }
}

let browser: Browser
let shop: Shop
let back: ReturnPage

before(async () => {
  browser = await testBrowser()
  shop = await harness({ env: (await testBank()).env })
  back = await openReturnPage()
})
after(async () => {
  await closePages(browser)
  await back?.[Symbol.asyncDispose]()
  await shop?.[Symbol.asyncDispose]()
})

interface Waiting {
  payment_id: string
  page_url: string
}

/** A payment that waits for its customer. */
async function pay(method: Method, more: object = {}): Promise<Waiting> {
  const answer = await shop.post('/payments', {
    amount: 1234,
    currency: 'EUR',
    confirm: true,
    return_url: `${back.url}?order=7`,
    billing,
    ...methods[method],
    ...more,
  })
  assert.equal(answer.body.status, 'requires_action', answer.text)
  assert.equal(answer.body.next_action.type, 'redirect_to_url')
  const { payment_id, next_action } = answer.body
  return { payment_id, page_url: next_action.redirect_to_url }
}

async function statusOf({ payment_id }: Waiting): Promise<string> {
  return (await shop.get(`/payments/${payment_id}`)).body.status
}

async function effectsOf({ payment_id }: Waiting): Promise<string[]> {
  const facts = await (await testBank()).log()
  return facts.filter((fact) => fact.reference === payment_id).map((fact) => fact.effect)
}

/** A browser of its own, without cookies or a past, closed at the end. */
async function visiting(options: BrowserContextOptions, visit: (page: Page) => Promise<void>) {
  const context = await browser.newContext(options)
  const mistakes: string[] = []
  context.on('weberror', (error) => mistakes.push(error.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error') mistakes.push(message.text())
  })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    await visit(page)
  } finally {
    await context.close()
  }
  return mistakes
}

for (const method of ['card', 'ideal'] as const) {
  for (const [choice, { status, effect, ...codes }] of Object.entries(choices)) {
    for (const [how, { options, choose }] of Object.entries(manners)) {
      test(`${method}: ${choice} ${how} leads back to the shop, which reads ${status}`, async () => {
        const waiting = await pay(method)
        const before = back.visits.length

        const mistakes = await visiting(options, async (page) => {
          await page.goto(waiting.page_url)
          assert.ok((await widthOf(page)) <= (options.viewport?.width ?? 0))
          await choose(page, choice as Choice)
          await page.waitForURL(`${back.url}?**`)
        })

        assert.deepEqual(mistakes, [])
        assert.deepEqual(
          back.visits.slice(before).map((query) => Object.fromEntries(query)),
          [{ order: '7', payment_id: waiting.payment_id, status }],
        )
        const { body } = await shop.get(`/payments/${waiting.payment_id}`)
        assert.equal(body.status, status)
        assert.equal(body.unified_code, method === 'card' ? codes.card : codes.other)
        assert.equal(body.next_action, null)
        assert.deepEqual(await effectsOf(waiting), ['challenged', 'looked_at', effect])
      })
    }
  }
}

test('going back after the choice shows that it was made, and leads to the shop again', async () => {
  const waiting = await pay('card')
  const before = back.visits.length
  await visiting({ viewport: NARROW }, async (page) => {
    await page.goto(waiting.page_url)
    await click(page, 'Approve')
    await page.waitForURL(`${back.url}?**`)

    await page.goBack()
    await page.getByRole('heading', { name: 'This page was already answered' }).waitFor()
    assert.equal(await page.getByRole('button').count(), 0)
    await page.getByRole('link', { name: 'Go back to the shop' }).click()
    await page.waitForURL(`${back.url}?**`)
  })

  const reported = back.visits.slice(before).map((query) => query.get('status'))
  assert.deepEqual(reported, ['succeeded', 'succeeded'])
  assert.deepEqual(await effectsOf(waiting), ['challenged', 'looked_at', 'charged'])
})

test('of two open tabs the first choice counts, and the other tab says so', async () => {
  const waiting = await pay('paypal')
  await visiting({ viewport: WIDE }, async (page) => {
    const other = await page.context().newPage()
    for (const tab of [page, other]) await tab.goto(waiting.page_url)

    await click(page, 'Decline')
    await page.waitForURL(`${back.url}?**`)
    await click(other, 'Approve')

    await other.getByRole('heading', { name: 'This page was already answered' }).waitFor()
    await other.getByText('The payment was not made.').waitFor()
  })

  assert.equal(await statusOf(waiting), 'failed')
  assert.deepEqual(await effectsOf(waiting), ['challenged', 'looked_at', 'declined'])
})

test('a double click on Approve charges once and ends at the shop', async () => {
  const waiting = await pay('card')
  await visiting({ viewport: WIDE }, async (page) => {
    await page.goto(waiting.page_url)
    await page.getByRole('button', { name: 'Approve' }).dblclick()
    // The second click ends the navigation of the first: waitForURL() would report that one as aborted.
    await until(() => Promise.resolve(page.url().startsWith(`${back.url}?`)))
  })

  assert.equal(back.visits.at(-1)?.get('status'), 'succeeded')
  assert.equal(await statusOf(waiting), 'succeeded')
  assert.deepEqual(await effectsOf(waiting), ['challenged', 'looked_at', 'charged'])
})

/** Shop data that is hard to lay out: long, unbroken, or meant to run. */
const awkward = {
  amount: 999_999_999_999,
  currency: 'KWD',
  payment_id: 'W'.repeat(64),
  statement_descriptor_name: '<b>WWW&WWWWWWWWWWW</b>',
}

/** Each page there is, as a way to get to it. */
const pages: Record<string, (page: Page) => Promise<unknown>> = {
  'the page of a card': async (page) => page.goto((await pay('card')).page_url),
  'the page of another method': async (page) => page.goto((await pay('ideal')).page_url),
  'a page with long words': async (page) => page.goto(await awkwardPage()),
  'an answered page': async (page) => {
    const { page_url } = await pay('card')
    await page.goto(page_url)
    await click(page, 'Approve')
    await page.waitForURL(`${back.url}?**`)
    await page.goto(page_url)
  },
  'a page that is not there': async (page) => page.goto(`${(await testBank()).url}/pages/nowhere`),
}

let awkwardUrl: Promise<string> | undefined

/** Its payment_id can be used once only. */
function awkwardPage(): Promise<string> {
  awkwardUrl ??= pay('card', awkward).then(({ page_url }) => page_url)
  return awkwardUrl
}

for (const [name, open] of Object.entries(pages)) {
  test(`${name} has no fault for people or their aids`, async () => {
    await visiting({ viewport: NARROW, colorScheme: 'light' }, async (page) => {
      await open(page)
      assert.deepEqual(await faultsOf(new AxeBuilder({ page }).setLegacyMode()), [])
      // The other colours change nothing but the contrast.
      await page.emulateMedia({ colorScheme: 'dark' })
      await keep(page, `${name} dark`)
      const contrast = new AxeBuilder({ page }).setLegacyMode().withRules(['color-contrast'])
      assert.deepEqual(await faultsOf(contrast), [])
      await page.emulateMedia({ colorScheme: 'light' })
      for (const viewport of [NARROW, WIDE]) {
        await page.setViewportSize(viewport)
        assert.ok((await widthOf(page)) <= viewport.width)
        await keep(page, `${name} ${viewport.width}`)
      }
    })
  })
}

/** Of any weight, and what could not be judged is a fault too. */
async function faultsOf(axe: AxeBuilder): Promise<unknown[]> {
  const { violations, incomplete } = await axe.analyze()
  return [...violations, ...incomplete].map(({ id, impact, nodes }) => [id, impact, nodes[0]?.html])
}

async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env['FLORIN_SCREENSHOTS']
  if (!folder) return
  await page.screenshot({ path: join(folder, `${name.replaceAll(' ', '_')}.png`), fullPage: true })
}

test('letters twice as large still fit a small screen', async () => {
  await visiting({ viewport: NARROW }, async (page) => {
    await page.goto(await awkwardPage())
    await page.evaluate('document.documentElement.style.fontSize = "200%"')
    assert.equal(await page.evaluate('getComputedStyle(document.body).fontSize'), '32px')
    assert.ok((await widthOf(page)) <= NARROW.width)
  })
})

test('every button is large enough for a thumb', async () => {
  await visiting({ viewport: NARROW, isMobile: true, hasTouch: true }, async (page) => {
    await page.goto((await pay('card')).page_url)
    for (const button of await page.getByRole('button').all()) {
      const box = await button.boundingBox()
      assert.ok(box && box.height >= 44 && box.width >= 44, JSON.stringify(box))
    }
  })
})

test('the pages ask no other machine for anything and run no script', async () => {
  const asked: string[] = []
  await visiting({ viewport: WIDE }, async (page) => {
    page.on('request', (request) => asked.push(new URL(request.url()).origin))
    await page.goto((await pay('card')).page_url)
    assert.equal(await page.locator('script').count(), 0)
  })
  assert.deepEqual([...new Set(asked)], [(await testBank()).url])
})
