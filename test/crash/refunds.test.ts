// The api is killed while it refunds, and the worker while it sends a batch; see crash_stage.ts for the points.
// Whether or not the bank received it, the refund is done in the end, once: the merchant asked for it, and under its
// own id it cannot happen twice.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readBankLog } from '#roles/doctor/bank_log.ts'
import { checkBooks } from '#roles/doctor/books.ts'
import { withTableLocked } from '#testing/commit_faults.ts'
import { isWell, report } from '#roles/doctor/run.ts'
import { APPROVED, pay } from '../support/paying.ts'
import { crashPoints, CrashDeployment, sum } from './deployment.ts'

const AMOUNT = 1000
const PART = 400

let crash: CrashDeployment
let made = 0

async function paid(): Promise<{ payment_id: string; refund_id: string }> {
  made += 1
  const payment_id = `paid_${made}`
  const answer = await pay(crash.client(), APPROVED, { payment_id, amount: AMOUNT })
  assert.equal(answer.body.status, 'succeeded', answer.text)
  return { payment_id, refund_id: `refund_${made}` }
}

describe('killed while refunding', () => {
  before(async () => {
    crash = await CrashDeployment.create()
  })

  after(() => crash.stop())

  for (const where of crashPoints) {
    test(`the api is killed ${where}: the refund is done, once, and the books say so`, async () => {
      const { payment_id, refund_id } = await paid()
      const body = { payment_id, refund_id, amount: PART }
      const cut = await crash.killAt(where, {
        object_id: refund_id,
        kind: 'refund',
        table: 'refunds',
        send: (headers) => crash.client().post('/refunds', body, { headers }),
      })
      assert.ok(cut, 'the operation is on record as sent, and nothing more')
      assert.equal((await read(refund_id)).status, 'pending')

      await crash.recover(cut)

      await assertRefunded(payment_id, refund_id)
    })
  }

  const batchPoints = {
    'after the first commit and before the call': async (refund_id: string) => {
      await withTableLocked(crash.deployment, 'operations', async () => {
        await makeDue(refund_id)
        await crash.blockedBy('refunds')
        await crash.killWorker()
      })
    },
    'during the call': async (refund_id: string) => {
      await crash.deployment.bank.pause()
      await makeDue(refund_id)
      await crash.sent(refund_id, 'refund')
      await new Promise((resolve) => setTimeout(resolve, 300))
      await crash.killWorker()
      crash.deployment.bank.resume()
    },
  }

  for (const [where, kill] of Object.entries(batchPoints)) {
    test(`the worker is killed ${where} of a batch: the refund is done, once`, async () => {
      const { payment_id, refund_id } = await paid()
      const body = { payment_id, refund_id, amount: PART, refund_type: 'Scheduled' }
      await crash.client().post('/refunds', body)

      await kill(refund_id)
      const cut = await crash.sent(refund_id, 'refund')
      await crash.recover(cut)

      await assertRefunded(payment_id, refund_id)
    })
  }

  test('after all of it every invariant of the books holds', async () => {
    const { services, bank } = crash.deployment
    const books = await checkBooks(services, await readBankLog(await bank.log()))

    assert.ok(isWell(books), report(books))
  })
})

async function makeDue(refund_id: string): Promise<void> {
  const { sql, merchant } = crash.deployment
  await sql('update refunds set send_at = now() where merchant_id = $1 and refund_id = $2', [
    merchant.merchant_id,
    refund_id,
  ])
}

async function read(refund_id: string) {
  return (await crash.client().get(`/refunds/${refund_id}`)).body
}

async function assertRefunded(payment_id: string, refund_id: string): Promise<void> {
  assert.equal((await read(refund_id)).status, 'succeeded')
  const facts = await crash.factsOf(refund_id)
  assert.equal(sum(facts, 'refunded'), PART)
  assert.equal(facts.filter((fact) => fact.effect === 'refunded').length, 1, 'done once')
  const booked = await crash.bookedFor(refund_id)
  assert.equal(booked('refund_paid'), PART)
  const events = await crash.eventsOf(refund_id)
  assert.deepEqual(
    events.map(({ body }) => JSON.parse(body).content.object.status),
    ['succeeded'],
    'reported once',
  )
  const rest = await crash.client().post('/refunds', { payment_id })
  assert.equal(rest.body.amount, AMOUNT - PART, rest.text)
}
