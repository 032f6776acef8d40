import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'

async function vaulted({ services, merchant }: Shop): Promise<number> {
  const text = 'select count(*)::int as n from vault where merchant_id = $1'
  const rows = await services.db.run<{ n: number }>(text, [merchant.merchant_id])
  return rows[0]?.n ?? -1
}

const payout = {
  amount: 1000,
  currency: 'EUR',
  payout_type: 'card',
  payout_method_data: {
    card: {
      card_number: '4242424242424242',
      expiry_month: '11',
      expiry_year: '2097',
      card_holder_name: 'Ada',
    },
  },
}

test('a deleted customer leaves no card of a payment that waits; a payout keeps its account until it has ended', async () => {
  await using shop = await harness()
  await shop.post('/customers', { customer_id: 'ada', name: 'Ada' })
  const { body: payment } = await shop.post(
    '/payments',
    paymentBody({ confirm: false, customer_id: 'ada' }),
  )
  const { body: paid } = await shop.post('/payouts/create', { ...payout, customer: { id: 'ada' } })
  assert.equal(payment.status, 'requires_confirmation')
  assert.equal(paid.status, 'requires_fulfillment', JSON.stringify(paid))
  assert.equal(await vaulted(shop), 2)

  await shop.delete('/customers/ada')
  await shop.post('/sandbox/clock', { advance: '3m' })

  assert.equal(await vaulted(shop), 1)
  const confirmed = await shop.post(`/payments/${payment.payment_id}/confirm`, {})
  assert.equal(confirmed.body.error?.code, 'IR_01', confirmed.text)
  await shop.post(`/payouts/${paid.payout_id}/cancel`, {})
  assert.equal(await vaulted(shop), 0)
})

test('a cancelled payment leaves no card in the vault', async () => {
  await using shop = await harness()
  const { body } = await shop.post('/payments', paymentBody({ confirm: false }))
  assert.equal(await vaulted(shop), 1)

  const cancelled = await shop.post(`/payments/${body.payment_id}/cancel`, {})

  assert.equal(cancelled.body.status, 'cancelled', cancelled.text)
  assert.equal(await vaulted(shop), 0)
})
