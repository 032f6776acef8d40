import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { delayBank, testBank } from '#testing/bank.ts'
import { florin } from '#testing/command_line.ts'
import { harness, type Shop, testEnv } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { readBankLog } from './bank_log.ts'
import { checkBooks } from './books.ts'
import { isWell, report } from './run.ts'

function paid(payment_id: string, more: object = {}) {
  return paymentBody({ payment_id, ...more })
}

// Payments pending at the bank stay pending.
delayBank(600_000)

async function shopWithPayments(): Promise<Shop> {
  const shop = await harness({ env: (await testBank()).env })
  const send = async (path: string, body: object, status = 200) => {
    const answer = await shop.post(path, body)
    assert.equal(answer.status, status, answer.text)
  }
  await send('/payments', paid('taken'))
  await send('/payments', paid('held', { capture_method: 'manual' }))
  await send('/payments', paid('parts', { capture_method: 'manual_multiple' }))
  await send('/payments/parts/capture', { amount_to_capture: 300 })
  await send('/payments', paid('released', { capture_method: 'manual' }))
  await send('/payments/released/cancel', {})
  await send('/payments', paid('part', { capture_method: 'manual' }))
  await send('/payments/part/capture', { amount_to_capture: 400 })
  await send('/payments', paid('given_back'))
  // A refund may have the same id as a payment.
  await send('/refunds', { payment_id: 'given_back', refund_id: 'taken', amount: 300 }, 201)
  await send('/refunds', { payment_id: 'given_back', refund_id: 'pending', amount: 77 }, 201)
  const later = {
    payment_id: 'given_back',
    refund_id: 'later',
    refund_type: 'Scheduled',
    amount: 9,
  }
  await send('/refunds', later, 201)
  await send('/payments', paid('disputed'))
  await dispute(shop, 'disputed')
  return shop
}

async function dispute(shop: Shop, payment_id: string): Promise<void> {
  const list = () => shop.get(`/disputes/list?payment_id=${payment_id}`)
  const [row] = await shop.services.db.run<{ id: string }>(
    `select authorization_id as id from payments where merchant_id = $1 and payment_id = $2`,
    [shop.merchant.merchant_id, payment_id],
  )
  await (await testBank()).desk('POST', `/operations/${row?.id}/dispute`, {})
  for (let tries = 0; (await list()).body.count === 0; tries++) {
    assert.ok(tries < 500, 'the dispute did not come')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function books(shop: Shop) {
  return checkBooks(shop.services, await readBankLog(await (await testBank()).log()))
}

/** The transfer that moves a refund's money to the acquirer. */
const PAID = `cause in ('refund', 'refund_paid')`

/** The first invariant that must be found broken, what breaks it, and what mends it. */
const damages: [invariant: string, damage: string, repair: string][] = [
  [
    '1',
    `update transfers set currency = 'USD' where object_id = 'taken' and cause = 'capture'`,
    `update transfers set currency = 'EUR' where object_id = 'taken' and cause = 'capture'`,
  ],
  [
    '1',
    `insert into ledger_snapshots (merchant_id, watermark, accounts, currencies, balances, version)
       select merchant_id, '1', '{available,fees}', '{EUR,EUR}', '{5,-5}', 1 from merchants`,
    `delete from ledger_snapshots`,
  ],
  [
    '1',
    `update transfers set debit = 'pending' where object_id = 'held'`,
    `update transfers set debit = 'acquirer_hold' where object_id = 'held'`,
  ],
  [
    '1',
    `update transfers set cause = 'gift' where object_id = 'held'`,
    `update transfers set cause = 'hold' where object_id = 'held'`,
  ],
  [
    '2',
    `update payments set amount_authorized = 2000 where payment_id = 'taken'`,
    `update payments set amount_authorized = 1000 where payment_id = 'taken'`,
  ],
  [
    '2',
    `update payments set amount_refunded = 385 where payment_id = 'given_back'`,
    `update payments set amount_refunded = 386 where payment_id = 'given_back'`,
  ],
  [
    '2',
    `update payments set amount_disputed = 1 where payment_id = 'given_back'`,
    `update payments set amount_disputed = 0 where payment_id = 'given_back'`,
  ],
  [
    '2',
    `update refunds set amount = 1000 where refund_id = 'later'`,
    `update refunds set amount = 9 where refund_id = 'later'`,
  ],
  [
    '3',
    `update refunds set status = 'failed' where refund_id = 'taken'`,
    `update refunds set status = 'succeeded' where refund_id = 'taken'`,
  ],
  [
    '3',
    `update transfers set amount = 299 where object_id = 'taken' and ${PAID}`,
    `update transfers set amount = 300 where object_id = 'taken' and ${PAID}`,
  ],
  [
    '1',
    `update transfers set cause = 'refund_return' where object_id = 'taken' and ${PAID}`,
    `update transfers set cause = case debit when 'available' then 'refund' else 'refund_paid' end
       where object_id = 'taken' and cause = 'refund_return'`,
  ],
  [
    '7',
    `update events set event_type = 'refund_failed' where object_type = 'refund_details'`,
    `update events set event_type = 'refund_succeeded' where object_type = 'refund_details'`,
  ],
  [
    '8',
    `update refunds set send_at = send_at - interval '3 days' where refund_id = 'later'`,
    `update refunds set send_at = send_at + interval '3 days' where refund_id = 'later'`,
  ],
  [
    '8',
    `update operations set check_at = null where kind = 'refund' and status = 'pending'`,
    `update operations set check_at = now() + interval '1 hour' where kind = 'refund' and status = 'pending'`,
  ],
  [
    '10',
    `update refunds set payment_id = 'nobody' where refund_id = 'taken'`,
    `update refunds set payment_id = 'given_back' where refund_id = 'taken'`,
  ],
  [
    '10',
    `update operations set parent_id = operation_id where kind = 'refund' and object_id = 'taken'`,
    `update operations set parent_id = (select authorization_id from payments where payment_id = 'given_back')
       where kind = 'refund' and object_id = 'taken'`,
  ],
  ['3', `update disputes set amount_reserved = 999`, `update disputes set amount_reserved = 1000`],
  [
    '3',
    `update transfers set amount = 999 where cause = 'dispute'`,
    `update transfers set amount = 1000 where cause = 'dispute'`,
  ],
  [
    '4',
    `update disputes set connector_dispute_id = connector_dispute_id || '~'`,
    `update disputes set connector_dispute_id = rtrim(connector_dispute_id, '~')`,
  ],
  [
    '7',
    `update disputes set status = 'dispute_won'`,
    `update disputes set status = 'dispute_opened'`,
  ],
  [
    '8',
    `update disputes set expire_at = null`,
    `update disputes set expire_at = challenge_required_by`,
  ],
  [
    '10',
    `update disputes set payment_id = 'nobody'`,
    `update disputes set payment_id = 'disputed'`,
  ],
  [
    '3',
    `update payments set amount_received = 999 where payment_id = 'taken'`,
    `update payments set amount_received = 1000 where payment_id = 'taken'`,
  ],
  [
    '3',
    `update payments set amount_capturable = 0 where payment_id = 'held'`,
    `update payments set amount_capturable = 1000 where payment_id = 'held'`,
  ],
  [
    '4',
    `update operations set status = 'declined' where object_id = 'taken' and kind = 'authorize'`,
    `update operations set status = 'approved' where object_id = 'taken' and kind = 'authorize'`,
  ],
  [
    '4',
    `update operations set operation_id = operation_id || '~' where object_id = 'taken' and kind = 'authorize'`,
    `update operations set operation_id = rtrim(operation_id, '~') where object_id = 'taken' and kind = 'authorize'`,
  ],
  [
    '6',
    `update events set sequence = 7 where object_id = 'taken' and object_type = 'payment_details'`,
    `update events set sequence = 1 where object_id = 'taken' and object_type = 'payment_details'`,
  ],
  [
    '6',
    `update events set created = created - interval '1 hour' where object_id = 'taken'`,
    `update events set created = created + interval '1 hour' where object_id = 'taken'`,
  ],
  [
    '6',
    `insert into deliveries select merchant_id, event_id, profile_id, 'delivered', null, 1, null, now(), now(), 1
       from events where object_id = 'taken'`,
    `delete from deliveries`,
  ],
  [
    '6',
    `insert into deliveries select merchant_id, event_id, profile_id, 'pending', null, 1, now(), now(), null, 1
       from events where object_id = 'taken'`,
    `delete from deliveries`,
  ],
  [
    '7',
    `update payments set status = 'failed' where payment_id = 'held'`,
    `update payments set status = 'requires_capture' where payment_id = 'held'`,
  ],
  [
    '7',
    `update events set body = replace(body, '"partially_captured_and_capturable"', '"failed"')
       where object_id = 'parts' and sequence = 2`,
    `update events set body = replace(body, '"failed"', '"partially_captured_and_capturable"')
       where object_id = 'parts' and sequence = 2`,
  ],
  [
    '8',
    `update operations set status = 'sent', check_at = now() - interval '1 hour' where object_id = 'held'`,
    `update operations set status = 'approved', check_at = null where object_id = 'held'`,
  ],
  [
    '8',
    `update payments set operation_id = authorization_id where payment_id = 'held'`,
    `update payments set operation_id = null where payment_id = 'held'`,
  ],
  [
    '9',
    `insert into operations select merchant_id, operation_id || '~', object_id, kind, status, amount, currency,
       provider, parent_id, intent, transaction_id, provider_code, provider_message, created, check_at, checks,
       finished_at, version from operations where object_id = 'taken' and kind = 'authorize'`,
    `delete from operations where operation_id like '%~'`,
  ],
  [
    '10',
    `update operations set object_id = 'nobody' where object_id = 'taken' and kind = 'authorize'`,
    `update operations set object_id = 'taken' where object_id = 'nobody'`,
  ],
  [
    '10',
    `update payments set profile_id = (select profile_id from profiles q
       where q.merchant_id <> payments.merchant_id limit 1) where payment_id = 'held'`,
    `update payments set profile_id = (select profile_id from profiles q
       where q.merchant_id = payments.merchant_id limit 1) where payment_id = 'held'`,
  ],
  [
    '11',
    `update payments set description = 'card 4242 4242 4242 4242' where payment_id = 'held'`,
    `update payments set description = null where payment_id = 'held'`,
  ],
  [
    '11',
    `update payments set metadata = '{"card_cvc": "123"}' where payment_id = 'held'`,
    `update payments set metadata = '{}' where payment_id = 'held'`,
  ],
  [
    '12',
    `insert into vault select merchant_id, 'vlt_late', 'dky', '', now(), now() - interval '2 hours', 1
       from payments where payment_id = 'held'`,
    `delete from vault where vault_id = 'vlt_late'`,
  ],
  [
    '17',
    `insert into audit_log (merchant_id, audit_id, actor, action, object_ids, fields, created)
       select merchant_id, 'aud_0', 'operator', 'florin', '{}', '{}', now() from payments where payment_id = 'held'`,
    `with gone as (delete from audit_queue where entry_ids = '{aud_0}')
       delete from audit_log where audit_id = 'aud_0'`,
  ],
]

test('sound books are found sound, every damage is found under its number, and mended books are sound again', async () => {
  await using shop = await shopWithPayments()
  await shop.neighbour()
  const sound = await books(shop)
  assert.ok(isWell(sound), report(sound))
  assert.equal(sound.payments, 7)
  assert.equal(sound.findings.length, 21)

  for (const [invariant, damage, repair] of damages) {
    await shop.services.db.run(damage, [])
    const found = await books(shop)
    const finding = found.findings.find((each) => each.invariant === invariant)
    assert.ok((finding?.count ?? 0) > 0, `${damage}\n${report(found)}`)
    await shop.services.db.run(repair, [])
  }

  const mended = await books(shop)
  assert.ok(isWell(mended), report(mended))
})

test('the command prints ok and exits with 0, or prints the violations and exits with 1', async () => {
  await using shop = await shopWithPayments()
  const bank = await testBank()
  const file = join(bank.folder, 'operations.jsonl')
  const { merchant_id } = shop.merchant
  const args = ['doctor', '--books', '--bank-log', file]

  const well = await run(args, bank.env)
  assert.equal(well.code, 0, well.text)
  assert.match(well.text, /ok +4 {2}each charge/)
  const byUrl = await run(['doctor', '--books', '--bank-log', `${bank.url}/log`], bank.env)
  assert.equal(byUrl.code, 0, byUrl.text)

  await shop.services.db.run(
    `update payments set amount_received = 1 where merchant_id = $1 and payment_id = 'taken'`,
    [merchant_id],
  )
  const ill = await run([...args, '--json'], bank.env)
  assert.equal(ill.code, 1)
  const found = JSON.parse(ill.text).findings.find((each: { count: number }) => each.count > 0)
  assert.equal(found.invariant, '3')
  assert.deepEqual(found.violations, [
    { merchant_id, object_id: 'taken', message: 'amount_received is 1, booked 1000' },
  ])
})

async function run(args: string[], extra: Readonly<Record<string, string>>) {
  const { code, stdout, stderr } = await florin(args, await testEnv(extra))
  return { code, text: stdout + stderr }
}
