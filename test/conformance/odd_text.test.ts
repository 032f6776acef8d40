// Texts with characters outside the Basic Multilingual Plane, which are two code units in UTF-16: no half is ever
// stored or returned.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ADMIN_KEY, harness } from '#testing/harness.ts'
import { APPROVED, pay, payingShop, assertStatus } from '../support/paying.ts'

const shop = await harness()
const paying = await payingShop()
after(async () => {
  await shop.app.close()
  await paying.app.close()
})

test('a shop whose name has an emoji where the statement descriptor is cut takes payments', async () => {
  const { merchant_id, profile_id } = paying.merchant
  const profile = `/account/${merchant_id}/business_profile/${profile_id}`
  await paying.post(profile, { profile_name: `${'a'.repeat(21)}😀 and more` })

  const payment = await pay(paying, APPROVED)

  assertStatus(payment, 'succeeded')
  assert.equal(payment.body.statement_descriptor, 'a'.repeat(21))
})

test('the default name on a statement is cut between characters to make room for a suffix', async () => {
  const { merchant_id, profile_id } = paying.merchant
  const profile = `/account/${merchant_id}/business_profile/${profile_id}`
  await paying.post(profile, { profile_name: `${'a'.repeat(18)}😀 and more` })

  const payment = await pay(paying, APPROVED, { statement_descriptor_suffix: 'bb' })

  assertStatus(payment, 'succeeded')
  assert.equal(payment.body.statement_descriptor, `${'a'.repeat(18)} bb`)
})

test('the first profile of a merchant with a long name is named by the start of it', async () => {
  const merchant_name = `${'a'.repeat(63)}😀`

  const answer = await shop.with(ADMIN_KEY).post('/accounts', { merchant_name })

  assert.equal(answer.status, 201, answer.text)
})

test('the mask of an account shows whole characters', async () => {
  const bank_transfer = { payout_method_type: 'pix_key', pix_key: '😀😀😀😀😀😀😀a' }

  const answer = await shop.post('/payouts/create', {
    amount: 500,
    currency: 'BRL',
    payout_type: 'bank',
    payout_method_data: { bank_transfer },
  })

  assert.equal(answer.status, 201, answer.text)
  assert.equal(answer.body.payout_method_data.bank.pix_key, '****😀😀😀a')
})

test('an error that quotes truncated input is well-formed text', async () => {
  const long = `${'a'.repeat(63)}😀😀`
  const answers = [
    await shop.post('/customers', { [long]: 1 }),
    await shop.get(`/customers/${encodeURIComponent(long)}`),
    await shop.get(`/payments/list?status=${encodeURIComponent(long)}`),
  ]

  for (const { body, text } of answers) {
    assert.ok(String(body.error.message).isWellFormed(), text)
  }
})
