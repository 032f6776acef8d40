// Money owed to customers cannot be paid out: a refund's amount leaves `available` when it is created.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#kernel/clock.ts'
import { balances } from '#core/ledger/read.ts'
import { testBank } from '#testing/bank.ts'
import { ADMIN_KEY, harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { recoverNow } from '#testing/recover.ts'
import { runSweeps } from '#testing/sweeps.ts'

async function paidShop(): Promise<Shop> {
  const shop = await harness({ env: (await testBank()).env })
  const paid = await shop.post('/payments', paymentBody({ payment_id: 'paid', amount: 1000 }))
  assert.equal(paid.body.status, 'succeeded', paid.text)
  return shop
}

/** The amounts available, on their way back, and owed by the acquirer. */
async function standing(shop: Shop): Promise<string> {
  const rows = await balances({ ...shop.services, merchant_id: shop.merchant.merchant_id })
  const on = (account: string) => rows.find((row) => row.account === account)?.balance ?? 0n
  return `${on('available')} ${on('refunds_in_transit')} ${-on('acquirer_receivable')}`
}

async function causes(shop: Shop, refund_id: string): Promise<string[]> {
  const { data } = (await shop.get(`/ledger/transfers?object_id=${refund_id}`)).body
  return (data as { cause: string; amount: number }[])
    .map(({ cause, amount }) => `${cause} ${amount}`)
    .toSorted()
}

test('a scheduled refund is reserved when it is made, and leaves the reserve when it is sent', async () => {
  await using shop = await paidShop()

  await shop.post('/refunds', {
    payment_id: 'paid',
    refund_id: 'waits',
    amount: 400,
    refund_type: 'Scheduled',
  })
  assert.equal(await standing(shop), '600 400 1000')
  shop.clock.advance(DAY_MS)
  await runSweeps(shop)

  assert.equal(await standing(shop), '600 0 600')
  assert.deepEqual(await causes(shop, 'waits'), ['refund_paid 400', 'refund_reserve 400'])
})

test('a refund without an answer stays reserved until recovery knows', async () => {
  await using shop = await paidShop()
  const bank = await testBank()
  await bank.desk('POST', '/faults', { rates: { error_before: 1 } })
  await shop.post('/refunds', { payment_id: 'paid', refund_id: 'lost', amount: 400 })
  await bank.desk('DELETE', '/faults')
  assert.equal(await standing(shop), '600 400 1000')

  await recoverNow(shop.services, shop.merchant.merchant_id)

  assert.equal(await standing(shop), '600 0 600')
})

test('a refund that was certainly not sent gives its reserve back, and can be made again under the same id', async () => {
  await using shop = await paidShop()
  const body = { payment_id: 'paid', refund_id: 'again', amount: 400 }

  const down = await shop.post('/refunds', body, { headers: { 'X-Sandbox-Acquirer': 'down' } })

  assert.equal(down.status, 502, down.text)
  assert.equal(await standing(shop), '1000 0 1000')
  assert.equal((await shop.post('/refunds', body)).status, 201)
  assert.equal(await standing(shop), '600 0 600')
})

test('a payout limited by the balance cannot spend money promised to customers', async () => {
  await using shop = await paidShop()
  const { merchant_id, profile_id } = shop.merchant
  const profile = `/account/${merchant_id}/business_profile/${profile_id}`
  const guarded = await shop.post(profile, { refuse_payouts_above_balance: true })
  assert.equal(guarded.status, 200, guarded.text)
  await shop.post('/refunds', {
    payment_id: 'paid',
    amount: 400,
    refund_type: 'Scheduled',
  })

  const made = await shop.post('/payouts/create', {
    amount: 700,
    currency: 'EUR',
    payout_type: 'bank',
    payout_method_data: {
      bank_transfer: {
        payout_method_type: 'sepa',
        iban: 'DE89370400440532013000',
        bic: 'COBADEFFXXX',
      },
    },
  })

  const payout = await shop.post(`/payouts/${made.body.payout_id}/fulfill`, {})

  assert.equal(payout.body.error?.code, 'IR_13', payout.text)
})

test("only the operator resolves a refund in review; a merchant's own key cannot free its money", async () => {
  await using shop = await paidShop()
  const bank = await testBank()
  await bank.desk('POST', '/faults', { rates: { error_before: 1 } })
  await shop.post('/refunds', { payment_id: 'paid', refund_id: 'unclear' })
  for (let polls = 0; polls < 18; polls++) {
    await recoverNow(shop.services, shop.merchant.merchant_id)
  }
  await bank.desk('DELETE', '/faults')
  assert.equal((await shop.get('/refunds/unclear')).body.status, 'review')
  const path = `/accounts/${shop.merchant.merchant_id}/refunds/unclear/resolve`

  const own = await shop.post(path, { status: 'failed' })

  assert.equal(`${own.status} ${own.body.error?.code}`, '403 AU_03', own.text)
  assert.equal(await standing(shop), '0 1000 1000')
  const resolved = await shop.with(ADMIN_KEY).post(path, { status: 'succeeded' })
  assert.equal(resolved.body.status, 'succeeded', resolved.text)
  assert.equal(await standing(shop), '0 0 0')
})
