// The api is killed while it authorizes, captures, cancels and approves; see crash_stage.ts for the points.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readBankLog } from '#roles/doctor/bank_log.ts'
import { checkBooks } from '#roles/doctor/books.ts'
import type { BankFact } from '#testing/deployment.ts'
import { isWell, report } from '#roles/doctor/run.ts'
import { withCard } from '#testing/payment_body.ts'
import { eventually } from '#testing/eventually.ts'
import { APPROVED, REVIEWED } from '../support/paying.ts'
import { isFullProof } from '#testing/proof.ts'
import { type CrashPoint, crashPoints, CrashDeployment, type Send, sum } from './deployment.ts'

const AMOUNT = 1000

let crash: CrashDeployment

const client = () => crash.client()

function paid(payment_id: string, card_number: string, more: object = {}) {
  const sale = { payment_id, amount: AMOUNT, currency: 'EUR', confirm: true }
  return { ...sale, ...withCard(card_number), ...more }
}

interface Verb {
  name: string
  /** The operation at the bank. */
  kind: string
  /** Brings the payment to where the verb can be used. */
  prepare(payment_id: string): Promise<unknown>
  send(payment_id: string): Send
  /** The payment's status if the bank did it, and if the bank never received it. */
  done: string
  undone: string
}

async function held(payment_id: string): Promise<void> {
  const body = paid(payment_id, APPROVED, { capture_method: 'manual' })
  const answer = await client().post('/payments', body)
  assert.equal(answer.body.status, 'requires_capture', answer.text)
}

async function reviewed(payment_id: string): Promise<void> {
  const answer = await client().post('/payments', paid(payment_id, REVIEWED))
  assert.equal(answer.body.status, 'requires_merchant_action', answer.text)
}

const act =
  (verb: string) =>
  (payment_id: string): Send =>
  (headers) =>
    client().post(`/payments/${payment_id}/${verb}`, {}, { headers })

const verbs: readonly Verb[] = [
  {
    name: 'authorize',
    kind: 'authorize',
    prepare: async () => undefined,
    send: (payment_id) => (headers) =>
      client().post('/payments', paid(payment_id, APPROVED), { headers }),
    done: 'succeeded',
    undone: 'requires_payment_method',
  },
  {
    name: 'capture',
    kind: 'capture',
    prepare: held,
    send: act('capture'),
    done: 'succeeded',
    undone: 'requires_capture',
  },
  {
    name: 'cancel',
    kind: 'void',
    prepare: held,
    send: act('cancel'),
    done: 'cancelled',
    undone: 'requires_capture',
  },
  {
    name: 'approve',
    kind: 'capture',
    prepare: reviewed,
    send: act('approve'),
    done: 'succeeded',
    undone: 'requires_merchant_action',
  },
]

/** Two points for each verb but the first; verbs that follow each other have different ones. `npm run prove:tests` has all. */
function pointsOf(n: number): readonly CrashPoint[] {
  return crashPoints.filter((_, at) => at % 2 === n % 2)
}

describe('the api is killed', () => {
  before(async () => {
    crash = await CrashDeployment.create()
  })

  after(() => crash.stop())

  for (const [n, verb] of verbs.entries()) {
    for (const where of isFullProof || n === 0 ? crashPoints : pointsOf(n)) {
      test(`${verb.name}: killed ${where}, the payment ends where the bank's log says, once`, async () => {
        const payment_id = newPaymentId()
        await verb.prepare(payment_id)
        const cut = await crashAt(where, payment_id, verb.kind, verb.send(payment_id))
        assert.ok(cut, 'the operation is on record as sent, and nothing more')

        await crash.recover(cut)

        await assertTruth(payment_id, verb)
      })
    }
  }

  test('without moving a clock, a charge whose answer was lost in a crash is known within a minute', async (t) => {
    const [verb] = verbs
    assert.ok(verb)
    const payment_id = newPaymentId()
    const where = 'after the answer and before the second commit'
    const from = performance.now()
    await crashAt(where, payment_id, 'authorize', verb.send(payment_id))
    crash.resumeWorker()

    const status = async () => (await client().get(`/payments/${payment_id}`)).body.status
    await eventually('it succeeds', async () => (await status()) === 'succeeded', 59_000)

    t.diagnostic(`recovered ${Math.round(performance.now() - from)} ms after the crash`)
    await assertTruth(payment_id, verb)
  })

  test('a capture that never reached the bank is sent by recovery under its own id, and captured once', async () => {
    const payment_id = newPaymentId()
    await held(payment_id)
    const where = 'after the first commit and before the call'
    const cut = await crashAt(where, payment_id, 'capture', act('capture')(payment_id))
    assert.ok(cut)

    await crash.recover(cut)

    assert.equal((await read(payment_id)).status, 'succeeded')
    assert.equal((await lastTold(payment_id)).status, 'succeeded')
    const captures = (await crash.deployment.bank.log()).filter(
      ({ reference, effect }) => reference === payment_id && effect === 'captured',
    )
    assert.deepEqual(
      captures.map((fact) => fact.operation_id),
      [cut.operation_id],
    )
  })

  test('after all of it every invariant of the books holds', async () => {
    const { services, bank } = crash.deployment
    const books = await checkBooks(services, await readBankLog(await bank.log()))

    assert.ok(isWell(books), report(books))
  })
})

function crashAt(where: CrashPoint, object_id: string, kind: string, send: Send) {
  return crash.killAt(where, { object_id, kind, table: 'payments', send })
}

/** The books and the events against what the bank did, and the payment can be used as its state says. */
async function assertTruth(payment_id: string, verb: Verb): Promise<void> {
  const facts = await crash.factsOf(payment_id)
  const isDone = facts.some((fact) => fact.kind === verb.kind)
  const payment = await read(payment_id)
  assert.equal(payment.status, isDone ? verb.done : verb.undone)
  const taken = sum(facts, 'charged') + sum(facts, 'captured')
  assert.equal(payment.amount_received, taken)
  assert.ok(taken <= AMOUNT, 'no double charge')
  const left = sum(facts, 'held') - sum(facts, 'captured') - sum(facts, 'released')
  assert.equal(payment.amount_capturable, left)
  await assertBooked(payment_id, facts)
  await assertTold(payment_id)
  if (isDone) return
  const again = verb.name === 'authorize' ? confirmAgain(payment_id) : verb.send(payment_id)
  const answer = await again({})
  assert.equal(answer.status, 200, answer.text)
  assert.equal((await read(payment_id)).status, verb.done)
  const done = (await crash.factsOf(payment_id, verb.kind)).map((fact) => fact.operation_id)
  assert.equal(new Set(done).size, 1, 'done once')
}

const confirmAgain =
  (payment_id: string): Send =>
  (headers) =>
    client().post(`/payments/${payment_id}/confirm`, withCard(), { headers })

async function assertBooked(payment_id: string, facts: BankFact[]): Promise<void> {
  const by = await crash.bookedFor(payment_id)
  assert.equal(by('hold'), sum(facts, 'held'))
  assert.equal(by('capture'), sum(facts, 'charged') + sum(facts, 'captured'))
  assert.equal(by('release'), sum(facts, 'captured') + sum(facts, 'released'))
}

async function assertTold(payment_id: string): Promise<void> {
  const { transitions, status } = await rowOf(payment_id)
  const events = await crash.eventsOf(payment_id)
  assert.deepEqual(
    events.map((event) => event.sequence),
    Array.from({ length: transitions }, (_, n) => n + 1),
    'one event for each transition',
  )
  if (transitions > 0) assert.equal((await lastTold(payment_id)).status, status)
}

async function read(payment_id: string) {
  return (await client().get(`/payments/${payment_id}`)).body
}

async function rowOf(payment_id: string) {
  const { sql, merchant } = crash.deployment
  const [row] = await sql<{ transitions: number; status: string }>(
    'select transitions, status from payments where merchant_id = $1 and payment_id = $2',
    [merchant.merchant_id, payment_id],
  )
  assert.ok(row)
  return row
}

async function lastTold(payment_id: string): Promise<{ status: string }> {
  const last = (await crash.eventsOf(payment_id)).at(-1)
  return JSON.parse(last?.body ?? '{}').content.object
}

let made = 0
function newPaymentId(): string {
  made += 1
  return `crash_${made}`
}
