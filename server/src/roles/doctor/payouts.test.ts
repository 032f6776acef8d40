import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OperationRow } from '#core/operations/operation.ts'
import { settleOperation } from '#core/operations/settle.ts'
import { registry } from '#resources/resources.ts'
import { delayBank, testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { readBankLog } from './bank_log.ts'
import { checkBooks } from './books.ts'
import { isWell, report } from './run.ts'

// A slow payout stays slow until the test ends.
delayBank(600_000)

/** Accounts on a rail that looks only at their last four digits. */
const accounts = {
  paid: '00012343000',
  failed: '00012340002',
  slow: '00012340019',
  ineligible: '00012340035',
  homeless: '00012340043',
}

/** One payout in each kind of state, and how to find it again. */
async function shopWithPayouts(): Promise<Shop> {
  const shop = await harness({ env: (await testBank()).env })
  const send = async (name: string, account: string, verb: string, status: string) => {
    const made = await shop.post('/payouts/create', {
      amount: 1000,
      currency: 'USD',
      merchant_order_reference_id: name,
      payout_type: 'bank',
      payout_method_data: {
        bank_transfer: {
          payout_method_type: 'ach',
          bank_account_number: account,
          bank_routing_number: '110000000',
        },
      },
    })
    assert.equal(made.status, 201, made.text)
    const path = `/payouts/${made.body.payout_id}/${verb}`
    const answer = await shop.post(path, {})
    assert.equal(answer.body.status, status, answer.text)
    return made.body.payout_id as string
  }
  await send('paid', accounts.paid, 'fulfill', 'success')
  await send('failed', accounts.failed, 'fulfill', 'failed')
  await send('slow', accounts.slow, 'fulfill', 'pending')
  await send('ineligible', accounts.ineligible, 'fulfill', 'ineligible')
  await send('homeless', accounts.homeless, 'fulfill', 'requires_vendor_account_creation')
  await send('dropped', accounts.paid, 'cancel', 'cancelled')
  const back = await send('back', accounts.paid, 'fulfill', 'success')
  const returned = await shop.post(`/sandbox/payouts/${back}/settle`, { outcome: 'returned' })
  assert.equal(returned.body.status, 'reversed', returned.text)
  return shop
}

async function books(shop: Shop) {
  return checkBooks(shop.services, await readBankLog(await (await testBank()).log()))
}

const of = (name: string) =>
  `(select payout_id from payouts where merchant_order_reference_id = '${name}')`

/** The invariant that must be found broken, what breaks it, and what mends it. */
const damages: [invariant: string, damage: string, repair: string][] = [
  [
    '1',
    `update transfers set currency = 'EUR' where object_id = ${of('paid')}`,
    `update transfers set currency = 'USD' where object_id = ${of('paid')}`,
  ],
  [
    '3',
    `update transfers set amount = 999 where object_id = ${of('paid')} and cause = 'payout_paid'`,
    `update transfers set amount = 1000 where object_id = ${of('paid')} and cause = 'payout_paid'`,
  ],
  [
    '3',
    `update payouts set status = 'success' where merchant_order_reference_id = 'back'`,
    `update payouts set status = 'reversed' where merchant_order_reference_id = 'back'`,
  ],
  [
    '3',
    `update operations set status = 'approved' where object_id = ${of('failed')}`,
    `update operations set status = 'declined' where object_id = ${of('failed')}`,
  ],
  [
    '4',
    `update operations set operation_id = operation_id || '~' where object_id = ${of('paid')}`,
    `update operations set operation_id = rtrim(operation_id, '~') where object_id = ${of('paid')}`,
  ],
  [
    '4',
    `update operations set status = 'declined' where object_id = ${of('paid')}`,
    `update operations set status = 'approved' where object_id = ${of('paid')}`,
  ],
  [
    '7',
    `update events set event_type = 'payout_failed' where object_id = ${of('paid')} and sequence = 2`,
    `update events set event_type = 'payout_success' where object_id = ${of('paid')} and sequence = 2`,
  ],
  [
    '6',
    `update payouts set transitions = 3 where merchant_order_reference_id = 'paid'`,
    `update payouts set transitions = 2 where merchant_order_reference_id = 'paid'`,
  ],
  [
    '8',
    `update operations set check_at = null where object_id = ${of('slow')}`,
    `update operations set check_at = now() + interval '1 hour' where object_id = ${of('slow')}`,
  ],
  [
    '8',
    `update payouts set expires_at = expires_at - interval '30 days' where merchant_order_reference_id = 'homeless'`,
    `update payouts set expires_at = expires_at + interval '30 days' where merchant_order_reference_id = 'homeless'`,
  ],
  [
    '9',
    `insert into operations select merchant_id, operation_id || '2', object_id, kind, status, amount, currency,
       provider, parent_id, intent, transaction_id, provider_code, provider_message, created, check_at, checks,
       finished_at, version from operations where object_id = ${of('paid')}`,
    `delete from operations where operation_id like '%2' and object_id = ${of('paid')} and operation_id not in
       (select operation_id from payouts where operation_id is not null)`,
  ],
  [
    '10',
    `update operations set object_id = object_id || '~' where object_id = ${of('paid')}`,
    `update operations set object_id = rtrim(object_id, '~') where object_id like '%~'`,
  ],
]

test('sound payouts are found sound, every damage is found under its number, and mended ones are sound again', async () => {
  await using shop = await shopWithPayouts()
  const sound = await books(shop)
  assert.ok(isWell(sound), report(sound))
  assert.equal(sound.payouts, 7)

  for (const [invariant, damage, repair] of damages) {
    await shop.services.db.run(damage, [])
    const broken = await books(shop)
    const found = broken.findings.find((each) => each.invariant === invariant)
    assert.ok(found && found.count > 0, `${invariant} is not found after: ${damage}`)
    await shop.services.db.run(repair, [])
    const mended = await books(shop)
    assert.ok(isWell(mended), `${damage}\n${report(mended)}`)
  }
})

/** The rail pays under an id that we have closed as not sent, and we are notified. */
async function payLate(shop: Shop, payout_id: string): Promise<void> {
  const { db, provider } = shop.services
  const [operation] = await db.run<OperationRow>(
    'select * from operations where merchant_id = $1 and object_id = $2',
    [shop.merchant.merchant_id, payout_id],
  )
  assert.ok(operation?.status === 'not_sent')
  const { operation_id, merchant_id, amount, currency } = operation
  const outcome = await provider.payout({
    operation_id,
    merchant_id,
    amount,
    currency,
    reference: payout_id,
    instrument: {
      type: 'bank_transfer',
      method_type: 'ach',
      data: { bank_account_number: accounts.paid },
    },
  })
  assert.equal(outcome.result, 'approved')
  await settleOperation(shop.services, registry.settlers.payout, operation, outcome)
}

test('a payout that was paid late is sound; a damaged booking is found', async () => {
  await using shop = await harness({ env: (await testBank()).env })
  const made = await shop.post('/payouts/create', {
    amount: 1000,
    currency: 'USD',
    payout_type: 'bank',
    payout_method_data: {
      bank_transfer: {
        payout_method_type: 'ach',
        bank_account_number: accounts.paid,
        bank_routing_number: '110000000',
      },
    },
  })
  const { payout_id } = made.body
  const headers = { 'X-Sandbox-Acquirer': 'down' }
  const refused = await shop.post(`/payouts/${payout_id}/fulfill`, {}, { headers })
  assert.equal(refused.status, 502, refused.text)
  await payLate(shop, payout_id)
  assert.equal((await shop.get(`/payouts/${payout_id}`)).body.status, 'success')

  const found = async () =>
    (await books(shop)).findings.flatMap(({ invariant, violations }) =>
      violations.map(({ message }) => `${invariant} ${message.replaceAll(/\bop_\w+/g, 'op')}`),
    )
  assert.deepEqual(await found(), [])
  const amount = (n: number) =>
    `update transfers set amount = ${n} where object_id = '${payout_id}' and cause = 'payout_late'`
  await shop.services.db.run(amount(900), [])
  assert.deepEqual(await found(), [
    '3 is success: -100 in transit in the books, should be 0',
    '3 op is late: payout_late of 900 booked, should be 1000',
    '3 payouts_in_transit is -100 USD, open payouts sum to 0',
  ])
  await shop.services.db.run(amount(1000), [])
  await shop.services.db.run(
    `insert into transfers (merchant_id, transfer_id, debit, credit, amount, currency, object_id, operation_id,
       cause, created)
     values ($1, 'op_x_payout', 'available', 'payouts_in_transit', 5, 'USD', 'nobody', 'op_x', 'payout', now())`,
    [shop.merchant.merchant_id],
  )
  assert.deepEqual(await found(), ['3 payouts_in_transit is 5 USD, open payouts sum to 0'])
})
