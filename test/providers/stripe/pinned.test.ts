// A card that a customer entered on Stripe's page belongs to one account.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { startStripe } from './server.ts'

/** Pays on Stripe's page, and returns the saved method. */
async function saveOnPage(shop: Shop): Promise<string> {
  await shop.post('/customers', { customer_id: 'ada' })
  const asked = paymentBody({
    payment_id: 'page',
    payment_method_data: { provider_page: {} },
    customer_id: 'ada',
    setup_future_usage: 'off_session',
    return_url: 'https://shop.example/back',
  })
  const { body, text } = await shop.post('/payments', asked)
  assert.equal(body.status, 'requires_action', text)
  const form = { method: 'POST', body: 'number=4242424242424242', redirect: 'manual' } as const
  const paid = await fetch(body.next_action.redirect_to_url, form)
  await fetch(paid.headers.get('Location') ?? '', { redirect: 'manual' })
  const done = await shop.get('/payments/page')
  assert.equal(done.body.status, 'succeeded', done.text)
  return done.body.payment_method_id
}

test('a card from the page of Stripe is listed with its account, and cannot be charged while that is disabled', async () => {
  const server = await startStripe({ raw_cards: false })
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(() => server.stop())
  const shop = cleanup.use(await harness({ env: { FLORIN_STRIPE_URL: server.url } }))
  const all = `/account/${shop.merchant.merchant_id}/connectors`
  const { connector_id } = (
    await shop.post(all, {
      connector_name: 'stripe',
      card_entry: 'provider_page',
      credentials: { secret_key: server.key },
    })
  ).body
  const payment_method_id = await saveOnPage(shop)

  const { data } = (await shop.get(`${all}/${connector_id}/pinned_methods`)).body
  assert.equal(data.length, 1)
  assert.deepEqual(
    [data[0].payment_method_id, data[0].customer_id, data[0].payment_method_type],
    [payment_method_id, 'ada', 'credit'],
  )
  const charge = (payment_id: string) => {
    const again = { payment_id, payment_method_id, customer_id: 'ada', off_session: true }
    return shop.post('/payments', paymentBody({ ...again, payment_method_data: undefined }))
  }
  const later = await charge('later')
  const { status, connector_id: at } = later.body
  assert.deepEqual([status, at], ['succeeded', connector_id], later.text)
  await shop.post(`${all}/${connector_id}`, { status: 'disabled' })
  const refused = await charge('too_late')
  assert.deepEqual([refused.status, refused.body.error?.code], [422, 'IR_29'], refused.text)
  assert.deepEqual(server.violations, [])
})
