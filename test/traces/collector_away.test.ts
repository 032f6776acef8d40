// Traces go to a collector that takes spans and never answers, or to none at all.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examplePayment } from '#resources/payments/payments/example.ts'
import { startDeployment } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'
import { startReceiver } from '#testing/receiver.ts'
import { startCollector } from '../support/collector.ts'
import { freePort } from '../support/free_port.ts'

const PAYMENTS = 20

for (const [what, isThere] of [
  ['that never answers', true],
  ['that is not there', false],
] as const) {
  test(`with a collector ${what}, payments and webhooks succeed, and lost spans are counted`, async () => {
    await using collector = await startCollector({ answers: false })
    if (!isThere) await collector[Symbol.asyncDispose]()
    await using receiver = await startReceiver()
    const FLORIN_METRICS_PORT = String(await freePort())
    await using deployment = await startDeployment({
      env: { ...collector.env, FLORIN_METRICS_PORT },
    })
    const client = deployment.client()
    const { merchant_id, profile_id } = deployment.merchant
    const profile = `/account/${merchant_id}/business_profile/${profile_id}`
    await client.post(profile, { webhook_details: { webhook_url: receiver.url } })

    const paid = await Promise.all(
      Array.from({ length: PAYMENTS }, () => client.post('/payments', examplePayment)),
    )

    assert.deepEqual(new Set(paid.map(({ body }) => body.status)), new Set(['succeeded']))
    await receiver.until(PAYMENTS)
    await eventually('lost spans are counted', async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${FLORIN_METRICS_PORT}`)).text()
      return /^florin_trace_spans_total\{result="dropped"\} [1-9]/m.test(metrics)
    })
    for (const each of [deployment.api(), deployment.worker()]) {
      await each.stop()
      assert.match(await each.ended, /process ended: 0$/)
    }
  })
}
