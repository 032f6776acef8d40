// A developer looks for what a program sent, in the browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { signedInAs } from '#testing/team.ts'
import { untilLogged } from '../support/request_log.ts'
import { openBrowser, type Visit, workAs } from './dashboard.ts'

const browser = await openBrowser()
const env = { FLORIN_PROVIDER: 'instant', FLORIN_REQUEST_LOG: 'yes' }

function visited(
  shop: Shop,
  path: string,
  work: (visit: Visit) => Promise<void>,
  role = 'merchant_developer',
): Promise<void> {
  return workAs({ browser, shop, role }, path, work)
}

test("from a payment's page to the request that made it, with its bodies and without its secrets", async () => {
  await using shop = await harness({ env })
  const body = paymentBody({ confirm: true, payment_id: 'pay_mine', description: 'Two mugs' })
  await shop.post('/payments', body, { headers: { 'User-Agent': 'florin-node/1.2.3' } })
  await shop.post('/payments/pay_mine/capture', { amount_to_capture: 1 })
  await untilLogged(shop, 'object_id=pay_mine', 2)
  await visited(shop, '/payments/pay_mine', async (visit) => {
    const { page } = visit
    const card = page.getByRole('region', { name: 'Requests' })
    await card.getByText('POST /payments/pay_mine/capture').waitFor()
    await visit.press(card.getByRole('link', { name: 'POST /payments', exact: true }))
    await page.waitForURL(/requests\/req_/)

    const sent = page.getByLabel('Request', { exact: true }).last()
    await sent.getByText('"currency": "EUR"').waitFor()
    assert.match((await sent.textContent()) ?? '', /"card_cvc": never stored/)
    assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /Two mugs|4242424242/)
    await page.getByText('florin-node/1.2.3').waitFor()
    await page.getByRole('link', { name: 'Payment succeeded' }).waitFor()
    await visit.press(page.getByRole('link', { name: 'pay_mine' }))
    await page.waitForURL(/payments\/pay_mine/)
    await visit.press(card.getByRole('link', { name: 'See all' }))
    await page.waitForURL(/requests\?object_id=pay_mine/)
  })
})

test('filters of the log are in the URL, and the live tail shows new requests by itself', async () => {
  await using shop = await harness({ env })
  await shop.post('/customers', { customer_id: 'ada' })
  await shop.post('/customers', { customer_id: 'ada' })
  await untilLogged(shop, 'limit=10', 2)
  await visited(shop, '/requests', async (visit) => {
    const { page } = visit
    const rows = page.locator('tbody tr')
    const listed = (count: number) =>
      eventually(`${count} are listed`, async () => (await rows.count()) === count)
    await listed(2)
    await visit.press(visit.button('Add filter'))
    await visit.press(page.getByRole('menuitem', { name: 'Outcome' }))
    await visit.press(visit.confirm('Refused (4xx)'))
    await page.waitForURL(/status_class=4xx/)
    await listed(1)
    await page.getByText('409').waitFor()
    await page.reload()
    await listed(1)
    await visit.press(page.getByRole('switch', { name: 'Live tail' }))

    await shop.post('/customers', { customer_id: 'ada' })

    await listed(2)
  })
})

test('a role without requests:read sees neither the log nor the card', async () => {
  await using shop = await harness({ env })
  await shop.post('/payments', paymentBody({ payment_id: 'pay_mine' }))
  const admin = await signedInAs(shop, 'merchant_admin')
  const role = { role_name: 'Payments only', groups: ['operations_view'] }
  const { role_id } = (await admin.post('/user/role', role)).body
  await visited(
    shop,
    '/payments/pay_mine',
    async ({ page }) => {
      await page.getByRole('region', { name: 'Details' }).waitFor()
      assert.equal(await page.getByRole('link', { name: 'Logs' }).count(), 0)
      assert.equal(await page.getByRole('region', { name: 'Requests' }).count(), 0)
    },
    role_id,
  )
})
