// The api is killed while it refunds, and the worker while it sends a batch; see crash_stage.ts for the
// points. Whether or not the bank had heard of it, the refund is done in the end, once: the merchant asked
// for it, and under its own id it cannot happen twice.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readBankLog } from '#roles/doctor/bank_log.ts'
import { checkBooks } from '#roles/doctor/books.ts'
import { isWell, report } from '#roles/doctor/run.ts'
import { APPROVED, pay } from '../support/paying.ts'
import {
  crashPoints,
  CrashStage,
  eventually,
  sum,
  waitingStatements,
  withLock,
} from './deployment.ts'

const AMOUNT = 1000
const PART = 400

let stage: CrashStage
let made = 0

async function paid(): Promise<{ payment_id: string; refund_id: string }> {
  made += 1
  const payment_id = `paid_${made}`
  const answer = await pay(stage.client(), APPROVED, { payment_id, amount: AMOUNT })
  assert.equal(answer.body.status, 'succeeded', answer.text)
  return { payment_id, refund_id: `refund_${made}` }
}

describe('killed while refunding', () => {
  before(async () => {
    stage = await CrashStage.create()
  })

  after(() => stage.stop())

  for (const where of crashPoints) {
    test(`the api is killed ${where}: the refund is done, once, and the books say so`, async () => {
      const { payment_id, refund_id } = await paid()
      const body = { payment_id, refund_id, amount: PART }
      await stage.points[where]({
        object_id: refund_id,
        kind: 'refund',
        table: 'refunds',
        send: (headers) => stage.client().post('/refunds', body, { headers }),
      })
      await stage.startAgain()
      const cut = await stage.sentOperation(refund_id, 'refund')
      assert.ok(cut, 'the operation is on record as sent, and nothing more')
      assert.equal((await read(refund_id)).status, 'pending')

      await stage.recover(cut)

      await assertRefunded(payment_id, refund_id)
    })
  }

  const batchPoints = {
    'after the first commit and before the call': async (refund_id: string) => {
      await withLock('operations', async () => {
        await makeDue(refund_id)
        await waitingStatements('refunds')
        await stage.killWorker()
      })
    },
    'during the call': async (refund_id: string) => {
      process.kill(stage.bank.pid, 'SIGSTOP')
      await makeDue(refund_id)
      await eventually(() => stage.sentOperation(refund_id, 'refund'))
      await new Promise((resolve) => setTimeout(resolve, 300))
      await stage.killWorker()
      process.kill(stage.bank.pid, 'SIGCONT')
    },
  }

  for (const [where, crash] of Object.entries(batchPoints)) {
    test(`the worker is killed ${where} of a batch: the refund is done, once`, async () => {
      const { payment_id, refund_id } = await paid()
      const body = { payment_id, refund_id, amount: PART, refund_type: 'Scheduled' }
      await stage.client().post('/refunds', body)

      await crash(refund_id)
      const cut = await eventually(() => stage.sentOperation(refund_id, 'refund'))
      await stage.recover(cut)

      await assertRefunded(payment_id, refund_id)
    })
  }

  test('after all of it every invariant of the books holds', async () => {
    const { shop, bank } = stage
    const books = await checkBooks(shop.services, await readBankLog(await bank.log()))

    assert.ok(isWell(books), report(books))
  })
})

async function makeDue(refund_id: string): Promise<void> {
  const { shop } = stage
  await shop.services.db.run(
    'update refunds set send_at = now() where merchant_id = $1 and refund_id = $2',
    [shop.merchant.merchant_id, refund_id],
  )
}

async function read(refund_id: string) {
  return (await stage.client().get(`/refunds/${refund_id}`)).body
}

async function assertRefunded(payment_id: string, refund_id: string): Promise<void> {
  assert.equal((await read(refund_id)).status, 'succeeded')
  const facts = await stage.factsOf(refund_id)
  assert.equal(sum(facts, 'refunded'), PART)
  assert.equal(facts.filter((fact) => fact.effect === 'refunded').length, 1, 'done once')
  const booked = await stage.bookedFor(refund_id)
  assert.equal(booked('refund_paid'), PART)
  const events = await stage.eventsOf(refund_id)
  assert.deepEqual(
    events.map(({ body }) => JSON.parse(body).content.object.status),
    ['succeeded'],
    'told once',
  )
  const rest = await stage.client().post('/refunds', { payment_id })
  assert.equal(rest.body.amount, AMOUNT - PART, rest.text)
}
