import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import { runDoctor } from '#roles/doctor/run.ts'
import { delayBank, testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { createWorkerMetrics } from './metrics.ts'

// A pending operation stays pending at the bank.
delayBank(600_000)

/** Scrape lines that begin like this, without the process's own. */
async function scrape({ services }: Shop, ...names: string[]): Promise<string[]> {
  const text = await createWorkerMetrics(services).registry.metrics()
  return text
    .split('\n')
    .filter((line) => names.some((name) => line.startsWith(`florin_${name}`)))
    .toSorted()
}

async function pendingPayment(shop: Shop, payment_id: string): Promise<void> {
  const card = {
    card_number: '4000000000003055',
    card_exp_month: '12',
    card_exp_year: '2099',
    card_cvc: '123',
  }
  const body = paymentBody({ payment_id, payment_method_data: { card } })
  const answer = await shop.post('/payments', body)
  assert.equal(answer.body.status, 'processing', answer.text)
}

test('money without an outcome shows: open operations with their age, those beyond the horizon, reversals, refunds in review', async () => {
  await using shop = await harness({ env: (await testBank()).env })
  const { db, provider } = shop.services
  const names = ['operations', 'reversals', 'refunds_in_review', 'ledger_snapshot']
  assert.deepEqual(
    (await scrape(shop, ...names)).filter((line) => !line.startsWith('florin_ledger')),
    [
      'florin_operations_beyond_horizon 0',
      'florin_refunds_in_review 0',
      'florin_reversals{state="done"} 0',
      'florin_reversals{state="pending"} 0',
      'florin_reversals{state="refused"} 0',
    ],
  )

  await pendingPayment(shop, 'slow')
  await pendingPayment(shop, 'lost')
  await shop.post('/payments', paymentBody({ payment_id: 'paid' }))
  const refund = await shop.post('/refunds', { payment_id: 'paid', refund_id: 'asked', amount: 5 })
  assert.equal(refund.status, 201, refund.text)
  await db.run(`update refunds set status = 'review' where refund_id = 'asked'`, [])
  // The rows that a late approval and a call without a response leave.
  await db.run(
    `update operations set status = 'late' where object_id = 'paid' and kind = 'authorize'`,
    [],
  )
  await db.run(
    `insert into operations (merchant_id, operation_id, object_id, kind, status, amount, currency, provider,
       parent_id, intent, created, check_at, checks, version)
     select merchant_id, operation_id || '_reversal', object_id, 'reversal', 'refused', amount, currency, provider,
       operation_id, '{}', created, null, 1, 1 from operations where object_id = 'paid' and kind = 'authorize'`,
    [],
  )
  await db.run(
    `update operations set status = 'sent', transaction_id = null,
       recorded_at = now() - ($1 + 60000) * interval '1 millisecond' where object_id = 'lost'`,
    [provider.certainty.horizon_ms],
  )

  const lines = await scrape(shop, ...names)
  const without = (line: string) => !/oldest|ledger/.test(line)
  assert.deepEqual(lines.filter(without), [
    'florin_operations_beyond_horizon 1',
    'florin_operations_late{kind="authorize"} 1',
    'florin_operations_open{kind="authorize",status="pending"} 1',
    'florin_operations_open{kind="authorize",status="sent"} 1',
    'florin_refunds_in_review 1',
    'florin_reversals{state="done"} 0',
    'florin_reversals{state="pending"} 0',
    'florin_reversals{state="refused"} 1',
  ])
  const oldest = lines.filter((line) => line.includes('oldest'))
  const age = Number(oldest.find((line) => line.includes('"sent"'))?.split(' ')[1])
  assert.ok(age >= provider.certainty.horizon_ms / 1000 + 60, oldest.join('\n'))
  assert.ok(lines.some((line) => /^florin_ledger_snapshot_lag_seconds \d/.test(line)))
})

test('the last run of the doctor shows: when it was, and how many violations it found', async () => {
  await using shop = await harness({ env: (await testBank()).env })
  await shop.services.db.run('delete from directory.doctor_runs', [])
  assert.deepEqual(await scrape(shop, 'doctor'), [])
  await shop.post('/payments', paymentBody({ payment_id: 'one' }))
  await shop.services.db.run(
    `update payments set amount_received = 7 where payment_id = 'one' and merchant_id = $1`,
    [shop.merchant.merchant_id],
  )

  const before = Math.floor(shop.clock.now().getTime() / 1000)
  const { text, is_well } = await runDoctor(shop.services, {})
  assert.equal(is_well, false)
  const found = [...text.matchAll(/^ +(\d+) wrong/gm)].reduce(
    (n, [, count]) => n + Number(count),
    0,
  )

  const lines = await scrape(shop, 'doctor')
  assert.ok(lines.includes(`florin_doctor_violations{has_log="false"} ${found}`), lines.join('\n'))
  const at = lines.find((line) => line.startsWith('florin_doctor_last_run_timestamp_seconds'))
  assert.ok(Number(at?.split(' ')[1]) >= before)
})

test('every gauge of operations and refunds is read by an index', async () => {
  await using shop = await harness({ env: { FLORIN_DATABASE_CONNECTIONS: '1' } })
  const { db } = shop.services
  const statements: [text: string, parameters: readonly unknown[]][] = []
  const run = db.run.bind(db)
  db.run = (text, parameters) => {
    statements.push([text, parameters])
    return run(text, parameters)
  }
  await scrape(shop, 'operations')
  db.run = run

  await db.run('set enable_seqscan = off', [])
  const indexes = new Set<string>()
  for (const [text, parameters] of statements) {
    if (!/from (operations|refunds)/.test(text)) continue
    const plan = await db.run(`explain ${text}`, parameters)
    const lines = plan.map((row) => String(Object.values(row)[0])).join('\n')
    // All clocks that were moved are read; in production there are none.
    assert.doesNotMatch(lines, /Seq Scan on (?!merchant_clocks)/, text)
    for (const [, index] of lines.matchAll(/(?:using|on) (operations_\w+|refunds_\w+)/g)) {
      indexes.add(String(index))
    }
  }
  assert.deepEqual([...indexes].toSorted(), [
    'operations_check',
    'operations_late',
    'refunds_review',
    'refunds_send_due',
    'refunds_send_of_merchant',
  ])
})

test('timers that are due and disputes near their deadline show, each sweep by its name', async () => {
  await using shop = await harness({ env: (await testBank()).env })
  const held = await shop.post('/payments', paymentBody({ capture_method: 'manual' }))
  assert.equal(held.body.status, 'requires_capture', held.text)
  const expired = /^florin_timers_due\{sweep="[^"]*hold[^"]*"\} 1$/
  const isDue = async () => (await scrape(shop, 'timers_due')).some((line) => expired.test(line))
  assert.equal(await isDue(), false)
  assert.deepEqual(await scrape(shop, 'deadlines_near'), [
    'florin_deadlines_near{sweep="disputes past their deadline"} 0',
  ])

  const before = addMs(shop.clock.now(), -MINUTE_MS)
  await shop.services.db.run('update payments set capture_before = $1 where payment_id = $2', [
    before,
    held.body.payment_id,
  ])

  assert.equal(await isDue(), true)
  const oldest = (await scrape(shop, 'timers_oldest')).filter((line) => / [1-9]/.test(line))
  assert.equal(oldest.length, 1, oldest.join())
})

test('every process reports its version and the results of its provider calls', async () => {
  await using shop = await harness({ env: (await testBank()).env })
  const metrics = createWorkerMetrics(shop.services).registry
  await shop.post('/payments', paymentBody({}))

  const text = await metrics.metrics()

  assert.match(text, /^florin_build_info\{version="[^"]+",node="v[^"]+",environment="sandbox"/m)
  assert.match(
    text,
    /^florin_provider_call_seconds_count\{call="authorize",result="approved",provider="[a-z]+",connector=""\} 1$/m,
  )
})
