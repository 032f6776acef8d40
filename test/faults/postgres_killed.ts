// PostgreSQL is killed with SIGKILL again and again while payments, captures and refunds go on. Afterwards
// every answer is compared with the bank's log and the database: nothing that was acknowledged may be
// lost, and no answer may claim that nothing was changed when something was.
//
//   npm run prove:postgres -- --kills 20 --rate 50
import { parseArgs } from 'node:util'
import { sleep } from '#kernel/clock.ts'
import { type BankFact, type Deployment, startDeployment } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'
import { type KillablePostgres, startKillablePostgres } from '#testing/killable_postgres.ts'
import { operationsOf, settled } from './judge.ts'
import { type Load, type Sent, startLoad } from './load.ts'

export interface Kill {
  /** From the kill until PostgreSQL accepted connections again. */
  restart_ms: number
  /** From then until the first request that was sent after it succeeded. */
  serving_ms: number
}

export interface Proved {
  kills: Kill[]
  requests: number
  /** Answers by status, and connections that broke. */
  answers: Record<string, number>
  acknowledged: number
  /** Acknowledged writes that are gone or have become something else. */
  lost: string[]
  /** Answers that claimed that nothing was changed although the bank or the database shows otherwise. */
  false_claims: string[]
  /** Operations left open and differences between the ledger and the bank, after recovery. */
  unsettled: string[]
  /** Processes that ended because of a kill. */
  ended: string[]
  /** Processes that did not stop on SIGTERM afterwards. */
  unstopped: string[]
}

const LOAD_MS = 2_000
const DOWN_MS = 500
const SERVING_TIMEOUT_MS = 30_000
/** The promised limit. */
const SERVING_LIMIT_MS = 5_000

export async function provePostgresKilled(kills: number, per_second: number): Promise<Proved> {
  await using postgres = await startKillablePostgres()
  await using deployment = await startDeployment({ server_url: postgres.url })
  const ended: string[] = []
  const supervised = supervise(deployment, ended)
  const load = startLoad(() => supervised.api().client, per_second)
  const done: Kill[] = []
  for (let n = 0; n < kills; n++) {
    await sleep(LOAD_MS)
    done.push(await killOnce(postgres, load))
  }
  await sleep(LOAD_MS)
  await load.stop()
  const unsettled = await recover(deployment)
  supervised.stop()
  const judged = await judge(deployment, load.sent)
  return { kills: done, ...judged, unsettled, ended, unstopped: await stopAll(deployment) }
}

async function stopAll({ apis, workers }: Deployment): Promise<string[]> {
  const stopped = await Promise.all(
    [...apis, ...workers].map(async (each) => ({ name: each.name, how: await each.stop() })),
  )
  return stopped.flatMap(({ name, how }) => (how === 'killed' ? [name] : []))
}

async function killOnce(postgres: KillablePostgres, load: Load): Promise<Kill> {
  const killed_at = performance.now()
  await postgres.kill9()
  await sleep(DOWN_MS)
  await postgres.restart()
  const up_at = performance.now()
  const isServed = ({ sent_at, answer }: Sent) =>
    sent_at > up_at && answer !== undefined && answer.http_status < 300
  const first = await eventually(
    'the api serves again',
    async () => load.sent.find(isServed),
    SERVING_TIMEOUT_MS,
  ).catch(() => undefined)
  return {
    restart_ms: Math.round(up_at - killed_at),
    serving_ms: Math.round((first?.answered_at ?? Number.POSITIVE_INFINITY) - up_at),
  }
}

type Role = 'api' | 'worker'

/** Restarts a process that has ended, as an operator's supervisor does, and records it. */
function supervise(deployment: Deployment, ended: string[]) {
  const over = new AbortController()
  const watch = async (role: Role, end: Promise<string>): Promise<void> => {
    const how = await end
    if (over.signal.aborted) return
    ended.push(how)
    const started = await startAgain(deployment, role, over.signal)
    if (started !== undefined) await watch(role, started.ended)
  }
  void watch('api', deployment.api().ended)
  void watch('worker', deployment.worker().ended)
  return {
    api: () => deployment.api(deployment.apis.length - 1),
    stop: () => over.abort(),
  }
}

const STARTS = 20

/** A process that is started while PostgreSQL is down may end at once. */
async function startAgain(deployment: Deployment, role: Role, over: AbortSignal) {
  for (let tries = 0; tries < STARTS && !over.aborted; tries++) {
    const starting = role === 'api' ? deployment.startApi() : deployment.startWorker()
    const started = await starting.catch(() => undefined)
    if (started !== undefined) return started
    await sleep(500)
  }
  return undefined
}

async function recover(deployment: Deployment): Promise<string[]> {
  for (let tries = 0; tries < 5; tries++) {
    const problem = await settled(deployment).then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (problem === undefined) return []
    // Many operations may be open after many kills: five recovery rounds are enough for all.
    const open = (await operationsOf(deployment)).filter(({ is_open }) => is_open)
    if (open.length === 0) return [problem.slice(0, 300)]
  }
  const open = (await operationsOf(deployment)).filter(({ is_open }) => is_open)
  return open.map(({ operation_id, kind, status }) => `${kind} ${operation_id} is still ${status}`)
}

const CLAIM = /nothing was changed|was not (sent|carried out)/i
const MONEY: ReadonlySet<string> = new Set(['held', 'charged', 'captured', 'released', 'refunded'])

/** Statuses that an acknowledged object may have in the end; any, if its status is not listed. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  succeeded: ['succeeded'],
  // A later capture may have gone on.
  requires_capture: ['requires_capture', 'processing', 'succeeded'],
}

async function judge(deployment: Deployment, sent: readonly Sent[]) {
  const facts = Map.groupBy(await deployment.bank.log(), ({ reference }) => reference)
  const answers: Record<string, number> = {}
  const found = { acknowledged: 0, lost: [] as string[], false_claims: [] as string[] }
  for (const request of sent) {
    const { kind, id, answer } = request
    const name = answer ? `${answer.http_status}` : 'connection broken'
    answers[name] = (answers[name] ?? 0) + 1
    if (answer === undefined) continue
    if (answer.http_status < 300) {
      found.acknowledged++
      const now = await statusOf(deployment, request)
      const expected = allowed[answer.status ?? '']
      const is_kept = now !== undefined && (expected === undefined || expected.includes(now))
      if (!is_kept) found.lost.push(`${kind} ${id}: answered ${answer.status}, now ${now}`)
    } else if (CLAIM.test(answer.message ?? '')) {
      const changed = await changedBy(deployment, request, facts.get(id) ?? [])
      if (changed !== undefined) {
        found.false_claims.push(`${kind} ${id}: ${answer.http_status}, but ${changed}`)
      }
    }
  }
  return { requests: sent.length, answers, ...found }
}

async function statusOf({ sql }: Deployment, { kind, id }: Sent): Promise<string | undefined> {
  const text =
    kind === 'refund'
      ? 'select status from refunds where refund_id = $1'
      : 'select status from payments where payment_id = $1'
  const rows = await sql<{ status: string }>(text, [id])
  return rows[0]?.status
}

const operationKinds = {
  payment: 'authorize',
  hold: 'authorize',
  capture: 'capture',
  refund: 'refund',
}

/** The request's actual effect: at the bank, or in the database. */
async function changedBy(
  deployment: Deployment,
  request: Sent,
  facts: readonly BankFact[],
): Promise<string | undefined> {
  const kind = operationKinds[request.kind]
  const effects = facts.filter((fact) => fact.kind === kind && MONEY.has(fact.effect))
  if (effects.length > 0) return `the bank has ${effects.map(({ effect }) => effect).join(', ')}`
  const operations = await operationsOf(deployment, request.id)
  // One that was not sent is what the answer says.
  const own = operations.find(
    (operation) => operation.kind === kind && operation.status !== 'not_sent',
  )
  return own && `the database has the operation ${own.operation_id}, ${own.status}`
}

/** A busy test machine may be slower than promised; it must serve again nevertheless. */
export function problemsOf(proved: Proved, serving_limit_ms = SERVING_TIMEOUT_MS): string[] {
  const slow = proved.kills.flatMap(({ serving_ms }, n) =>
    serving_ms > serving_limit_ms ? [`kill ${n + 1}: served again after ${serving_ms} ms`] : [],
  )
  const prefixed = (name: string, list: readonly string[]) => list.map((each) => `${name}: ${each}`)
  return [
    ...slow,
    ...prefixed('lost', proved.lost),
    ...prefixed('false claim', proved.false_claims),
    ...prefixed('unsettled', proved.unsettled),
    ...prefixed('did not stop', proved.unstopped),
  ]
}

function table(proved: Proved): string {
  const answers = Object.entries(proved.answers).map(([name, count]) => `${name}: ${count}`)
  return [
    '| Kill | PostgreSQL up after | Serving after |',
    '|---|---|---|',
    ...proved.kills.map(
      ({ restart_ms, serving_ms }, n) => `| ${n + 1} | ${restart_ms} ms | ${serving_ms} ms |`,
    ),
    '',
    `${proved.requests} requests; answers ${answers.join(', ')}`,
    `${proved.acknowledged} writes acknowledged, ${proved.lost.length} lost`,
    `${proved.false_claims.length} false claims that nothing was changed`,
    `${proved.unsettled.length} operations or balances not settled afterwards`,
    `${proved.ended.length} processes ended and were started again`,
    `${proved.unstopped.length} processes did not stop on SIGTERM afterwards`,
  ].join('\n')
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '20' },
      rate: { type: 'string', default: '50' },
    },
  })
  const proved = await provePostgresKilled(Number(values.kills), Number(values.rate))
  const problems = problemsOf(proved, SERVING_LIMIT_MS)
  const lines = [table(proved), ...problems.slice(0, 50).map((problem) => `problem: ${problem}`)]
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
