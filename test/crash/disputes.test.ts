// The api is killed while it answers a dispute: before the bank received it, and after. The answer is on record, and
// the worker sends it again until it is received; it counts once.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readBankLog } from '#roles/doctor/bank_log.ts'
import { checkBooks } from '#roles/doctor/books.ts'
import { delayBank } from '#testing/bank.ts'
import { withTableLocked } from '#testing/commit_faults.ts'
import { eventually } from '#testing/eventually.ts'
import { isWell, report } from '#roles/doctor/run.ts'
import { DISPUTE_DELAY_MS, disputed } from '../support/disputing.ts'
import { CrashDeployment, type Send } from './deployment.ts'

delayBank(DISPUTE_DELAY_MS)

let crash: CrashDeployment

interface Verb {
  name: string
  send(dispute_id: string): Send
  /** The dispute's final status. */
  status: string
}

const verbs: readonly Verb[] = [
  {
    name: 'evidence',
    send: (dispute_id) => (headers) =>
      crash
        .client()
        .post('/disputes/evidence', { dispute_id, customer_name: 'Ada', receipt: '' }, { headers }),
    status: 'dispute_challenged',
  },
  {
    name: 'accept',
    send: (dispute_id) => (headers) =>
      crash.client().post(`/disputes/accept/${dispute_id}`, undefined, { headers }),
    status: 'dispute_accepted',
  },
]

interface Crash {
  bank_id: string
  status: string
  send: Send
}

const points: Readonly<Record<string, (at: Crash) => Promise<void>>> = {
  // The first commit waits in PostgreSQL for a lock while its process dies, and then lands.
  'after the first commit and before the call': async ({ bank_id, status, send }) => {
    await withTableLocked(crash.deployment, 'disputes', async () => {
      const cut = send({})
      await crash.blockedBy('disputes')
      await crash.killApi(cut)
    })
    assert.equal(await timesAtBank(bank_id, status), 0)
  },
  'after the bank acted and before its answer is read': async ({ bank_id, status, send }) => {
    const cut = send({ 'X-Sandbox-Acquirer': 'timeout' })
    await eventually('the bank acts', async () => (await timesAtBank(bank_id, status)) > 0)
    await crash.killApi(cut)
  },
}

describe('killed while answering a dispute', () => {
  before(async () => {
    crash = await CrashDeployment.create()
  })

  after(() => crash.stop())

  for (const verb of verbs) {
    for (const [where, kill] of Object.entries(points)) {
      test(`${verb.name}: killed ${where}, the answer is received, once`, async () => {
        const { dispute_id, connector_dispute_id: bank_id } = (await disputed(crash.shop())).body
        await kill({ bank_id, status: verb.status, send: verb.send(dispute_id) })
        await crash.startApi()

        await makeDue()
        await eventually('it ends', async () => (await statusOf(dispute_id)) === verb.status)

        assert.equal(await timesAtBank(bank_id, verb.status), 1)
        const reported = (await crash.eventsOf(dispute_id)).map(
          ({ body }) => JSON.parse(body).content.object.status,
        )
        assert.deepEqual(reported, ['dispute_opened', verb.status])
        await eventually('the answer is settled', async () => !(await isAnswering(dispute_id)))
      })
    }
  }

  test('after all of it every invariant of the books holds', async () => {
    const { services, bank } = crash.deployment
    const books = await checkBooks(services, await readBankLog(await bank.log()))

    assert.ok(isWell(books), report(books))
  })
})

async function timesAtBank(bank_id: string, status: string): Promise<number> {
  const facts = await crash.deployment.bank.log()
  return facts.filter((fact) => fact.operation_id === bank_id && fact.effect === status).length
}

async function statusOf(dispute_id: string): Promise<string> {
  return (await crash.client().get(`/disputes/${dispute_id}`)).body.status
}

/** As if the time in which an answer comes had passed. */
async function makeDue(): Promise<void> {
  await crash.deployment.sql(
    `update operations set check_at = now() where kind = 'answer' and check_at is not null`,
    [],
  )
}

async function isAnswering(dispute_id: string): Promise<boolean> {
  const rows = await crash.deployment.sql(
    'select 1 from disputes where dispute_id = $1 and answer is not null',
    [dispute_id],
  )
  return rows.length > 0
}
