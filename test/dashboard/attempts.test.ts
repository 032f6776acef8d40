// The calls to acquirers behind a payment: its attempts, and those whose outcome only a person can find out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Services } from '#kernel/context.ts'
import { certaintyTable } from '#core/providers/certainty.ts'
import type { Provider } from '#core/providers/provider.ts'
import { resolveOperation } from '#core/operations/resolve.ts'
import { testBank } from '#testing/bank.ts'
import { harness } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { connectAccount } from '../support/provider_accounts.ts'
import { openBrowser, workAs } from './dashboard.ts'

const browser = await openBrowser()
const { env } = await testBank()
const DECLINED = '4000000000000002'

/** From now on the bank acts, its answers are lost, and nothing that it offers finds out what it did. */
function loseAnswers(services: Services): void {
  const bank = services.provider
  const lossy: Partial<Provider> = {
    certainty: certaintyTable(0, { resend: null, revoke: 'none', query: 'exact' }),
    query: async () => 'never_seen',
    authorize: async (request) => {
      await bank.authorize(request)
      return { result: 'unknown' }
    },
  }
  Object.assign(services, { provider: { ...bank, ...lossy } })
}

test('a payment shows each attempt with its account, outcome and reason', async () => {
  await using shop = await harness({ env })
  const first = await connectAccount(shop, 'First', { priority: 10 })
  await connectAccount(shop, 'Second', { priority: 20 })
  const headers = { 'x-sandbox-acquirer': 'down', 'x-sandbox-connector': first }
  await shop.post('/payments', paymentBody({ payment_id: 'moved' }), { headers })
  const { unified_code, error_code } = (
    await shop.post('/payments', paymentBody({ payment_id: 'declined', ...withCard(DECLINED) }))
  ).body
  await workAs({ browser, shop, role: 'merchant_operator' }, '/payments/moved', async (visit) => {
    const { page } = visit
    const timeline = visit.card('Timeline')
    const step = (text: string) => timeline.getByRole('listitem').filter({ hasText: text })
    await step('Attempt 2: Second').getByText('Approved', { exact: true }).waitFor()
    await step('Attempt 1: First').getByText('Not sent, nothing charged').waitFor()
    await visit.card('Details').getByRole('link', { name: 'Second' }).waitFor()

    await visit.go('/payments/declined')
    const failed = step('Attempt 1: First')
    await failed.getByText('Declined', { exact: true }).waitFor()
    await failed.getByText(`${unified_code} · ${error_code}`).waitFor()
    await visit.press(visit.card('Details').getByRole('link', { name: 'First' }))
    await page.waitForURL('**/settings/providers')
  })
  const support = { browser, shop, role: 'merchant_customer_support' }
  await workAs(support, '/payments/moved', async (visit) => {
    await visit.page.getByText('Attempt 2: Sandbox bank').waitFor()
    assert.equal(await visit.card('Details').getByRole('link').count(), 0)
  })
})

test('a payment shows its card, items, addresses, metadata and creator, and a text about its decline', async () => {
  await using shop = await harness({ env })
  const { body } = await shop.post(
    '/payments',
    paymentBody({
      ...withCard(DECLINED),
      amount: 4_890,
      currency: 'EUR',
      merchant_order_reference_id: 'NW-104',
      metadata: { campaign: 'spring' },
      order_details: [{ name: 'Beans', quantity: 2, amount: 4_890, currency: 'EUR' }],
    }),
  )
  const role = 'merchant_operator'
  await workAs({ browser, shop, role }, `/payments/${body.payment_id}`, async (visit) => {
    const { page } = visit
    await visit.card('Card').getByText('Visa ···· 0002').waitFor()
    await visit.card('Items').getByText('2 × Beans').waitFor()
    await visit.card('Addresses').getByText(body.billing.address.line1).waitFor()
    await visit.card('Metadata').getByText('spring').waitFor()
    await visit.card('Origin').getByText('Created by').waitFor()
    await visit
      .card('Timeline')
      .getByText(/^payment_failed by /)
      .waitFor()
    await visit.press(visit.button('Copy the text'))
    assert.equal(
      await visit.copied(),
      'Your payment of €48.90 for order NW-104 did not go through. The bank that issued the card declined the payment. You have not been charged. Try another card or another way to pay.',
    )
    assert.equal(await page.getByRole('heading', { name: 'Card', exact: true }).count(), 1)
  })
})

test('a call that nothing settles is on Home and above the payments, with the command that resolves it', async () => {
  await using shop = await harness({ env })
  const { merchant, services } = shop
  loseAnswers(services)
  const body = paymentBody({ payment_id: 'unknown', amount: 4_890, currency: 'EUR' })
  const lost = await shop.post('/payments', body)
  assert.equal(lost.body.status, 'processing', lost.text)
  const [row] = await services.db.run<{ operation_id: string }>(
    `update operations set recorded_at = recorded_at - interval '2 minutes'
      where object_id = $1 returning operation_id`,
    ['unknown'],
  )
  const operation_id = row?.operation_id ?? ''
  const role = 'merchant_view_only'
  await workAs({ browser, shop, role }, '/', async (visit) => {
    const { page } = visit
    await page.getByText('1 outcome is not known').waitFor()
    await visit.press(page.getByRole('link', { name: 'See how: 1 outcome is not known' }))
    const note = page.getByRole('note')
    await note.getByText('The outcome of one call to an acquirer is not known').waitFor()
    await visit.press(note.locator('summary'))
    await note.getByText('Authorize, €48.90').waitFor()
    await visit.press(visit.button(/--nothing-moved$/))
    const resolve = `florin-server operations resolve ${merchant.merchant_id} ${operation_id}`
    assert.equal(await visit.copied(), `${resolve} --nothing-moved`)
    await visit.press(note.getByRole('link', { name: 'unknown' }))
    await page.waitForURL('**/payments/unknown')
    await page.getByText('Sent, no answer yet').waitFor()

    const about = { merchant_id: merchant.merchant_id, operation_id }
    await resolveOperation(services, services.registry.settlers, about)
    await visit.open('/payments')
    await page.getByRole('row').nth(1).waitFor()
    await visit.settled()
    assert.equal(await page.getByRole('note').count(), 0)
  })
})
