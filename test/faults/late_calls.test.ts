// Calls that reach the provider long after Florin decided on them: the acquirer queues them, or the process that
// makes them is paused. Silence never proves that a call was not made. The waits are real, because a pause that is
// not real proves nothing; so the tests run side by side.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sleep } from '#kernel/clock.ts'
import { isOperation, isQuery } from '#testing/bank_proxy.ts'
import type { Client } from '#testing/client.ts'
import { pauseBeforeCall, pollNow } from '#testing/commit_faults.ts'
import { type Deployment, startDeployment } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'
import { withCard } from '#testing/payment_body.ts'
import { APPROVED, arrange, pay, sale } from '../support/paying.ts'
import { act, create } from '../support/paying_out.ts'
import { toBank } from '../support/recipients.ts'
import { assertAnswer, done, settled } from './judge.ts'

/** Longer than any limit after which a call without an answer could be given up. */
const LATE_MS = 47_000
const payment_id = 'payment-1'

/** Does `work` every second until this much time has passed; recovery looks each time. */
async function during(deployment: Deployment, ms: number, work: () => Promise<unknown>) {
  const until = performance.now() + ms
  while (performance.now() < until) {
    await pollNow(deployment)
    await work()
    await sleep(1_000)
  }
}

const PAYABLE = ['requires_payment_method', 'requires_confirmation', 'failed']

/** Acts as a merchant who wants to be paid: confirms again as soon as that is possible. */
async function confirmAgain(client: Client): Promise<void> {
  const { status } = (await client.get(`/payments/${payment_id}`)).body
  if (PAYABLE.includes(status)) await client.post(`/payments/${payment_id}/confirm`, withCard())
}

async function fulfillAgain(client: Client, payout_id: string): Promise<void> {
  const { status } = (await client.get(`/payouts/${payout_id}`)).body
  if (status === 'requires_fulfillment') await client.post(`/payouts/${payout_id}/fulfill`, {})
}

/** Enough on the balance for every payout in a test. */
async function earn(deployment: Deployment): Promise<number> {
  const amount = 10_000
  await arrange(deployment.client(), 'succeeded', { amount })
  return amount
}

describe('a call that reaches the provider late', { concurrency: true }, () => {
  test('an acquirer that acts 47 s late charges the customer at most once, even if the merchant confirms again', async () => {
    await using deployment = await startDeployment()
    const held = deployment.proxy.hold(isOperation('authorize'))
    const answer = pay(deployment.client(), APPROVED, { payment_id })
    await held.arrived
    answer.catch(() => undefined)

    await during(deployment, LATE_MS, () => confirmAgain(deployment.client()))
    held.release()
    await deployment.proxy.idle()
    await confirmAgain(deployment.client())

    // The first call's outcome is unknown; the merchant's second confirmation may have succeeded meanwhile.
    const { status, body } = await answer
    assert.match(`${status} ${body.status}`, /^200 (processing|succeeded)$/)
    const { owed } = await settled(deployment)
    assert.ok(owed <= sale.amount, `charged ${owed}`)
  })

  test('an api that is paused between its commit and the call charges the customer at most once, even if the merchant confirms again at another api', async () => {
    await using deployment = await startDeployment({ apis: 2 })
    const [paused, other] = [deployment.api(0), deployment.client(1)]
    const { answer } = await pauseBeforeCall(deployment, paused, () =>
      pay(paused.client, APPROVED, { payment_id }),
    )

    await during(deployment, LATE_MS, () => confirmAgain(other))
    paused.resume()
    await answer
    await deployment.proxy.idle()
    await confirmAgain(other)

    const { owed } = await settled(deployment)
    assert.ok(owed <= sale.amount, `charged ${owed}`)
  })

  test('an api that is paused between its commit and the call pays out at most once, even if the merchant fulfills again at another api', async () => {
    await using deployment = await startDeployment({ apis: 2 })
    const [paused, other] = [deployment.api(0), deployment.client(1)]
    await earn(deployment)
    const payout = await create(other, toBank())
    const { payout_id } = payout.body
    const { answer } = await pauseBeforeCall(deployment, paused, () =>
      act(paused.client, payout, 'fulfill'),
    )

    await during(deployment, LATE_MS, () => fulfillAgain(other, payout_id))
    paused.resume()
    await answer
    await deployment.proxy.idle()
    await fulfillAgain(other, payout_id)

    await settled(deployment)
    const paid_out = await done(deployment, 'paid_out')
    assert.ok(paid_out <= payout.body.amount, `paid out ${paid_out}`)
  })

  test('a worker that is paused during an auto_fulfill payout while another worker runs pays out once', async () => {
    await using deployment = await startDeployment()
    await earn(deployment)
    const paused = deployment.worker()
    const { answer, operation_id } = await pauseBeforeCall(
      deployment,
      paused,
      () => create(deployment.client(), { ...toBank(), auto_fulfill: true }),
      // Workers poll operations all the time; transfers are only written with an operation.
      'transfers',
    )
    const payout = await answer
    await deployment.startWorker()

    await during(deployment, LATE_MS, async () => undefined)
    paused.resume()
    // The worker sends its pending call, or decides against it, which leaves no trace.
    const isLate = async () =>
      deployment.proxy.requests.some(({ body }) => body['operation_id'] === operation_id)
    await eventually('the paused call is made', isLate, 5_000).catch(() => undefined)
    await deployment.proxy.idle()

    await settled(deployment)
    assert.equal(await done(deployment, 'paid_out'), payout.body.amount)
  })
})

test('a worker whose clock is 60 s ahead does not give up a payment whose call is under way', async () => {
  await using deployment = await startDeployment({ workers: 0 })
  await deployment.startWorker({ clock_shift_ms: 60_000 })
  const held = deployment.proxy.hold(isOperation('authorize'))
  const answer = pay(deployment.client(), APPROVED, { payment_id })
  await held.arrived

  // As long as an acquirer may take, or until the worker has asked: what it concludes it concludes then.
  const hasAsked = async () => deployment.proxy.requests.some((it) => isQuery()(it) && it.is_done)
  await eventually('the worker asks about the call', hasAsked, 4_000).catch(() => undefined)
  await sleep(500)
  held.release()

  assertAnswer(await answer, '200 succeeded')
  const { owed } = await settled(deployment)
  assert.equal(owed, sale.amount)
})
