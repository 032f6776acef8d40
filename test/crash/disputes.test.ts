// The api is killed while it answers a dispute: before the bank heard of it, and after. The answer is on
// record, and the worker says it again until it is heard of; it counts once.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readBankLog } from '#roles/doctor/bank_log.ts'
import { checkBooks } from '#roles/doctor/books.ts'
import { isWell, report } from '#roles/doctor/run.ts'
import { disputed } from '../support/disputing.ts'
import { CrashStage, eventually, type Send, waitingStatements, withLock } from './deployment.ts'

let stage: CrashStage

interface Verb {
  name: string
  send(dispute_id: string): Send
  /** Where the dispute stands in the end. */
  status: string
}

const verbs: readonly Verb[] = [
  {
    name: 'evidence',
    send: (dispute_id) => (headers) =>
      stage
        .client()
        .post('/disputes/evidence', { dispute_id, customer_name: 'Ada', receipt: '' }, { headers }),
    status: 'dispute_challenged',
  },
  {
    name: 'accept',
    send: (dispute_id) => (headers) =>
      stage.client().post(`/disputes/accept/${dispute_id}`, undefined, { headers }),
    status: 'dispute_accepted',
  },
]

interface Crash {
  bank_id: string
  status: string
  send: Send
}

const points: Readonly<Record<string, (crash: Crash) => Promise<void>>> = {
  // The first commit waits in PostgreSQL for a lock while its process dies, and then lands.
  'after the first commit and before the call': async ({ bank_id, status, send }) => {
    await withLock('disputes', async () => {
      const cut = send({})
      await waitingStatements('disputes')
      await stage.killApi(cut)
    })
    assert.equal(await timesAtBank(bank_id, status), 0)
  },
  'after the bank acted and before its answer is read': async ({ bank_id, status, send }) => {
    const cut = send({ 'X-Sandbox-Acquirer': 'timeout' })
    await eventually(async () => (await timesAtBank(bank_id, status)) > 0)
    await stage.killApi(cut)
  },
}

describe('killed while answering a dispute', () => {
  before(async () => {
    stage = await CrashStage.create()
  })

  after(() => stage.stop())

  for (const verb of verbs) {
    for (const [where, crash] of Object.entries(points)) {
      test(`${verb.name}: killed ${where}, the answer is heard, once`, async () => {
        const { dispute_id, connector_dispute_id: bank_id } = (await disputed(stage.shop)).body
        await crash({ bank_id, status: verb.status, send: verb.send(dispute_id) })
        await stage.startAgain()

        await makeDue()
        await eventually(async () => (await statusOf(dispute_id)) === verb.status)

        assert.equal(await timesAtBank(bank_id, verb.status), 1)
        const told = (await stage.eventsOf(dispute_id)).map(
          ({ body }) => JSON.parse(body).content.object.status,
        )
        assert.deepEqual(told, ['dispute_opened', verb.status])
        await eventually(async () => !(await isAnswering(dispute_id)))
      })
    }
  }

  test('after all of it every invariant of the books holds', async () => {
    const { shop, bank } = stage
    const books = await checkBooks(shop.services, await readBankLog(await bank.log()))

    assert.ok(isWell(books), report(books))
  })
})

async function timesAtBank(bank_id: string, status: string): Promise<number> {
  const facts = await stage.bank.log()
  return facts.filter((fact) => fact.operation_id === bank_id && fact.effect === status).length
}

async function statusOf(dispute_id: string): Promise<string> {
  return (await stage.client().get(`/disputes/${dispute_id}`)).body.status
}

/** As if the time in which an answer comes had passed. */
async function makeDue(): Promise<void> {
  await stage.shop.services.db.run(
    `update operations set check_at = now() where kind = 'answer' and check_at is not null`,
    [],
  )
}

async function isAnswering(dispute_id: string): Promise<boolean> {
  const rows = await stage.shop.services.db.run(
    'select 1 from disputes where dispute_id = $1 and answer is not null',
    [dispute_id],
  )
  return rows.length > 0
}
