// The api is killed while it sends a payout, and the worker while it sends one automatically; see crash_stage.ts for
// the points. A payout that the rail has paid is paid, once; one that it never received is in the balance again, and
// can be sent again.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readBankLog } from '#roles/doctor/bank_log.ts'
import { checkBooks } from '#roles/doctor/books.ts'
import { withTableLocked } from '#testing/commit_faults.ts'
import { eventually } from '#testing/eventually.ts'
import { isWell, report } from '#roles/doctor/run.ts'
import { balance, create } from '../support/paying_out.ts'
import { toBank } from '../support/recipients.ts'
import { crashPoints, CrashDeployment, RECOVERY_MS, sum } from './deployment.ts'

const AMOUNT = 1000

let crash: CrashDeployment

async function made(body: object = {}): Promise<string> {
  return (await create(crash.client(), { ...toBank(), amount: AMOUNT, ...body })).body.payout_id
}

const fulfill = (payout_id: string, headers: Record<string, string> = {}) =>
  crash.client().post(`/payouts/${payout_id}/fulfill`, {}, { headers })

async function statusOf(payout_id: string): Promise<string> {
  return (await crash.client().get(`/payouts/${payout_id}`)).body.status
}

describe('killed while paying out', () => {
  before(async () => {
    crash = await CrashDeployment.create()
  })

  after(() => crash.stop())

  for (const where of crashPoints) {
    test(`the api is killed ${where}: the payout ends where the bank's log says, once`, async () => {
      const payout_id = await made()
      const before = await balance(crash.client(), 'available')
      const cut = await crash.killAt(where, {
        object_id: payout_id,
        kind: 'payout',
        table: 'payouts',
        send: (headers) => fulfill(payout_id, headers),
      })
      assert.ok(cut, 'the operation is on record as sent, and nothing more')
      assert.equal(await statusOf(payout_id), 'requires_creation')
      assert.equal(
        await balance(crash.client(), 'available'),
        before - AMOUNT,
        'money is not twice',
      )

      await crash.recover(cut)

      await assertTruth(payout_id, before)
    })
  }

  /** A worker dies at it, and comes back. */
  const workerPoints = {
    'after the first commit and before the call': async (payout_id: string) => {
      await withTableLocked(crash.deployment, 'operations', async () => {
        await makeDue(payout_id)
        await crash.blockedBy('payouts')
        await crash.killWorker()
      })
    },
    'during the call': async (payout_id: string) => {
      await crash.deployment.bank.pause()
      await makeDue(payout_id)
      await crash.sent(payout_id, 'payout')
      await new Promise((resolve) => setTimeout(resolve, 300))
      await crash.killWorker()
      crash.deployment.bank.resume()
    },
  }

  for (const [where, kill] of Object.entries(workerPoints)) {
    test(`the worker is killed ${where} of a payout that goes by itself: it goes, once`, async () => {
      const payout_id = await made({ confirm: true })

      await kill(payout_id)
      const cut = await crash.sent(payout_id, 'payout')
      await crash.recover(cut)

      await eventually(
        'it ends',
        async () => (await statusOf(payout_id)) === 'success',
        RECOVERY_MS,
      )
      assert.deepEqual(effects(await crash.factsOf(payout_id)), ['paid_out'])
      await assertTold(payout_id, ['initiated', 'success'])
    })
  }

  test('without moving a clock, a payout whose answer was lost in a crash is known within a minute', async (t) => {
    const payout_id = await made()
    await crash.killAt('after the answer and before the second commit', {
      object_id: payout_id,
      kind: 'payout',
      table: 'payouts',
      send: (headers) => fulfill(payout_id, headers),
    })
    crash.resumeWorker()
    const from = performance.now()

    await eventually('it succeeds', async () => (await statusOf(payout_id)) === 'success', 59_000)

    t.diagnostic(`recovered ${Math.round(performance.now() - from)} ms after the crash`)
  })

  test('under one Idempotency-Key a retried fulfill returns the current payout, and nothing is sent twice', async () => {
    const payout_id = await made()
    const headers = { 'Idempotency-Key': `fulfil-${payout_id}` }
    const cut = await crash.killAt('after the answer and before the second commit', {
      object_id: payout_id,
      kind: 'payout',
      table: 'payouts',
      send: (more) => fulfill(payout_id, { ...headers, ...more }),
    })
    assert.ok(cut)
    await crash.recover(cut)
    // As if a minute had passed: the process that held the key is certainly gone.
    await crash.deployment.sql(
      'update idempotency set locked_until = now() where merchant_id = $1',
      [crash.deployment.merchant.merchant_id],
    )

    const answer = await fulfill(payout_id, headers)

    assert.equal(answer.body.status, 'success')
    assert.deepEqual(effects(await crash.factsOf(payout_id)), ['paid_out'])
  })

  test('after all of it every invariant of the books holds', async () => {
    const { services, bank } = crash.deployment
    const books = await checkBooks(services, await readBankLog(await bank.log()))

    assert.ok(isWell(books), report(books))
  })
})

/** As if it had been made to go by itself, a moment ago. */
async function makeDue(payout_id: string): Promise<void> {
  const { sql, merchant } = crash.deployment
  await sql(
    `update payouts set auto_fulfill = true, fulfill_at = now() where merchant_id = $1 and payout_id = $2`,
    [merchant.merchant_id, payout_id],
  )
}

type Facts = Awaited<ReturnType<CrashDeployment['factsOf']>>

function effects(facts: Facts): string[] {
  return facts.map((fact) => fact.effect)
}

async function assertTruth(payout_id: string, before: number): Promise<void> {
  const facts = await crash.factsOf(payout_id)
  const isPaid = sum(facts, 'paid_out') === AMOUNT
  assert.equal(await statusOf(payout_id), isPaid ? 'success' : 'requires_fulfillment')
  assert.equal(await balance(crash.client(), 'available'), isPaid ? before - AMOUNT : before)
  assert.equal(await balance(crash.client(), 'payouts_in_transit'), 0)
  await assertTold(payout_id, isPaid ? ['initiated', 'success'] : [])
  if (isPaid) return
  assert.deepEqual(facts, [])
  const again = await fulfill(payout_id)
  assert.equal(again.body.status, 'success', again.text)
  assert.deepEqual(effects(await crash.factsOf(payout_id)), ['paid_out'])
}

async function assertTold(payout_id: string, statuses: string[]): Promise<void> {
  const events = await crash.eventsOf(payout_id)
  assert.deepEqual(
    events.map(({ body }) => JSON.parse(body).content.object.status),
    statuses,
    'reported once',
  )
}
