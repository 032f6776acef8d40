// Outcomes on the hosted page: the receipt, and the sign of a decline.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  APPROVED,
  fillCard,
  heading,
  type Hosted,
  NO_FUNDS,
  payButton,
  startHosted,
} from './hosted_page.ts'

let hosted: Hosted
before(async () => {
  hosted = await startHosted()
})
after(() => hosted?.[Symbol.asyncDispose]())

test('a receipt has the order number of the link; other metadata does not reach the browser', async () => {
  const metadata = { order_id: 'NW-1042', margin: 'forty percent' }
  const link = await hosted.createLink({ metadata })
  await hosted.visit(link.url, async (page) => {
    assert.ok(!(await page.content()).includes('forty percent'))
    await fillCard(page, APPROVED)
    await payButton(page).click()
    await heading(page, 'Payment successful').waitFor()
    const facts = page.getByRole('region', { name: 'Receipt' }).locator('dl > div')
    await facts.filter({ hasText: 'Order number' }).getByText('NW-1042', { exact: true }).waitFor()
  })
})

test('a decline has a sign of its own beside its words', async () => {
  const link = await hosted.createLink()
  await hosted.visit(link.url, async (page) => {
    await fillCard(page, NO_FUNDS)
    await payButton(page).click()
    await page.locator('.bad-note .sign-fail[aria-hidden="true"] svg').waitFor()
    await page.locator('.bad-note').getByText('The card has insufficient funds.').waitFor()
  })
})
