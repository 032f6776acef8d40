// A release adds columns while processes on the release before still run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addColumn } from '#testing/commit_faults.ts'
import { startDeployment } from '#testing/deployment.ts'
import { arrange } from '../support/paying.ts'
import { settled } from './judge.ts'

test('processes that run go on reading and writing after columns are added to their tables', async () => {
  await using deployment = await startDeployment()
  const client = deployment.client()
  const used = async () => {
    const { payment_id } = (await arrange(client, 'requires_capture')).body
    const path = `/payments/${payment_id}`
    const reads = await Promise.all(Array.from({ length: 12 }, () => client.get(path)))
    const capture = await client.post(`${path}/capture`, {})
    const refund = await client.post('/refunds', { payment_id })
    return [...reads, capture, refund].map(({ status }) => status)
  }
  const expected = await used()

  for (const table of ['payments', 'refunds', 'operations', 'profiles']) {
    await addColumn(deployment, table)
  }

  assert.deepEqual(await used(), expected)
  await settled(deployment)
})
