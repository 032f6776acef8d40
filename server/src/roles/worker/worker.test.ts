import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sleep } from '#kernel/clock.ts'
import { testBank } from '#testing/bank.ts'
import { eventually } from '#testing/eventually.ts'
import { harness } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { startReceiver } from '#testing/receiver.ts'
import { startWorker } from '#testing/worker_process.ts'

test('two workers that start at once on a fresh database both come up, and both stop on SIGTERM', async () => {
  const { env } = await testBank()

  const workers = await Promise.all([startWorker(env), startWorker(env)])
  await Promise.all(workers.map((worker) => worker.stop()))

  for (const worker of workers) assert.equal(await worker.ended, 'the worker process ended: 0')
})

test('a worker that is stopped claims nothing new, records the response in flight and deregisters', async () => {
  const env = { FLORIN_PROVIDER: 'instant' }
  await using shop = await harness({ env })
  await using receiver = await startReceiver(() => ({ delay_ms: 2_000 }))
  const { merchant_id, profile_id } = shop.merchant
  const webhook_details = { webhook_url: receiver.url }
  await shop.post(`/account/${merchant_id}/business_profile/${profile_id}`, { webhook_details })
  await shop.post('/payments', paymentBody({ payment_id: 'last' }))
  const worker = await startWorker(env)
  await receiver.until(1)

  await worker.stop()

  assert.equal(await worker.ended, 'the worker process ended: 0')
  const { db } = shop.services
  const [delivery] = await db.run('select status from deliveries where merchant_id = $1', [
    merchant_id,
  ])
  assert.deepEqual(delivery, { status: 'delivered' })
  assert.deepEqual(await db.run('select claimed_by from webhook_endpoints', []), [
    { claimed_by: null },
  ])
  assert.deepEqual(await db.run('select worker_id from workers', []), [])
})

test("a worker's metrics show the backlog, the latency and the outcomes of attempts", async () => {
  const env = { FLORIN_PROVIDER: 'instant' }
  await using shop = await harness({ env })
  await using receiver = await startReceiver((_, nth) => ({ status: nth === 1 ? 200 : 500 }))
  const { merchant_id, profile_id } = shop.merchant
  const webhook_details = { webhook_url: receiver.url }
  await shop.post(`/account/${merchant_id}/business_profile/${profile_id}`, { webhook_details })
  await using worker = await startWorker(env)
  await shop.post('/payments', paymentBody({ payment_id: 'one' }))
  await receiver.until(1)
  await shop.post('/payments', paymentBody({ payment_id: 'two' }))
  await receiver.until(2)

  const read = async () => (await fetch(`http://127.0.0.1:${worker.ports.metrics_port}`)).text()
  let text = await read()
  for (let tries = 0; tries < 50 && !text.includes('status="pending"} 1'); tries++) {
    await sleep(100)
    text = await read()
  }

  for (const line of [
    'florin_webhook_attempts_total{status="delivered"} 1',
    'florin_webhook_attempts_total{status="pending"} 1',
    'florin_events_relayed_total{event_type="payment_succeeded",decline_code=""} 2',
    'florin_events_waiting 0',
    'florin_relay_failing 0',
    'florin_webhook_due{lane="fast"} 0',
    'florin_webhook_due{lane="slow"} 0',
    'florin_webhook_oldest_due_seconds{lane="fast"} 0',
    'florin_webhook_late_seconds_count 1',
    'florin_webhook_answer_seconds_count 2',
  ]) {
    assert.ok(text.includes(`\n${line}\n`), `${line}\n${text}`)
  }
})

test('the reasons of declines and the outcomes of refunds are in the metrics of the worker', async () => {
  const { env } = await testBank()
  await using shop = await harness({ env })
  await using worker = await startWorker(env)
  const declined = await shop.post('/payments', paymentBody(withCard('4000000000000002')))
  const paid = await shop.post('/payments', paymentBody({}))
  const { payment_id } = paid.body
  const refund = await shop.post('/refunds', { payment_id, amount: 100 })
  assert.equal(declined.body.status, 'failed', declined.text)
  assert.equal(refund.body.status, 'succeeded', refund.text)
  const { unified_code } = declined.body
  assert.match(unified_code, /^UE_\d+$/)

  const read = async () => (await fetch(`http://127.0.0.1:${worker.ports.metrics_port}`)).text()
  for (const line of [
    `florin_events_relayed_total{event_type="payment_failed",decline_code="${unified_code}"} 1`,
    'florin_events_relayed_total{event_type="payment_succeeded",decline_code=""} 1',
    'florin_events_relayed_total{event_type="refund_succeeded",decline_code=""} 1',
  ]) {
    await eventually(line, async () => (await read()).includes(`\n${line}\n`))
  }
})
