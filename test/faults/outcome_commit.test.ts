// The provider has acted, and the commit of its outcome fails: the statement times out, or the connection is lost.
// The answer must not deny what happened, and recovery must finish it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { breakOutcomeCommit, type CommitFault } from '#testing/commit_faults.ts'
import type { Answer } from '#testing/client.ts'
import { type Deployment, startDeployment } from '#testing/deployment.ts'
import { arrange, pay, APPROVED, sale } from '../support/paying.ts'
import { act, create } from '../support/paying_out.ts'
import { toBank } from '../support/recipients.ts'
import { assertAnswer, waitForStatus, done, settled } from './judge.ts'

let deployment: Deployment
before(async () => {
  deployment = await startDeployment()
})
after(() => deployment[Symbol.asyncDispose]())

const faults: Readonly<Record<CommitFault, string>> = {
  cancel: 'the statement times out',
  disconnect: 'the connection is lost',
}

/** One request whose outcome cannot be committed. */
interface Case {
  kind: string
  /** The answer: the object as the first commit left it. */
  answer: string
  /** The status that recovery must find, and what the bank did. */
  status: string
  effect: string
  /** Makes what the request needs. */
  prepare: () => Promise<Prepared>
}

interface Prepared {
  send: () => Promise<Answer>
  /** The object that the request is about. */
  id: string
  path: string
}

let made = 0

async function onHeldPayment(verb: 'capture' | 'cancel'): Promise<Prepared> {
  const { payment_id } = (await arrange(deployment.client(), 'requires_capture')).body
  const path = `/payments/${payment_id}`
  return { send: () => deployment.client().post(`${path}/${verb}`, {}), path, id: payment_id }
}

const cases: Readonly<Record<string, Case>> = {
  'a payment': {
    kind: 'authorize',
    answer: '200 processing',
    status: 'succeeded',
    effect: 'charged',
    async prepare() {
      const payment_id = `payment-${++made}`
      const send = () => pay(deployment.client(), APPROVED, { payment_id })
      return { send, path: `/payments/${payment_id}`, id: payment_id }
    },
  },
  'a capture': {
    kind: 'capture',
    answer: '200 processing',
    status: 'succeeded',
    effect: 'captured',
    prepare: () => onHeldPayment('capture'),
  },
  'a cancellation': {
    kind: 'void',
    answer: '200 processing',
    status: 'cancelled',
    effect: 'released',
    prepare: () => onHeldPayment('cancel'),
  },
  'a refund': {
    kind: 'refund',
    answer: '201 pending',
    status: 'succeeded',
    effect: 'refunded',
    async prepare() {
      const { payment_id } = (await arrange(deployment.client(), 'succeeded')).body
      const refund_id = `refund-${++made}`
      const send = () => deployment.client().post('/refunds', { payment_id, refund_id })
      return { send, path: `/refunds/${refund_id}`, id: refund_id }
    },
  },
  'a payout': {
    kind: 'payout',
    answer: '200 initiated',
    status: 'success',
    effect: 'paid_out',
    async prepare() {
      await arrange(deployment.client(), 'succeeded', { amount: 5_000 })
      const payout = await create(deployment.client(), toBank())
      const { payout_id } = payout.body
      const send = () => act(deployment.client(), payout, 'fulfill')
      return { send, path: `/payouts/${payout_id}`, id: payout_id }
    },
  },
}

for (const [what, { kind, answer: expected, status, effect, prepare }] of Object.entries(cases)) {
  for (const [fault, how] of Object.entries(faults) as [CommitFault, string][]) {
    test(`${what} whose outcome cannot be committed because ${how} is answered "${expected}" and ends as ${status}`, async () => {
      const { send, path, id } = await prepare()

      const { answer, broken } = await breakOutcomeCommit(deployment, { kind, fault }, send)

      assert.ok(broken > 0, 'no commit was broken')
      assert.equal(await done(deployment, effect, id), sale.amount)
      assertAnswer(answer, expected)
      await settled(deployment, id)
      await waitForStatus(deployment, path, status)
      assert.equal(await done(deployment, effect, id), sale.amount)
    })
  }
}

test('a refund without refund_id that is retried under the same Idempotency-Key after its outcome could not be committed is one refund', async () => {
  const { payment_id } = (await arrange(deployment.client(), 'succeeded')).body
  const before = await done(deployment, 'refunded')
  const headers = { 'Idempotency-Key': 'a-refund' }
  const send = () => deployment.client().post('/refunds', { payment_id, amount: 100 }, { headers })

  const first = await breakOutcomeCommit(deployment, { kind: 'refund', fault: 'cancel' }, send)
  const second = await send()

  assert.equal(second.status, 201, second.text)
  await settled(deployment, second.body.refund_id)
  assert.equal((await done(deployment, 'refunded')) - before, 100)
  assertAnswer(first.answer, '201 pending')
  assert.equal(second.body.refund_id, first.answer.body.refund_id)
})
