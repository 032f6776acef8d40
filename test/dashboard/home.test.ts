// A new merchant's Home: the first day's checklist, and the tasks before the figures on a phone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness } from '#testing/harness.ts'
import { withCard } from '#testing/payment_body.ts'
import { anotherShop } from '../support/team_users.ts'
import { openStage, visitAs } from './dashboard.ts'

const { browser, shop } = await openStage(harness({ env: { FLORIN_PROVIDER: 'instant' } }))
const APPROVED = '4242424242424242'

test("a new merchant's checklist follows its own data, leads to each step, and stays dismissed", async () => {
  const own = await anotherShop(shop)
  const { merchant_id, profile_id } = own.merchant
  await using visit = await visitAs(browser, own, 'org_admin')
  const { page } = visit
  await visit.open('/')
  const list = page.getByRole('region', { name: 'Get started' })
  await list.getByText('0 of 5 done').waitFor()
  for (const [step, path] of [
    ['Show your brand', `/settings/${profile_id}#pages`],
    ['Receive webhooks', '/webhooks'],
    ['Take a first payment', '/payment-links/new'],
    ['Turn on your second factor', '/account'],
    ['Invite a colleague', '/team#invite'],
    ['Before you go live', '/docs/guides/going-live'],
  ] as const) {
    const href = await list.getByRole('link', { name: step }).getAttribute('href')
    assert.equal(href?.replace('/dashboard', ''), path)
  }

  await own.post(`/account/${merchant_id}/business_profile/${profile_id}`, {
    webhook_details: { webhook_url: 'https://shop.example/hooks' },
    payment_link_config: { theme: '#0f766e' },
  })
  const sale = { amount: 1000, currency: 'EUR', confirm: true, ...withCard(APPROVED) }
  assert.equal((await own.post('/payments', sale)).body.status, 'succeeded')
  await page.reload()

  await list.getByText('3 of 5 done').waitFor()
  assert.equal(await list.getByRole('img', { name: 'Done' }).count(), 3)
  await visit.press(list.getByRole('button', { name: 'Dismiss the checklist' }))
  await list.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('region', { name: 'Needs attention' }).waitFor()
  await visit.settled()
  assert.equal(await list.count(), 0)
  assert.deepEqual(visit.faults, [])
})

test('Roll on Home opens the dialog that rolls the expiring key', async () => {
  const own = await anotherShop(shop)
  const expiration = new Date(shop.clock.now().getTime() + 5 * 86_400_000).toISOString()
  const keys = `/api_keys/${own.merchant.merchant_id}`
  const { body } = await own.post(keys, { name: 'Old', scopes: ['payments:read'], expiration })
  await using visit = await visitAs(browser, own, 'org_admin')
  await visit.open('/')
  await visit.press(visit.page.getByRole('link', { name: 'Roll: API key expires' }))
  await visit.press(visit.confirm('Roll the key'))
  await visit.page.getByTestId('secret').waitFor()

  const rolled = (await own.get(`${keys}/list`)).body as { name: string; key_id: string }[]
  assert.equal(rolled.filter(({ name }) => name === 'Old').length, 2, JSON.stringify(body))
})

test('on a phone the tasks are before the figures, and behind them on a desktop', async () => {
  const own = await anotherShop(shop)
  await using visit = await visitAs(browser, own, 'org_admin')
  const { page } = visit
  await visit.open('/')
  const titles = async () => {
    await page.getByText('No payments yet').waitFor()
    await visit.settled()
    return page.locator('main h2').allTextContents()
  }

  await page.setViewportSize({ width: 390, height: 844 })
  assert.deepEqual(await titles(), ['Needs attention', 'Get started', 'No payments yet'])
  await page.setViewportSize({ width: 1440, height: 900 })
  assert.deepEqual(await titles(), ['No payments yet', 'Needs attention', 'Get started'])
})
