// Balances and ledger lines: incoming, outgoing and in-transit money.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { ISO_UTC, assertRefused } from '../support/expect.ts'
import { APPROVED, pay, payingShop } from '../support/paying.ts'
import { arrange, balance } from '../support/paying_out.ts'

const shop = await payingShop()
after(() => shop.app.close())

describe('GET /balances', () => {
  test('nothing ever moved: no currency', async () => {
    const { client, merchant } = await shop.neighbour()

    const { status, body } = await client.get('/balances')

    assert.equal(status, 200)
    assert.equal(body.merchant_id, merchant.merchant_id)
    assert.match(body.as_of, ISO_UTC)
    assert.deepEqual(body.balances, [])
  })

  test('received money is available, holds are held, payouts are in transit and then gone; per currency', async () => {
    const { client } = await shop.neighbour()
    await pay(client, APPROVED, { amount: 5000 })
    await pay(client, APPROVED, { amount: 700, capture_method: 'manual' })
    await pay(client, APPROVED, { amount: 300, currency: 'JPY' })
    await arrange(client, 'success', { amount: 1200 })
    await arrange(client, 'pending', { amount: 800 })
    await arrange(client, 'failed', { amount: 999 })
    await arrange(client, 'reversed', { amount: 400 })

    const { balances } = (await client.get('/balances')).body

    const rest = { pending: 0, reserved_for_disputes: 0, refunds_in_transit: 0, fees: 0 }
    assert.deepEqual(balances, [
      { currency: 'EUR', available: 3000, held: 700, payouts_in_transit: 800, ...rest },
      { currency: 'JPY', available: 300, held: 0, payouts_in_transit: 0, ...rest },
    ])
  })

  test('needs payouts:read', async () => {
    assertRefused(await (await shop.keyWith('payments:read')).get('/balances'), 403, 'AU_03')
    assert.equal((await (await shop.keyWith('payouts:read')).get('/balances')).status, 200)
  })
})

describe('GET and POST /ledger/transfers', () => {
  test('each line is tied to its payment, refund or payout, and the lines add up to the balance', async () => {
    const { client } = await shop.neighbour()
    const paid = await pay(client, APPROVED, { amount: 5000 })
    const refund = await client.post('/refunds', { payment_id: paid.body.payment_id, amount: 500 })
    const out = await arrange(client, 'reversed', { amount: 400 })
    await arrange(client, 'success', { amount: 100 })

    const { body } = await client.get('/ledger/transfers?limit=100')

    assert.equal(body.total_count, 8)
    const seen = body.data.map(({ cause, object_type, object_id }: Record<string, string>) => [
      cause,
      object_type,
      object_id,
    ])
    assert.deepEqual(seen.at(-1), ['capture', 'payment', paid.body.payment_id])
    const ofRefund = ['refund', refund.body.refund_id]
    assert.deepEqual(seen.slice(-3, -1).toSorted(), [
      ['refund_paid', ...ofRefund],
      ['refund_reserve', ...ofRefund],
    ])
    assert.deepEqual(seen.at(-4), ['payout', 'payout', out.body.payout_id])
    const sum = body.data.reduce(
      (n: number, line: { change_of_available: number }) => n + line.change_of_available,
      0,
    )
    assert.equal(sum, 4400)
    assert.equal(await balance(client, 'available'), sum)
  })

  test('filters: object_id, currency, cause, account, created_gte, created_lte; a wrong value is refused', async () => {
    const { client } = await shop.neighbour()
    const paid = await pay(client, APPROVED, { amount: 5000 })
    const out = await arrange(client, 'success')
    await pay(client, APPROVED, { amount: 70, currency: 'JPY' })
    const causes = async (query: string) => {
      const { body } = await client.get(`/ledger/transfers?${query}`)
      return body.data.map((line: { cause: string }) => line.cause)
    }

    assert.deepEqual(await causes(`object_id=${paid.body.payment_id}`), ['capture'])
    assert.deepEqual(await causes(`object_id=${out.body.payout_id}`), ['payout_paid', 'payout'])
    assert.deepEqual(await causes('currency=JPY'), ['capture'])
    assert.deepEqual(await causes('cause=payout,payout_paid'), ['payout_paid', 'payout'])
    assert.deepEqual(await causes('account=payouts_in_transit'), ['payout_paid', 'payout'])
    assert.deepEqual(await causes(`created_lte=${paid.body.created}`), [])
    assert.equal((await causes('created_gte=2020-01-01')).length, 4)
    assert.deepEqual(
      (await client.post('/ledger/transfers', { cause: 'payout' })).body,
      (await client.get('/ledger/transfers?cause=payout')).body,
    )
    for (const wrong of ['currency=XYZ', 'cause=theft', 'account=pocket', 'payment_id=1']) {
      assertRefused(
        await client.get(`/ledger/transfers?${wrong}`),
        400,
        'IR_04',
        wrong.split('=')[0],
      )
    }
  })

  test('pages follow the list convention', async () => {
    const { client } = await shop.neighbour()
    await arrange(client, 'success')
    await arrange(client, 'success')
    const all = (await client.get('/ledger/transfers')).body

    const first = (await client.get('/ledger/transfers?limit=3')).body
    const last = first.data.at(-1).transfer_id
    const rest = (await client.get(`/ledger/transfers?starting_after=${last}`)).body

    assert.equal(first.has_more, true)
    assert.equal(first.total_count, 4)
    assert.deepEqual([...first.data, ...rest.data], all.data)
  })
})
