import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sleep } from '#kernel/clock.ts'
import { startApi } from '#testing/api_process.ts'
import { harness } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { startReceiver } from '#testing/receiver.ts'
import { startWorker } from '#testing/worker_process.ts'

const PAYMENTS = 40
const HELD = 16

test('a worker is killed in mid-delivery: another goes on, nothing is lost, and the api answers all the while', async (t) => {
  const env = { FLORIN_PROVIDER: 'instant' }
  await using shop = await harness({ env })
  await using api = await startApi(env)
  const client = api.client(shop.merchant.api_key)
  // The first request hangs until after the kill; from then on every answer is prompt.
  let isKilled = false
  await using receiver = await startReceiver(() => (isKilled ? {} : { delay_ms: 8_000 }))
  const { merchant_id, profile_id } = shop.merchant
  const path = `/account/${merchant_id}/business_profile/${profile_id}`
  await client.post(path, { webhook_details: { webhook_url: receiver.url } })
  const victim = await startWorker(env)
  for (let n = 0; n < PAYMENTS; n++) {
    const answer = await client.post('/payments', paymentBody({ payment_id: `p${n}` }))
    assert.equal(answer.status, 200, answer.text)
  }
  await receiver.until(HELD)
  await using survivor = await startWorker(env)
  assert.ok(survivor.pid > 0)

  process.kill(victim.pid, 'SIGKILL')
  isKilled = true
  const killed_at = performance.now()
  await victim.ended
  const answers: number[] = []
  let delivered = 0
  while (delivered < PAYMENTS && performance.now() - killed_at < 300_000) {
    const answer = await client.get(`/events/${merchant_id}?delivery_status=delivered&limit=1`)
    answers.push(answer.status)
    delivered = answer.body.total_count
    await sleep(250)
  }

  const again = receiver.received[HELD]
  const resumed_ms = Math.round((again?.at ?? Number.NaN) - killed_at)
  const done_ms = Math.round((receiver.received.at(-1)?.at ?? Number.NaN) - killed_at)
  t.diagnostic(`resumed ${resumed_ms} ms and done ${done_ms} ms after the kill`)
  assert.ok(answers.length > 0 && answers.every((status) => status === 200))
  const reported = new Map(
    receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]),
  )
  assert.deepEqual([delivered, reported.size], [PAYMENTS, PAYMENTS])
  for (const { headers, body } of receiver.received) {
    assert.equal(body, reported.get(headers['webhook-id']))
  }
})
