// The worker is killed while it renews a subscription, and the api while a subscription is confirmed. Each point is
// really reached before the process dies: its commit waits for a lock, or its request waits at the bank's proxy.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readBankLog } from '#roles/doctor/bank_log.ts'
import { checkBooks } from '#roles/doctor/books.ts'
import { isWell, report } from '#roles/doctor/run.ts'
import { isOperation } from '#testing/bank_proxy.ts'
import { blockedConnections, pollNow, withTableLocked } from '#testing/commit_faults.ts'
import { type Deployment, type RoleProcess, startDeployment } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'
import { recoverNow } from '#testing/recover.ts'
import {
  confirmSubscription,
  createDailyPlan,
  createSubscription,
  isPaidUp,
  judgeSubscription,
  makeDue,
  PRICE,
} from '../support/subscription_bank.ts'
import { RECOVERY_MS } from './deployment.ts'

let deployment: Deployment

/** Starts what is to be killed, and returns the process. */
type Start = () => Promise<RoleProcess>

/** Kills the process while its commit waits for the table; then the commit lands, or never does. */
async function killAtCommit(table: string, lands: boolean, start: Start): Promise<void> {
  await withTableLocked(deployment, table, async () => {
    const process = await start()
    const blocked = await eventually(`a write of ${table} waits`, async () => {
      const pids = await blockedConnections(deployment, process, table)
      return pids.length > 0 && pids
    })
    await process.kill9()
    if (lands) return
    await deployment.sql('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [blocked])
  })
}

/** The call proves that the payment is on record; the process dies at the next write to the table. */
async function killAfterCall(table: string, start: Start): Promise<void> {
  const held = deployment.proxy.hold(isOperation('authorize'))
  let process: RoleProcess | undefined
  const starting = start()
  await held.arrived
  await killAtCommit(table, false, async () => {
    held.release()
    process = await starting
    return process
  })
}

async function killDuringCall(start: Start): Promise<void> {
  const held = deployment.proxy.hold(isOperation('authorize'))
  const process = await start()
  await held.arrived
  await process.kill9()
  // The bank acts, and its answer is never read.
  held.release()
  await deployment.proxy.idle()
}

const points: Readonly<Record<string, (start: Start) => Promise<void>>> = {
  'before the payment is recorded': (start) => killAtCommit('operations', false, start),
  'after the payment is recorded and before the call': (start) =>
    killAtCommit('operations', true, start),
  'after the call and before its answer is read': killDuringCall,
  'after the answer and before its commit': (start) => killAfterCall('operations', start),
  'after that commit and before the invoice is paid': (start) =>
    killAfterCall('payment_claims', start),
}

/** Only a renewal makes its invoice itself. */
const renewalPoints = {
  'before the invoice is made': (start: Start) => killAtCommit('subscriptions', false, start),
  ...points,
}

let made = 0

async function newSubscription(): Promise<string> {
  made += 1
  return createSubscription(deployment, deployment.client(deployment.apis.length - 1), `c${made}`)
}

const api = () => deployment.api(deployment.apis.length - 1)

/** Recovery looks at once, and an invoice that is tried again later is tried now. */
async function paidUp(id: string, periods: number, again?: () => Promise<unknown>): Promise<void> {
  let seen: unknown
  const look = async () => {
    await pollNow(deployment)
    await deployment.sql(
      'update invoices set next_attempt_at = now() where next_attempt_at > now()',
    )
    await again?.()
    const judged = await judgeSubscription(deployment, id)
    seen = judged
    return isPaidUp(judged, periods)
  }
  await eventually('it is paid once', look, RECOVERY_MS).catch((error: Error) =>
    assert.fail(`${error.message}: ${JSON.stringify(seen)}`),
  )
}

describe('a process is killed', () => {
  before(async () => {
    deployment = await startDeployment({ workers: 0 })
    await createDailyPlan(deployment)
  })

  after(() => deployment[Symbol.asyncDispose]())

  for (const [where, kill] of Object.entries(renewalPoints)) {
    test(`renewal: the worker is killed ${where}, the period is charged once and the subscription is active`, async () => {
      const id = await newSubscription()
      const confirmed = await confirmSubscription(deployment, api().client, id)
      assert.equal(confirmed.body.status, 'active', confirmed.text)
      await makeDue(deployment, id)

      await kill(() => deployment.startWorker())

      const worker = await deployment.startWorker()
      await paidUp(id, 2)
      await worker.stop()
    })
  }

  for (const [where, kill] of Object.entries(points)) {
    test(`confirm: the api is killed ${where}, the first period is charged once and the subscription is active`, async () => {
      const id = await newSubscription()
      const victim = api()

      await kill(async () => {
        confirmSubscription(deployment, victim.client, id).catch(() => undefined)
        return victim
      })

      await deployment.startApi()
      const worker = await deployment.startWorker()
      // The customer tries again, as long as nothing has been charged.
      await paidUp(id, 1, async () => {
        const { charged, status } = await judgeSubscription(deployment, id)
        const isUnpaid = charged.length === 0 && status === 'created'
        if (isUnpaid) await confirmSubscription(deployment, api().client, id)
      })
      await worker.stop()
    })
  }

  test('confirm: a request that never reaches the bank is undone, and the subscription can be confirmed again', async () => {
    const id = await newSubscription()
    const held = deployment.proxy.hold(isOperation('authorize'))
    const answer = confirmSubscription(deployment, api().client, id)
    await held.arrived
    // It waits for the payment before the bank is called, so no later write by the api can undo recovery's findings.
    assert.equal((await judgeSubscription(deployment, id)).status, 'pending')
    held.release('drop')
    assert.equal((await answer).body.status, 'pending')

    await pollNow(deployment)
    await recoverNow(deployment.services)
    const worker = await deployment.startWorker()
    await eventually('it is undone', async () => {
      const { status } = await judgeSubscription(deployment, id)
      return status === 'created'
    })
    await worker.stop()

    const again = await confirmSubscription(deployment, api().client, id)
    assert.equal(again.body.status, 'active', again.text)
    assert.equal((await judgeSubscription(deployment, id)).charged.length, 1)
  })

  test('after all of it every invariant of the books holds', async () => {
    const worker = await deployment.startWorker()
    const look = async () => {
      const log = await readBankLog(await deployment.bank.log())
      const books = await checkBooks(deployment.services, log)
      return isWell(books) || report(books)
    }
    await eventually('the books are sound', async () => (await look()) === true, 15_000).catch(
      () => undefined,
    )
    assert.equal(await look(), true)
    const [sum] = await deployment.sql<{ n: number }>(
      'select count(*)::int as n from invoices where number is not null and amount = $1',
      [PRICE],
    )
    assert.equal(sum?.n, 2 * Object.keys(renewalPoints).length + Object.keys(points).length + 1)
    await worker.stop()
  })
})
