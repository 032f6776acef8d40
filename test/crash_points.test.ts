// The api is killed at every point between the decision to call the bank and the commit of its answer.
// Each point is really reached, and shown to be, before the process dies; then a new api and the worker
// find out the truth. The judge is the bank's own log.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readBankLog } from '../server/src/doctor/bank_log.ts'
import { checkBooks } from '../server/src/doctor/books.ts'
import { isWell, report } from '../server/src/doctor/report.ts'
import { withServer } from '../server/src/kernel/databases.ts'
import { type ApiProcess, startApi } from '../server/src/testing/api_process.ts'
import { type BankFact, testBank } from '../server/src/testing/bank.ts'
import type { Client } from '../server/src/testing/client.ts'
import { testDatabase } from '../server/src/testing/database.ts'
import { harness, type Shop } from '../server/src/testing/harness.ts'
import { startWorker, type WorkerProcess } from '../server/src/testing/worker_process.ts'
import { APPROVED, REVIEWED, withCard } from './conformance/paying.ts'

const AMOUNT = 1000

let bank: Awaited<ReturnType<typeof testBank>>
let shop: Shop
let worker: WorkerProcess
let api: ApiProcess

function client(): Client {
  return api.client(shop.merchant.api_key)
}

function paid(payment_id: string, card_number: string, more: object = {}) {
  const sale = { payment_id, amount: AMOUNT, currency: 'EUR', confirm: true }
  return { ...sale, ...withCard(card_number), ...more }
}

type Send = (headers: Record<string, string>) => Promise<{ status: number; text: string }>

interface Verb {
  name: string
  /** The operation at the bank. */
  kind: string
  /** Brings the payment to where the verb can be used. */
  prepare(payment_id: string): Promise<unknown>
  send(payment_id: string): Send
  /** Where the payment stands when the bank did it, and when the bank never heard of it. */
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

interface Crash {
  payment_id: string
  kind: string
  send: Send
}

const points: Record<string, (crash: Crash) => Promise<void>> = {
  // The first commit waits in PostgreSQL for a lock while its process dies, and then lands.
  'after the first commit and before the call': async ({ payment_id, kind, send }) => {
    await withLock('operations', async () => {
      const cut = send({})
      await waitingStatements()
      await killApi(cut)
    })
    await eventually(() => sentOperation(payment_id, kind))
    assert.deepEqual(await factsOf(payment_id, kind), [])
  },
  // The request lies in the socket of a bank that stands still.
  'during the call': async ({ payment_id, kind, send }) => {
    process.kill(bank.pid, 'SIGSTOP')
    const cut = send({})
    await eventually(() => sentOperation(payment_id, kind))
    await new Promise((resolve) => setTimeout(resolve, 300))
    await killApi(cut)
    process.kill(bank.pid, 'SIGCONT')
  },
  'after the bank acted and before its answer is read': async ({ payment_id, kind, send }) => {
    const cut = send({ 'X-Sandbox-Acquirer': 'timeout' })
    await eventually(async () => (await factsOf(payment_id, kind))[0])
    await killApi(cut)
  },
  // The second commit waits for a lock while its process dies, and its connection is cut before it lands.
  'after the answer and before the second commit': async ({ payment_id, kind, send }) => {
    const cut = send({ 'X-Sandbox-Delay-Ms': '1000' })
    await eventually(async () => (await factsOf(payment_id, kind))[0])
    await withLock('payments', async () => {
      const pids = await waitingStatements()
      await killApi(cut)
      await withServer(await testDatabase(), (db) =>
        db.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids]),
      )
    })
  },
}

describe('the api is killed', () => {
  before(async () => {
    bank = await testBank()
    shop = await harness({ env: bank.env })
    worker = await startWorker(bank.env)
    api = await startApi(bank.env)
  })

  after(async () => {
    await api.stop()
    await worker.stop()
    await shop[Symbol.asyncDispose]()
  })

  for (const verb of verbs) {
    for (const [where, crash] of Object.entries(points)) {
      test(`${verb.name}: killed ${where}, the payment ends where the bank's log says, once`, async () => {
        const payment_id = newPaymentId()
        await verb.prepare(payment_id)
        await crash({ payment_id, kind: verb.kind, send: verb.send(payment_id) })
        await startAgain()
        const cut = await sentOperation(payment_id, verb.kind)
        assert.ok(cut, 'the operation is on record as sent, and nothing more')

        await makeDue(cut.operation_id)
        await eventually(() => finishedOperation(cut.operation_id))

        await assertTruth(payment_id, verb)
      })
    }
  }

  test('nobody moves a clock: a charge whose answer was lost in a crash is known within a minute', async (t) => {
    const [verb] = verbs
    assert.ok(verb)
    const payment_id = newPaymentId()
    const crash = points['after the answer and before the second commit']
    await crash?.({ payment_id, kind: 'authorize', send: verb.send(payment_id) })
    const from = performance.now()
    await startAgain()

    const status = async () => (await client().get(`/payments/${payment_id}`)).body.status
    await eventually(async () => (await status()) === 'succeeded', 59_000)

    t.diagnostic(`recovered ${Math.round(performance.now() - from)} ms after the crash`)
    await assertTruth(payment_id, verb)
  })

  test('a capture that was told as processing and never reached the bank: the merchant is told that it can be captured', async () => {
    const payment_id = newPaymentId()
    await held(payment_id)
    const send = act('capture')(payment_id)
    await points['after the first commit and before the call']?.({
      payment_id,
      kind: 'capture',
      send,
    })
    await startAgain()
    const cut = await sentOperation(payment_id, 'capture')
    assert.ok(cut)
    // Too early to give it up: the first request could still be on its way.
    await shop.services.db.run(`update operations set check_at = now() where operation_id = $1`, [
      cut.operation_id,
    ])
    await eventually(async () => (await read(payment_id)).status === 'processing')
    assert.equal((await lastTold(payment_id)).status, 'processing')

    await makeDue(cut.operation_id)
    await eventually(() => finishedOperation(cut.operation_id))

    assert.equal((await read(payment_id)).status, 'requires_capture')
    assert.equal((await lastTold(payment_id)).status, 'requires_capture')
  })

  test('after all of it every invariant of the books holds', async () => {
    const books = await checkBooks(shop.services, await readBankLog(await bank.log()))

    assert.ok(isWell(books), report(books))
  })
})

/** The books and the events against what the bank did, and the payment can be used as its state says. */
async function assertTruth(payment_id: string, verb: Verb): Promise<void> {
  const facts = await factsOf(payment_id)
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
  const done = (await factsOf(payment_id, verb.kind)).map((fact) => fact.operation_id)
  assert.equal(new Set(done).size, 1, 'done once')
}

const confirmAgain =
  (payment_id: string): Send =>
  (headers) =>
    client().post(`/payments/${payment_id}/confirm`, withCard(), { headers })

async function assertBooked(payment_id: string, facts: BankFact[]): Promise<void> {
  const booked = await shop.services.db.run<{ cause: string; amount: number }>(
    `select cause, sum(amount)::bigint as amount from transfers
     where merchant_id = $1 and object_id = $2 group by cause`,
    [shop.merchant.merchant_id, payment_id],
  )
  const by = (cause: string) => booked.find((row) => row.cause === cause)?.amount ?? 0
  assert.equal(by('hold'), sum(facts, 'held'))
  assert.equal(by('capture'), sum(facts, 'charged') + sum(facts, 'captured'))
  assert.equal(by('release'), sum(facts, 'captured') + sum(facts, 'released'))
}

async function assertTold(payment_id: string): Promise<void> {
  const { transitions, status } = await rowOf(payment_id)
  const events = await eventsOf(payment_id)
  assert.deepEqual(
    events.map((event) => event.sequence),
    Array.from({ length: transitions }, (_, n) => n + 1),
    'one event for each transition',
  )
  if (transitions > 0) assert.equal((await lastTold(payment_id)).status, status)
}

function sum(facts: BankFact[], effect: string): number {
  return facts.filter((fact) => fact.effect === effect).reduce((n, fact) => n + fact.amount, 0)
}

async function read(payment_id: string) {
  return (await client().get(`/payments/${payment_id}`)).body
}

async function rowOf(payment_id: string) {
  const [row] = await shop.services.db.run<{ transitions: number; status: string }>(
    'select transitions, status from payments where merchant_id = $1 and payment_id = $2',
    [shop.merchant.merchant_id, payment_id],
  )
  assert.ok(row)
  return row
}

function eventsOf(payment_id: string) {
  return shop.services.db.run<{ sequence: number; body: string }>(
    `select sequence, body from events where merchant_id = $1 and object_id = $2 order by sequence`,
    [shop.merchant.merchant_id, payment_id],
  )
}

async function lastTold(payment_id: string): Promise<{ status: string }> {
  const last = (await eventsOf(payment_id)).at(-1)
  return JSON.parse(last?.body ?? '{}').content.object
}

let made = 0
function newPaymentId(): string {
  made += 1
  return `crash_${made}`
}

async function factsOf(payment_id: string, kind?: string): Promise<BankFact[]> {
  const facts = await bank.log()
  return facts.filter(
    (fact) => fact.reference === payment_id && (kind === undefined || fact.kind === kind),
  )
}

interface Sent {
  operation_id: string
}

async function sentOperation(payment_id: string, kind: string): Promise<Sent | undefined> {
  const rows = await shop.services.db.run<Sent>(
    `select operation_id from operations
     where merchant_id = $1 and object_id = $2 and kind = $3 and status = 'sent' and checks = 0`,
    [shop.merchant.merchant_id, payment_id, kind],
  )
  return rows[0]
}

async function finishedOperation(operation_id: string): Promise<Sent | undefined> {
  const rows = await shop.services.db.run<Sent>(
    `select operation_id from operations
     where merchant_id = $1 and operation_id = $2 and finished_at is not null`,
    [shop.merchant.merchant_id, operation_id],
  )
  return rows[0]
}

/** As if two minutes had passed since the call. */
async function makeDue(operation_id: string): Promise<void> {
  await shop.services.db.run(
    `update operations set created = created - interval '2 minutes', check_at = now()
     where merchant_id = $1 and operation_id = $2`,
    [shop.merchant.merchant_id, operation_id],
  )
}

async function withLock(table: 'operations' | 'payments', work: () => Promise<void>) {
  await withServer(await testDatabase(), async (db) => {
    await db.query('begin')
    await db.query(`lock table ${table} in share mode`)
    await work()
    await db.query('commit')
  })
}

/** The backends whose write of a payment waits for a lock; there is one, sooner or later. */
async function waitingStatements(): Promise<number[]> {
  return withServer(await testDatabase(), async (db) =>
    eventually(async () => {
      const { rows } = await db.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database()
         and wait_event_type = 'Lock' and query like '%payments%' and pid <> pg_backend_pid()`,
      )
      return rows.length > 0 ? rows.map(({ pid }) => pid) : undefined
    }),
  )
}

async function killApi(cut: Promise<unknown>): Promise<void> {
  const lost = assert.rejects(cut)
  process.kill(api.pid, 'SIGKILL')
  await api.ended
  await lost
}

async function startAgain(): Promise<void> {
  api = await startApi(bank.env)
}

const PATIENCE_MS = 15_000

/** Asks again and again until there is something. */
async function eventually<T>(
  look: () => Promise<T | undefined | false>,
  patience_ms = PATIENCE_MS,
): Promise<T> {
  const until = performance.now() + patience_ms
  while (performance.now() < until) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('what was waited for did not happen')
}
