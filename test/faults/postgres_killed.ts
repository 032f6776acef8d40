// PostgreSQL is killed with SIGKILL again and again while payments, captures and refunds go on. Afterwards
// every answer is compared with the bank's log and the database: nothing that was acknowledged may be
// lost, and no answer may claim that nothing was changed when something was.
//
//   npm run prove:postgres -- --kills 20 --rate 50
import { parseArgs } from 'node:util'
import { sleep } from '#kernel/clock.ts'
import { type Deployment, startDeployment } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'
import { type KillablePostgres, startKillablePostgres } from '#testing/killable_postgres.ts'
import { type Judged, judgeAnswers } from './answers.ts'
import { operationsOf, settled } from './judge.ts'
import { type Load, type Sent, startLoad } from './load.ts'

export interface Kill {
  /** From the kill until PostgreSQL accepted connections again. */
  restart_ms: number
  /** From then until the first request that was sent after it succeeded. */
  serving_ms: number
}

export interface Proved extends Judged {
  kills: Kill[]
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
  const judged = await judgeAnswers(deployment, load.sent)
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
    ...prefixed('charged twice', proved.repeated),
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
    `${proved.repeated.length} payments charged twice`,
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
