// A dispute and a refund on the same payment: the customer gets the money back once.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { blockedConnections, withTableLocked } from '#testing/commit_faults.ts'
import { type Deployment, startDeployment } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'
import { arrange, sale } from '../support/paying.ts'
import { advance } from '../support/paying_out.ts'
import { done, operationsOf } from './judge.ts'

let deployment: Deployment
before(async () => {
  // Longer than everything that happens while the refund waits for the lock, on any machine.
  deployment = await startDeployment({ env: { FLORIN_STATEMENT_TIMEOUT_MS: '60000' } })
})
after(() => deployment[Symbol.asyncDispose]())

async function paid(): Promise<string> {
  return (await arrange(deployment.client(), 'succeeded')).body.payment_id as string
}

/** The cardholder asks about the payment; resolves with the bank's id when Florin has the event. */
async function inquire(payment_id: string): Promise<string> {
  const [charge] = await operationsOf(deployment, payment_id)
  const path = `/operations/${charge?.operation_id}/dispute`
  const answer = await deployment.bank.desk('POST', path, { stage: 'pre_dispute' })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  await eventually('Florin knows of the dispute', async () => {
    const query = 'select dispute_id from disputes where payment_id = $1'
    return (await deployment.sql(query, [payment_id])).length > 0
  })
  return (JSON.parse(text) as { dispute_id: string }).dispute_id
}

/** The issuer takes the money back. */
async function escalate(dispute_id: string): Promise<void> {
  const path = `/disputes/${dispute_id}/decide`
  const answer = await deployment.bank.desk('POST', path, { decision: 'escalate' })
  assert.equal(answer.status, 200, await answer.text())
}

/** Refunds go by their own id at the bank, chargebacks by the payment's. */
async function assertOnceBack(payment_id: string, refund_id: string): Promise<void> {
  const refunded = await done(deployment, 'refunded', refund_id)
  const charged_back = await done(deployment, 'charged_back', payment_id)
  assert.ok(
    refunded + charged_back <= sale.amount,
    `of ${sale.amount}: refunded ${refunded}, charged back ${charged_back}`,
  )
}

test('a scheduled refund is not sent while its payment is disputed, and the customer gets the money back once', async () => {
  const payment_id = await paid()
  const refund_id = 'scheduled'
  const body = { payment_id, refund_id, refund_type: 'Scheduled' }
  const refund = await deployment.client().post('/refunds', body)
  assert.equal(refund.status, 201, refund.text)
  const dispute_id = await inquire(payment_id)

  await advance(deployment.client(), '2d')
  await escalate(dispute_id)
  await advance(deployment.client(), '2d')

  assert.equal(await done(deployment, 'refunded', refund_id), 0)
  await assertOnceBack(payment_id, refund_id)
})

test('a dispute that opens between the check and the commit of a refund stops the refund', async () => {
  const payment_id = await paid()
  const refund_id = 'instant'
  const { answer, dispute_id } = await withTableLocked(deployment, 'refunds', async () => {
    const answer = deployment.client().post('/refunds', { payment_id, refund_id })
    await eventually('the commit of the refund waits', async () => {
      const blocked = await blockedConnections(deployment, deployment.api(), 'refunds')
      return blocked.length > 0
    })
    return { answer: [answer], dispute_id: await inquire(payment_id) }
  })

  const [refund] = await Promise.all(answer)
  await escalate(dispute_id)

  assert.equal(`${refund?.status} ${refund?.body.error?.code}`, '409 IR_16', refund?.text)
  await assertOnceBack(payment_id, refund_id)
})
