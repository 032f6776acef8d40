import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OperationKind } from '#core/providers/certainty.ts'
import type { OperationRow } from '#core/operations/operation.ts'
import { settleOperation } from '#core/operations/settle.ts'
import { registry } from '#resources/resources.ts'
import { delayBank, testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { ref } from '#testing/provider_contract/bench.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { recoverNow } from '#testing/recover.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { type BankFact, readBankLog } from './bank_log.ts'
import { checkBooks } from './books.ts'

// Payments pending at the bank stay pending.
delayBank(600_000)

const DOWN = { headers: { 'X-Sandbox-Acquirer': 'down' } }

async function bankShop(): Promise<Shop> {
  return harness({ env: (await testBank()).env })
}

/** Every violation, as `invariant message`, without operation ids. */
async function violations(shop: Shop, facts?: BankFact[]): Promise<string[]> {
  const log = facts ?? (await (await testBank()).log())
  const { findings } = await checkBooks(shop.services, await readBankLog(log))
  return findings.flatMap(({ invariant, violations: found }) =>
    found.map(({ message }) => `${invariant} ${withoutChance(message)}`),
  )
}

/** Ids without their random part, and ages in hundreds of seconds. */
function withoutChance(message: string): string {
  return message.replaceAll(/\b(op|dp|bdp)_\w+/g, '$1').replace(/\d\d s ago$/, '00 s ago')
}

/** The statements break the books and mend them; in between exactly this is found. */
async function damaged(shop: Shop, damage: string, repair: string, expected: string[]) {
  await shop.services.db.run(damage, [])
  const found = await violations(shop)
  await shop.services.db.run(repair, [])
  assert.deepEqual(found, expected, damage)
}

async function post(shop: Shop, path: string, body: object, status: string, sending = {}) {
  const answer = await shop.post(path, body, sending)
  assert.equal(answer.body.status, status, answer.text)
  return answer.body
}

async function operationOf(shop: Shop, object_id: string, kind: OperationKind) {
  const [row] = await shop.services.db.run<OperationRow>(
    `select * from operations where merchant_id = $1 and object_id = $2 and kind = $3
     order by created limit 1`,
    [shop.merchant.merchant_id, object_id, kind],
  )
  assert.ok(row)
  return row
}

async function withFaults<T>(rates: object, act: () => Promise<T>): Promise<T> {
  const bank = await testBank()
  await bank.desk('POST', '/faults', { rates, delay_ms: [0, 0] })
  try {
    return await act()
  } finally {
    await bank.desk('DELETE', '/faults')
  }
}

/** The bank carries out an authorization that we have closed as not sent, and we are notified. */
async function authorizeLate(shop: Shop, payment_id: string, capture: boolean): Promise<void> {
  const { provider } = shop.services
  const operation = await operationOf(shop, payment_id, 'authorize')
  assert.equal(operation.status, 'not_sent')
  const { operation_id, merchant_id, amount, currency } = operation
  const outcome = await provider.authorize({
    operation_id,
    merchant_id,
    amount,
    currency,
    capture,
    reference: payment_id,
    instrument: { type: 'card', number: '4242424242424242', exp_month: 12, exp_year: 2099 },
    authentication: null,
    customer_present: true,
  })
  assert.equal(outcome.result, 'approved')
  await settleOperation(shop.services, registry.settlers.authorize, operation, outcome)
}

test('a late charge and a late hold are sound while they are reversed and afterwards; each damage to them is found', async () => {
  await using shop = await bankShop()
  const failed = await shop.post('/payments', paymentBody({ payment_id: 'twice' }), DOWN)
  assert.equal(failed.status, 502, failed.text)
  await post(shop, '/payments/twice/confirm', {}, 'succeeded')
  const held = paymentBody({ payment_id: 'held', capture_method: 'manual' })
  assert.equal((await shop.post('/payments', held, DOWN)).status, 502)
  await post(shop, '/payments/held/cancel', {}, 'cancelled')

  await authorizeLate(shop, 'twice', true)
  await authorizeLate(shop, 'held', false)
  assert.deepEqual(await violations(shop), [])
  await recoverNow(shop.services, shop.merchant.merchant_id)
  assert.deepEqual(await violations(shop), [])

  const set = (state: string) =>
    `update payments set late_outcomes = jsonb_set(late_outcomes, '{0,reversal}', '"${state}"')
       where payment_id = 'twice'`
  await damaged(shop, set('pending'), set('done'), [
    '3 late_outcomes shows op as authorize 1000 EUR, reversal pending; on record is authorize 1000 EUR, reversal done',
  ])
  await damaged(
    shop,
    `update payments set amount_received = 2000, amount_authorized = 2000 where payment_id = 'twice'`,
    `update payments set amount_received = 1000, amount_authorized = 1000 where payment_id = 'twice'`,
    ['2 amount_authorized is 2000, approved 1000', '3 amount_received is 2000, booked 1000'],
  )
  await damaged(
    shop,
    `update operations set status = 'refused' where kind = 'reversal' and object_id = 'twice'`,
    `update operations set status = 'approved' where kind = 'reversal' and object_id = 'twice'`,
    [
      '3 op is booked for an operation that was not approved',
      '3 late_outcomes shows op as authorize 1000 EUR, reversal done; on record is authorize 1000 EUR, reversal refused',
      '3 op is refused: reversal of 1000 booked, should be 0',
      '4 op is refused, the bank did refunded 1000',
      '9 authorized by op and op',
      '9 op moved money after it had been closed, and its reversal was refused',
    ],
  )
  await damaged(
    shop,
    `update operations set intent = intent || '{"reverses": "none"}' where kind = 'reversal' and object_id = 'held'`,
    `update operations set intent = intent || jsonb_build_object('reverses', parent_id)
       where kind = 'reversal' and object_id = 'held'`,
    [
      '3 amount_capturable is 0, booked 1000',
      '3 late_outcomes shows op as authorize 1000 EUR, reversal done; on record is none',
      '3 late_outcomes lacks none: undefined 0 EUR, reversal done',
      '3 op was approved late and has no reversal',
      '3 op is approved: release of 1000 booked, should be 0',
    ],
  )
})

test('a charge that moved half its amount is sound; booked in full it is not', async () => {
  await using shop = await bankShop()
  await withFaults({ capture_less: 1 }, () =>
    post(shop, '/payments', paymentBody({ payment_id: 'half' }), 'partially_captured'),
  )
  assert.deepEqual(await violations(shop), [])

  const amounts = (n: number) =>
    `with t as (update transfers set amount = ${n} where object_id = 'half')
     update payments set amount_received = ${n}, amount_authorized = ${n} where payment_id = 'half'`
  await damaged(shop, amounts(1000), amounts(500), [
    '4 op: capture of 1000 booked, 500 at the bank',
  ])
})

test('a hold that the bank dropped is sound until it expires and after it was released; released by us alone it is not', async () => {
  await using shop = await bankShop()
  const body = paymentBody({ payment_id: 'dropped', capture_method: 'manual' })
  await withFaults({ drop_hold: 1 }, () => post(shop, '/payments', body, 'requires_capture'))
  const bank = await testBank()
  const isDropped = async () =>
    (await bank.log()).some((fact) => fact.effect === 'released' && fact.reference === 'dropped')
  for (let tries = 0; !(await isDropped()); tries++) assert.ok(tries < 1_000, 'the hold stands')
  assert.deepEqual(await violations(shop), [])

  await damaged(
    shop,
    `update payments set capture_before = now() - interval '1 hour' where payment_id = 'dropped'`,
    `update payments set capture_before = now() + interval '7 days' where payment_id = 'dropped'`,
    ['8 capture_before passed 3600 s ago'],
  )
  await shop.services.db.run(
    `update payments set capture_before = now() - interval '1 minute' where payment_id = 'dropped'`,
    [],
  )
  await runSweeps(shop)
  assert.equal((await shop.get('/payments/dropped')).body.status, 'cancelled')
  assert.equal((await operationOf(shop, 'dropped', 'void')).status, 'refused')
  assert.deepEqual(await violations(shop), [])
  const stored = (await bank.log()).filter(
    (fact) => fact.effect !== 'released' || fact.reference !== 'dropped',
  )
  assert.deepEqual(await violations(shop, stored), ['4 release of 1000 booked, 0 at the bank'])
})

test('a rejected review that is confirmed again is sound; without its void the payment is charged twice', async () => {
  await using shop = await bankShop()
  const { merchant_id, profile_id } = shop.merchant
  const enabled = await shop.post(`/account/${merchant_id}/business_profile/${profile_id}`, {
    is_manual_retry_enabled: true,
  })
  assert.equal(enabled.status, 200, enabled.text)
  const card = (card_number: string) => ({
    payment_method: 'card',
    payment_method_type: 'credit',
    payment_method_data: {
      card: { card_number, card_exp_month: '12', card_exp_year: '2099', card_cvc: '123' },
    },
  })
  const body = paymentBody({ payment_id: 'retried', ...card('4000000000009235') })
  await post(shop, '/payments', body, 'requires_merchant_action')
  await post(shop, '/payments/retried/reject', {}, 'failed')
  await post(shop, '/payments/retried/confirm', card('4242424242424242'), 'succeeded')

  assert.deepEqual(await violations(shop), [])
  const stored = (await (await testBank()).log()).filter(
    (fact) => fact.effect !== 'released' || fact.reference !== 'retried',
  )
  assert.deepEqual(await violations(shop, stored), [
    '4 the bank charged op and op',
    '4 release of 1000 booked, 0 at the bank',
  ])
  await damaged(
    shop,
    `update transfers set transfer_id = transfer_id || '~', object_id = 'other'
       where object_id = 'retried' and cause = 'release'`,
    `update transfers set transfer_id = rtrim(transfer_id, '~'), object_id = 'retried' where object_id = 'other'`,
    [
      '3 amount_capturable is 0, booked 1000',
      '4 release of 0 booked, 1000 at the bank',
      '9 authorized by op and op',
    ],
  )
})

test('a revocation moves no money, and an operation that moved money is not revoked', async () => {
  await using shop = await bankShop()
  const body = paymentBody({ payment_id: 'revoked' })
  assert.equal((await shop.post('/payments', body, DOWN)).status, 502)
  const { operation_id } = await operationOf(shop, 'revoked', 'authorize')
  assert.equal((await shop.services.provider.revoke(ref(operation_id))).result, 'revoked')
  await shop.services.db.run(
    `update operations set status = 'revoked' where object_id = 'revoked'`,
    [],
  )
  await post(shop, '/payments', paymentBody({ payment_id: 'paid' }), 'succeeded')
  assert.deepEqual(await violations(shop), [])

  const set = (status: string) =>
    `update operations set status = '${status}' where object_id = 'paid'`
  await damaged(shop, set('revoked'), set('approved'), [
    '2 amount_authorized is 1000, approved 0',
    '3 op is booked for an operation that was not approved',
    '4 op is revoked, the bank did charged 1000',
  ])
})

test('a waiting payment has something that ends the wait: an open operation, a page, a deadline', async () => {
  await using shop = await bankShop()
  const card = {
    card_number: '4000003800000446',
    card_exp_month: '12',
    card_exp_year: '2099',
    card_cvc: '123',
  }
  const page = { payment_id: 'page', payment_method_data: { card } }
  await post(shop, '/payments', paymentBody(page), 'requires_action')
  assert.deepEqual(await violations(shop), [])

  const keep = `select next_action, action_before, authorization_id from payments where payment_id = 'page'`
  const [row] = await shop.services.db.run<{
    next_action: object
    action_before: Date
    authorization_id: string
  }>(keep, [])
  assert.ok(row)
  await damaged(
    shop,
    `update payments set next_action = null, action_before = null where payment_id = 'page'`,
    `update payments set next_action = '${JSON.stringify(row.next_action)}',
       action_before = '${row.action_before.toISOString()}' where payment_id = 'page'`,
    ['8 is requires_action without a next_action, a deadline'],
  )
  const authorization = (id: string) =>
    `update payments set authorization_id = ${id} where payment_id = 'page'`
  const back = authorization(`'${row.authorization_id}'`)
  await damaged(shop, authorization('null'), back, [
    '8 is requires_action without an open authorization',
  ])
  await damaged(
    shop,
    `update payments set status = 'processing', authorization_id = null where payment_id = 'page'`,
    `update payments set status = 'requires_action', authorization_id = '${row.authorization_id}'
       where payment_id = 'page'`,
    ['8 is processing without an open operation'],
  )
})

test('the bank may charge back refunded money; a refund of charged-back money is found', async () => {
  await using shop = await bankShop()
  await post(shop, '/payments', paymentBody({ payment_id: 'both' }), 'succeeded')
  const refund = { payment_id: 'both', refund_id: 'part', amount: 400 }
  await post(shop, '/refunds', refund, 'succeeded')
  const { operation_id } = await operationOf(shop, 'both', 'authorize')
  const bank = await testBank()
  await bank.desk('POST', `/operations/${operation_id}/dispute`, {})
  for (let tries = 0; (await shop.get('/disputes/list')).body.count === 0; tries++) {
    assert.ok(tries < 5_000, 'the dispute did not arrive')
  }
  const [dispute] = (await shop.get('/disputes/list')).body.data
  assert.deepEqual(await violations(shop), [])

  const move = (by: string) => `update disputes set claimed_at = claimed_at + interval '${by}'`
  const total = Number(dispute.amount) + 400
  assert.ok(total > 1000, 'the bank takes back more than is left')
  const ours = `2 refunded 400 and charged back ${dispute.amount} of 1000 captured`
  await damaged(shop, move('-1 hour'), move('1 hour'), [ours])
  const log = await bank.log()
  const isRefund = (fact: BankFact) => fact.kind === 'refund' && fact.reference === 'part'
  const later = [...log.filter((fact) => !isRefund(fact)), ...log.filter(isRefund)]
  assert.deepEqual(await violations(shop, later), [], 'sent before we heard of the dispute')
  await shop.services.db.run(move('-1 hour'), [])
  assert.deepEqual(await violations(shop, later), [
    ours,
    `4 the bank refunded 400 and charged back ${dispute.amount} of 1000, refunded after the dispute`,
  ])
})
