// Rows of every list are links as browsers know them, and so are the ways to the next page and the previous one.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '#testing/eventually.ts'
import { payingShop } from '../support/paying.ts'
import { withProfile } from '../support/subscribing.ts'
import { openStage, type Visit, visitAs } from './dashboard.ts'
import { makeObjects } from './objects.ts'

const { browser, shop } = await openStage(payingShop({ FLORIN_REQUEST_LOG: 'yes' }))
const ROWS = 25

/** Each list, and the pages that its rows lead to. */
const lists: Readonly<Record<string, RegExp>> = {
  '/payments': /\/payments\/pay_/,
  '/refunds': /\/refunds\/ref_/,
  '/disputes': /\/disputes\/\w+/,
  '/payouts': /\/payouts\/po_/,
  '/customers': /\/customers\/cus_/,
  '/payment-links': /\/payment-links\/plink_/,
  '/subscriptions': /\/subscriptions\/sub_/,
  '/coupons': /\/coupons\/SPRING/,
  '/invoices': /\/invoices\/inv_/,
  '/balances': /\/(payments|refunds|payouts|disputes)\/\w+/,
  '/api-keys': /\/api-keys\/key_/,
  '/webhooks': /\/events\/evt_/,
  '/events': /\/events\/evt_/,
  '/requests': /\/requests\/req_/,
  '/team': /\/team\/usr_/,
  '/audit?by=everyone': /\/audit\/\w+\?at=/,
}

let visit: Visit
before(async () => {
  await makeObjects(shop)
  const coupon = { coupon_code: 'SPRING', percent_off: 10, duration: 'once' }
  const made = await withProfile(shop).post('/subscriptions/coupons', coupon)
  assert.equal(made.status, 201, made.text)
  visit = await visitAs(browser, shop, 'org_admin')
  await visit.open('/')
  await visit.settled()
})
after(() => visit[Symbol.asyncDispose]())

const ANY_PAGE = '**/dashboard/**'

/** The path of the tab that the action opens; what is in the tab does not matter. */
async function newTab(page: Page, action: () => Promise<void>): Promise<string> {
  const context = page.context()
  await context.route(ANY_PAGE, (route) =>
    route.request().isNavigationRequest()
      ? route.fulfill({ contentType: 'text/html', body: '' })
      : route.fallback(),
  )
  const [tab] = await Promise.all([context.waitForEvent('page'), action()])
  await tab.waitForURL(/dashboard/, { waitUntil: 'commit' })
  const { pathname, search } = new URL(tab.url())
  await tab.close()
  await page.bringToFront()
  await context.unroute(ANY_PAGE)
  return pathname + search
}

/** Selects a text as a mouse does; undefined if nothing is selected then. */
async function drag(page: Page, text: Locator): Promise<string | undefined> {
  const box = await text.boundingBox()
  assert.ok(box)
  const [from, to] = [0.02, 0.98].map((part) => box.x + box.width * part) as [number, number]
  await page.mouse.move(from, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(to, box.y + box.height / 2, { steps: 10 })
  await page.mouse.up()
  return (await page.evaluate<string>('String(getSelection())')) || undefined
}

const ANSWER_MS = 30_000

/** Chromium may never answer about a tab that is closing; the action is then repeated. */
function answered<T>(what: string, action: () => Promise<T | undefined>): Promise<T> {
  const tooLate = () => setTimeout(ANSWER_MS, undefined, { ref: false })
  return eventually(what, () => Promise.race([action(), tooLate()]))
}

for (const [path, target] of Object.entries(lists)) {
  test(`${path}: Ctrl-click and middle click open a row in a new tab, and its text can be selected`, async () => {
    const { page } = visit
    await visit.go(path)
    const row = page.locator('main tbody tr').filter({ has: page.locator('td:first-child > a') })
    const link = row.first().locator('td:first-child > a')
    const href = await eventually('the list is shown', async () => {
      const found = await link.getAttribute('href', { timeout: 5_000 }).catch(() => null)
      return found !== null && target.test(found) ? found : undefined
    })
    const shown = page.url()
    const [first, second] = ['td:nth-child(1) > span', 'td:nth-child(2) > span'].map((cell) =>
      row.first().locator(cell),
    ) as [Locator, Locator]

    const tabs = [
      await answered('a tab', () => newTab(page, () => first.click({ modifiers: ['Control'] }))),
      await answered('a tab', () => newTab(page, () => second.click({ button: 'middle' }))),
    ]

    assert.deepEqual(tabs, [href, href])
    for (const text of [first, second]) {
      // The first press after another tab was closed only brings this one back.
      const selected = await answered('text is selected', () => drag(page, text))
      assert.ok((await text.innerText()).includes(selected), selected)
    }
    assert.equal(page.url(), shown)
    assert.deepEqual(visit.faults, [])
  })
}

test('a click on the text of a row opens it, and arrow keys move between the links of rows', async () => {
  const { page } = visit
  await visit.open('/payments')
  const links = page.locator('main tbody td:first-child > a')
  await links.nth(1).waitFor()
  const href = await links.first().getAttribute('href')
  const besideText = () => links.first().click({ modifiers: ['Control'], position: { x: 3, y: 3 } })
  assert.equal(await newTab(page, besideText), href)
  await links.first().focus()
  await page.keyboard.press('ArrowDown')
  assert.equal(await links.nth(1).evaluate((link) => link.matches(':focus')), true)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL(/payments\/pay_/)
  await page.goBack()
  await page.locator('main tbody tr').nth(1).locator('td:nth-child(2) > span').click()
  await page.waitForURL(/payments\/pay_/)
})

test('Previous and Next are links, and Previous leads from a shared URL to the page before', async () => {
  for (let n = 0; n < 2 * ROWS; n++) await shop.post('/customers', { name: `Person ${n}` })
  const { data } = (await shop.get('/customers/list?limit=100')).body
  const ids: string[] = data.map(({ customer_id }: { customer_id: string }) => customer_id)
  const { page } = visit
  const shown = async () => {
    await visit.settled()
    const links = page.locator('main tbody td:first-child > a')
    return links.evaluateAll((all) =>
      all.map((link) => link.getAttribute('href')?.split('/').at(-1)),
    )
  }
  const pages = page.getByRole('navigation', { name: 'Pages' })
  // As a shared link: the tab has no history.
  await visit.open(`/customers?starting_after=${ids[ROWS - 1]}`)
  assert.deepEqual(await shown(), ids.slice(ROWS, 2 * ROWS))

  await pages.getByRole('link', { name: 'Previous' }).click()
  await page.waitForURL(/ending_before/)
  assert.deepEqual(await shown(), ids.slice(0, ROWS))
  assert.equal(await pages.getByRole('button', { name: 'Previous' }).isDisabled(), true)
  const next = pages.getByRole('link', { name: 'Next' })
  const href = await next.getAttribute('href')
  assert.equal(await newTab(page, () => next.click({ modifiers: ['Control'] })), href)

  await next.click()
  await page.waitForURL(/starting_after/)
  assert.deepEqual(await shown(), ids.slice(ROWS, 2 * ROWS))
  await visit.open(`/customers?starting_after=${ids.at(-1)}`)
  await page.getByRole('link', { name: 'Open the first page' }).click()
  assert.deepEqual(await shown(), ids.slice(0, ROWS))
})
