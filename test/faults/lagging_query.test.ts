// A provider whose queries read from a replica that lags behind: it denies an operation that it has
// acknowledged before. One such answer must not undo what is known.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sleep } from '#kernel/clock.ts'
import { delayBank } from '#testing/bank.ts'
import { isQuery, UNKNOWN_OPERATION } from '#testing/bank_proxy.ts'
import { makeOlder, pollNow } from '#testing/commit_faults.ts'
import { type Deployment, startDeployment } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'
import * as paying from '../support/paying.ts'
import * as paying_out from '../support/paying_out.ts'
import { waitForStatus, done, operationsOf, settled } from './judge.ts'

// Pending payments stay pending until the test settles them.
delayBank(600_000)

const HOUR_MS = 60 * 60 * 1000

/** Recovery queries an operation that has been pending for an hour, and the answer is that there is none. */
async function denyOnce(deployment: Deployment, object_id: string): Promise<string> {
  const [operation] = await operationsOf(deployment, object_id)
  assert.ok(operation)
  const { operation_id } = operation
  await makeOlder(deployment, object_id, HOUR_MS)
  deployment.proxy.next(isQuery(operation_id), UNKNOWN_OPERATION)
  await pollNow(deployment, object_id)
  await eventually('recovery has asked', async () =>
    deployment.proxy.requests.some((it) => isQuery(operation_id)(it) && it.is_done),
  )
  // Time to commit a wrong conclusion, if there is one.
  await sleep(1_000)
  return operation_id
}

async function approve({ bank }: Deployment, operation_id: string): Promise<void> {
  const path = `/operations/${operation_id}/settle`
  const answer = await bank.desk('POST', path, { outcome: 'approved' })
  assert.equal(answer.status, 200, await answer.text())
}

test('a payment that the acquirer has acknowledged stays processing when one query does not find it, and succeeds later', async () => {
  await using deployment = await startDeployment()
  const { payment_id } = (await paying.arrange(deployment.client(), 'processing')).body
  const path = `/payments/${payment_id}`

  const operation_id = await denyOnce(deployment, payment_id)

  assert.equal((await deployment.client().get(path)).body.status, 'processing')
  await approve(deployment, operation_id)
  await waitForStatus(deployment, path, 'succeeded')
  await settled(deployment)
})

test('a payout that the rail has acknowledged stays pending when one query does not find it, and succeeds later', async () => {
  await using deployment = await startDeployment()
  await paying.arrange(deployment.client(), 'succeeded', { amount: 5_000 })
  const made = await paying_out.arrange(deployment.client(), 'pending')
  const path = `/payouts/${made.body.payout_id}`

  const operation_id = await denyOnce(deployment, made.body.payout_id)

  assert.equal((await deployment.client().get(path)).body.status, 'pending')
  await approve(deployment, operation_id)
  await waitForStatus(deployment, path, 'success')
  await settled(deployment)
  assert.equal(await done(deployment, 'paid_out'), made.body.amount)
})
