// Payout statuses: what the worker and time bring about.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { testBank } from '#testing/bank.ts'
import { startWorker } from '#testing/worker_process.ts'
import { assertRefused } from '../support/expect.ts'
import { facts, payingShop, reported } from '../support/paying.ts'
import {
  act,
  advance,
  arrange,
  balance,
  waitForStatus,
  create,
  assertPayoutStatus,
  read,
} from '../support/paying_out.ts'
import { ENDS, toBank } from '../support/recipients.ts'

const shop = await payingShop()
after(() => shop.app.close())

describe('requires_vendor_account_creation', () => {
  test('recipient not onboarded; onboarding done → requires_fulfillment, and it can be fulfilled', async () => {
    const made = await arrange(shop, 'requires_vendor_account_creation')
    assert.deepEqual(await reported(shop, made.body.payout_id), [])
    assertRefused(await act(shop, made, 'fulfill'), 400, 'IR_14')
    assertPayoutStatus(await act(shop, made, 'confirm'), 'requires_vendor_account_creation')

    const path = `/sandbox/payouts/${made.body.payout_id}/onboard`
    const ready = await shop.post(path)

    assertPayoutStatus(ready, 'requires_fulfillment')
    assert.equal(ready.body.unified_code, null)
    assertPayoutStatus(await act(shop, made, 'fulfill'), 'success')
    assertRefused(await shop.post(path), 400, 'IR_14')
  })

  test('confirm finds it too', async () => {
    const made = await create(shop, toBank(ENDS.needs_account))

    assertPayoutStatus(await act(shop, made, 'confirm'), 'requires_vendor_account_creation')
  })

  test('another method makes it requires_fulfillment again', async () => {
    const made = await arrange(shop, 'requires_vendor_account_creation')

    assertPayoutStatus(
      await shop.put(`/payouts/${made.body.payout_id}`, toBank()),
      'requires_fulfillment',
    )
  })

  test('7 days → expired, payout_expired', async () => {
    const { client, merchant } = await shop.neighbour()
    const made = await arrange(client, 'requires_vendor_account_creation')
    await advance(client, '6d')
    assertPayoutStatus(await read(client, made), 'requires_vendor_account_creation')

    await advance(client, '2d')

    assertPayoutStatus(await read(client, made), 'expired')
    const rows = await shop.services.db.run<{ event_type: string }>(
      'select event_type from events where merchant_id = $1 and object_id = $2',
      [merchant.merchant_id, made.body.payout_id],
    )
    assert.deepEqual(
      rows.map((row) => row.event_type),
      ['payout_expired'],
    )
  })
})

describe('auto_fulfill', () => {
  test('true confirms without manual review: it goes by itself within seconds', async () => {
    const worker = await startWorker((await testBank()).env)
    try {
      const made = await create(shop, { ...toBank(), auto_fulfill: true })

      const done = await waitForStatus(shop, made, 'success')

      assert.notEqual(done.body.confirmed_at, null)
      assert.deepEqual(await facts(made.body.payout_id), [['paid_out', 1000]])
    } finally {
      await worker.stop()
    }
  })

  test('without a method it waits for the confirmation that brings one', async () => {
    const { client } = await shop.neighbour()
    const made = await create(client, { auto_fulfill: true })
    await advance(client, '1m')
    assertPayoutStatus(await read(client, made), 'requires_fulfillment')

    assertPayoutStatus(await act(client, made, 'confirm', toBank()), 'requires_fulfillment')
    await advance(client, '1s')

    assertPayoutStatus(await read(client, made), 'success')
  })

  test('false, and confirmed: nothing goes until it is fulfilled', async () => {
    const { client } = await shop.neighbour()
    const made = await create(client, { ...toBank(), confirm: true })

    await advance(client, '1h')

    assertPayoutStatus(await read(client, made), 'requires_fulfillment')
    assertPayoutStatus(await act(client, made, 'fulfill'), 'success')
  })

  test('an onboarded recipient of an automatic payout is paid at the next poll', async () => {
    const { client } = await shop.neighbour()
    const made = await create(client, { ...toBank(ENDS.needs_account), auto_fulfill: true })
    await advance(client, '1s')
    assertPayoutStatus(await read(client, made), 'requires_vendor_account_creation')
    const { iban } = {
      iban: (await vaultIban(made.body.payout_id)) ?? '',
    }
    const bank = await testBank()
    const instrument = { type: 'bank_transfer', method_type: 'sepa', data: { iban } }
    await bank.desk('POST', '/payouts/onboard', { amount: 1, currency: 'EUR', instrument })

    await advance(client, '2h')
    await advance(client, '1s')

    assertPayoutStatus(await read(client, made), 'success')
  })
})

/** Only a test may look: the whole number, out of the vault. */
async function vaultIban(payout_id: string): Promise<string | undefined> {
  const [row] = await shop.services.db.run<{ merchant_id: string; vault_id: string }>(
    'select merchant_id, vault_id from payouts where payout_id = $1',
    [payout_id],
  )
  const sealed = await shop.services.vault.get<{ instrument: { data: { iban: string } } }>(
    row?.merchant_id ?? '',
    row?.vault_id ?? '',
  )
  return sealed?.instrument.data.iban
}

test('initiated, and never received by the rail → failed with UE_3001; the money is back', async () => {
  const { client } = await shop.neighbour()
  const made = await create(client, toBank())
  const bank = await testBank()
  await bank.desk('POST', '/faults', { rates: { reset_before: 1 }, seed: 1 })
  assertPayoutStatus(await act(client, made, 'fulfill'), 'initiated')
  await bank.desk('DELETE', '/faults')
  assert.equal(await balance(client, 'payouts_in_transit'), 1000)
  // As if two minutes had passed since the call.
  await shop.services.db.run(`update operations set check_at = now() where object_id = $1`, [
    made.body.payout_id,
  ])

  await advance(client, '1s')

  const failed = await read(client, made)
  assertPayoutStatus(failed, 'failed')
  assert.equal(failed.body.unified_code, 'UE_3001')
  assert.equal(await balance(client, 'available'), 0)
  assert.equal(await balance(client, 'payouts_in_transit'), 0)
  assert.deepEqual(await facts(made.body.payout_id), [])
})

test('a return whose callback does not come is read from the news of the bank', async () => {
  const { client } = await shop.neighbour()
  const made = await create(client, toBank())
  const bank = await testBank()
  await bank.desk('POST', '/faults', { rates: { callback_late: 1 }, seed: 1 })
  const paid = await act(client, made, 'fulfill')
  await bank.desk('DELETE', '/faults')
  assertPayoutStatus(paid, 'success')
  const { attempt_id } = paid.body.attempts[0]
  await bank.desk('POST', `/operations/${attempt_id}/settle`, { outcome: 'returned' })
  assertPayoutStatus(await read(client, made), 'success')

  await advance(client, '1s')

  assertPayoutStatus(await read(client, made), 'reversed')
})

test("a deleted customer's personal data is removed from payouts too", async () => {
  const { client } = await shop.neighbour()
  const customer = { id: 'forgotten', name: 'Nadia', email: 'nadia@example.com', phone: '5550123' }
  const billing = { address: { line1: '7 Secret Street', country: 'GB' } }
  const method = { account_holder_name: 'Nadia', iban: 'GB29NWBK60161331926819' }
  const made = await create(client, {
    customer,
    billing,
    payout_type: 'bank_redirect',
    payout_method_data: { bank_redirect: { open_banking_uk: method } },
  })
  await client.delete('/customers/forgotten')

  await advance(client, '1s')

  const { text, body } = await read(client, made)
  for (const secret of ['Nadia', 'nadia@', '5550123', 'Secret Street']) {
    assert.ok(!text.includes(secret), secret)
  }
  assert.equal(body.customer.name, 'Redacted')
  assert.equal(body.amount, 1000)
})

describe('time', () => {
  for (const status of [
    'requires_fulfillment',
    'requires_payout_method_data',
    'requires_confirmation',
  ]) {
    test(`${status}: 30 days unfulfilled → expired, payout_expired`, async () => {
      const { client } = await shop.neighbour()
      const made = await arrange(client, status)
      await advance(client, '29d')
      assertPayoutStatus(await read(client, made), status)

      await advance(client, '2d')

      assertPayoutStatus(await read(client, made), 'expired')
      assertRefused(await act(client, made, 'fulfill'), 409, 'IR_16')
    })
  }
})
