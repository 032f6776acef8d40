// Ctrl K: whatever a person has at hand leads to the object, the page or the action.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testBank } from '#testing/bank.ts'
import { harness } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { indexNow } from '#testing/search.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { confirm, created, withProfile } from '../support/subscribing.ts'
import { openStage, type Visit, visitAs, workAs } from './dashboard.ts'

const { browser, shop } = await openStage(harness({ env: (await testBank()).env }))

const TOVE = { email: 'tove.jansson@example.com', name: 'Tove Jansson' }
const { customer_id } = (await shop.post('/customers', TOVE)).body
const { payment_id } = (
  await shop.post(
    '/payments',
    paymentBody({
      ...withCard('4000000000009235'),
      amount: 17_100,
      currency: 'EUR',
      customer_id,
      merchant_order_reference_id: 'NW-104',
      description: 'Hand grinder',
    }),
  )
).body
const profile = withProfile(shop)
const plan = await profile.post('/subscriptions/plans', {
  name: 'Beans every month',
  prices: [{ amount: 3_400, currency: 'EUR', interval: 'month' }],
})
await profile.post('/subscriptions/coupons', {
  coupon_code: 'WELCOME20',
  percent_off: 20,
  duration: 'once',
})
const { item_price_id } = plan.body.prices[0]
const subscription = await created(profile, {}, { customer_id, item_price_id })
await confirm(profile, subscription)
await runSweeps(shop)
await indexNow(shop.services)
const { number } = (await profile.get(`/invoices/${subscription.body.invoice.id}`)).body

async function ask(visit: Visit, text: string): Promise<void> {
  await visit.page.getByRole('combobox', { name: 'Find' }).fill(text)
}

const option = ({ page }: Visit, group: string, text: string) =>
  page
    .getByRole('group', { name: group, exact: true })
    .getByRole('option')
    .filter({ hasText: text })

test('every search of a support agent finds its object, page or action', async () => {
  const searches = [
    ['tove', 'Customers', 'Tove Jansson'],
    ['Tove Jansson', 'Customers', 'Tove Jansson'],
    ['tove.jansson@example.com', 'Payments', '€171.00'],
    ['jansson', 'Subscriptions', 'Beans every month'],
    ['NW-104', 'Payments', 'NW-104'],
    ['104', 'Payments', 'NW-104'],
    ['9235', 'Payments', '•••• 9235'],
    ['171.00', 'Payments', '€171.00'],
    ['171', 'Payments', '€171.00'],
    [payment_id, 'Payments', '€171.00'],
    [payment_id.slice(0, payment_id.length / 2), 'Payments', '€171.00'],
    ['grinder', 'Payments', 'Hand grinder'],
    ['WELCOME20', 'Coupons', 'WELCOME20'],
    [number, 'Invoices', number],
    ['beans', 'Plans', 'Beans every month'],
    ['Refunds', 'Pages', 'Refunds'],
    ['paym', 'Pages', 'Payments'],
    ['create', 'Actions', 'New payment link'],
    ['create a link', 'Actions', 'New payment link'],
    ['invite', 'Actions', 'Invite people'],
    ['dark', 'Actions', 'Dark theme'],
    ['log out', 'Actions', 'Sign out'],
    ['new payout', 'Actions', 'New payout'],
  ] as const
  await workAs({ browser, shop, role: 'merchant_admin' }, '/', async (visit) => {
    await visit.page.keyboard.press('Control+K')
    for (const [text, group, name] of searches) {
      await ask(visit, text)
      await option(visit, group, name).first().waitFor()
    }
    await ask(visit, 'zzz')
    await visit.page.getByText(/^Nothing begins like this/).waitFor()
  })
})

test('by keyboard alone a payment and a page are opened, and an action runs', async () => {
  await using visited = await visitAs(browser, shop, 'merchant_admin')
  const { page } = visited
  await visited.open('/')
  await page.getByRole('navigation', { name: 'Main' }).first().waitFor()

  await page.keyboard.press('Control+K')
  await ask(visited, 'NW-104')
  await option(visited, 'Payments', 'NW-104').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/dashboard/payments/${payment_id}`)

  await page.keyboard.press('Control+K')
  await ask(visited, 'paym')
  await option(visited, 'Pages', 'Payments').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/payments')

  await page.keyboard.press('Control+K')
  await ask(visited, 'dark theme')
  await option(visited, 'Actions', 'Dark theme').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()

  await page.keyboard.press('Control+K')
  await ask(visited, 'invite')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Invite people' }).waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => url.hash === '')

  await page.keyboard.press('Control+K')
  await ask(visited, 'log out')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/sign-in')
  assert.deepEqual(visited.faults, [])
})

test('a role without payouts and users is offered neither', async () => {
  await workAs({ browser, shop, role: 'merchant_view_only' }, '/', async (visit) => {
    await visit.page.keyboard.press('Control+K')
    await ask(visit, 'tove')
    await option(visit, 'Customers', 'Tove Jansson').waitFor()
    for (const text of ['new payout', 'invite', 'create']) {
      await ask(visit, text)
      await visit.page.getByText(/^Nothing begins like this/).waitFor()
    }
  })
})
