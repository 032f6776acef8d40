// A payment without a `return_url`: the customer comes back to a page that says what became of it.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { closePages, testBrowser, widthOf } from './browser.ts'

const folder = process.env['FLORIN_SCREENSHOTS']

async function payWithChallenge(shop: Shop): Promise<string> {
  const card = { card_number: '4000003800000446', card_exp_month: '12', card_exp_year: '2099' }
  const payment = await shop.post(
    '/payments',
    paymentBody({ payment_method_data: { card: { ...card, card_cvc: '123' } } }),
  )
  assert.equal(payment.body.status, 'requires_action', payment.text)
  return payment.body.next_action.redirect_to_url as string
}

const outcomes = [
  { choice: 'Approve', scheme: 'light', locale: 'en-GB', title: 'Payment successful' },
  { choice: 'Decline', scheme: 'dark', locale: 'de-DE', title: 'Es wurde nicht bezahlt' },
] as const

for (const { choice, scheme, locale, title } of outcomes) {
  test(`without a return_url the customer who chose "${choice}" reads the outcome in ${locale}`, async () => {
    await using shop = await harness({ env: (await testBank()).env })
    const browser = await testBrowser()
    try {
      const viewport = { width: 375, height: 700 }
      const context = await browser.newContext({ viewport, colorScheme: scheme, locale })
      const page = await context.newPage()
      const problems: string[] = []
      page.on('console', (message) => problems.push(message.text()))
      await page.goto(await payWithChallenge(shop))

      await page.getByRole('button', { name: choice }).click()
      await page.waitForURL('**/payments/return/**')

      const heading = await page.getByRole('heading').textContent()
      if (folder) await page.screenshot({ path: join(folder, `return-${choice}.png`) })
      assert.equal(heading, title)
      assert.equal(await widthOf(page), 375)
      assert.deepEqual((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations, [])
      assert.deepEqual(problems, [])
    } finally {
      await closePages(browser)
    }
  })
}

test('a program that comes back without a return_url gets JSON', async () => {
  await using shop = await harness({ env: (await testBank()).env })
  await payWithChallenge(shop)
  const [payment] = (await shop.get('/payments/list')).body.data
  const operation = await shop.services.db.run<{ authorization_id: string }>(
    'select authorization_id from payments where merchant_id = $1',
    [shop.merchant.merchant_id],
  )
  const path = `/payments/return/${shop.merchant.merchant_id}/${payment.payment_id}`
  const query = `?operation_id=${operation[0]?.authorization_id}`

  const answer = await shop.with(undefined).get(path + query)

  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.body, { payment_id: payment.payment_id, status: 'requires_action' })
})
