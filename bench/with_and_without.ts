// Measures how much a part of the program slows payments down: the same payment load with it and without it. The two
// take turns, each with its own api and worker, and each begins with nothing left to relay, seal or count. Where the
// part is a merchant's choice, one api and one worker serve both merchants in short turns, so that a machine whose
// speed drifts is the same for both.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sleep } from '#kernel/clock.ts'
import { withServer } from '#kernel/databases.ts'
import { cpuOf, cpuOfTree, machineCpu, parentOf } from './cpu.ts'
import { type BenchDeployment, startBenchDeployment } from './deployment.ts'
import { load, median } from './load.ts'
import { type Caller, nextPayment } from './requests.ts'

export interface Part {
  readonly name: string
  /** The file in this folder that runs as `FILE api|worker with|without`. */
  readonly file: string
  readonly rounds?: string
  readonly seconds?: string
  /** The least median ratio that is accepted. */
  readonly target?: number
  /** The merchants that the same processes serve in turns; called once, before the first round. */
  readonly prepare?: (deployment: BenchDeployment) => Promise<Callers>
}

export type Callers = Readonly<Record<Variant, Caller>>

const QUICK = { rounds: '3', seconds: '2' }

const variants = ['with', 'without'] as const
type Variant = (typeof variants)[number]

const WARM_S = 5
/** Of a merchant, several in a round. */
const TURN_S = 1.5
const DRAIN_MS = 300_000
const POLL_MS = 250
/** Above this share, a round says more about the host's other guests than about the program. */
const STOLEN_AT_MOST = 0.03

/** For an npm script; the first part is measured unless `--part` names another. */
export async function compareWithout(
  script: string,
  parts: Readonly<Record<string, Part>>,
): Promise<void> {
  const { values } = parseArgs({
    options: {
      part: { type: 'string', default: Object.keys(parts)[0] ?? '' },
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      clients: { type: 'string', default: '32' },
      help: { type: 'boolean', default: false },
    },
  })
  const part = parts[values.part]
  const names = Object.keys(parts).join('|')
  if (values.help || part === undefined) {
    const options = `[--part ${names}] [--quick] [--rounds 9] [--seconds 5] [--clients 32]`
    process.stdout.write(
      `Measures how much a part of the program slows payments down.\n\n  npm run ${script} -- ${options}\n`,
    )
    return
  }
  const usual = { rounds: '9', seconds: '5', ...part, ...(values.quick ? QUICK : {}) }
  const rounds = Number(values.rounds ?? usual.rounds)
  const seconds = Number(values.seconds ?? usual.seconds)
  const clients = Number(values.clients)
  const server = process.env['DATABASE_URL']
  if (!server) throw new Error(`Measurements need a PostgreSQL: run npm run ${script}.`)
  await using deployment = await startBenchDeployment({ server })
  await using rig = await openRig(deployment, part, clients)
  const warm = Math.min(WARM_S, seconds)
  for (const variant of variants) await rig.measure(variant, warm)
  const all: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? variants : variants.toReversed()
    const measured = await measureRound(rig, order, seconds)
    all.push({
      rate: measured.with.rate / measured.without.rate,
      cpu: measured.with.cpu_ms / measured.without.cpu_ms,
      stolen: Math.max(measured.with.stolen, measured.without.stolen),
    })
    process.stderr.write(
      `round ${round + 1}: ${describe(measured.with)} with, ${describe(measured.without)} without\n`,
    )
  }
  const quiet = all.filter(({ stolen }) => stolen <= STOLEN_AT_MOST)
  const bound = `${STOLEN_AT_MOST * 100} %`
  process.stdout.write(
    `With ${part.name} ÷ without; load average ${loadavg()[0]?.toFixed(1)}\n` +
      `all rounds: ${summary(all)}\n` +
      `rounds in which other guests of the host took at most ${bound} of the CPU: ${summary(quiet)}\n` +
      verdict(part, all),
  )
}

function verdict({ target }: Part, rounds: readonly Round[]): string {
  if (target === undefined || rounds.length === 0) return ''
  const ratio = median(rounds.map(({ rate }) => rate))
  const is = ratio >= target ? 'accepted' : 'too slow'
  return `median ratio of payments a second: ${ratio.toFixed(3)}; at least ${target} is wanted: ${is}\n`
}

interface Round {
  /** With ÷ without. */
  readonly rate: number
  readonly cpu: number
  /** The larger share. */
  readonly stolen: number
}

function summary(rounds: readonly Round[]): string {
  if (rounds.length === 0) return 'none'
  const rates = rounds.map(({ rate }) => rate)
  const [low, high] = [Math.min(...rates), Math.max(...rates)]
  const cpu = median(rounds.map((each) => each.cpu))
  return (
    `${rounds.length}; payments a second ${median(rates).toFixed(3)}, from ${low.toFixed(3)} to ${high.toFixed(3)}; ` +
    `CPU a payment ${cpu.toFixed(3)}`
  )
}

interface Measured {
  /** Payments a second. */
  readonly rate: number
  /** CPU milliseconds per payment in api, worker and PostgreSQL, until nothing is left to do for it. */
  readonly cpu_ms: number
  /** The share of the machine's CPU that the host's other guests took meanwhile. */
  readonly stolen: number
}

function describe({ rate, cpu_ms, stolen }: Measured): string {
  const taken = `${(stolen * 100).toFixed(0)} % taken`
  return `${rate.toFixed(0)} payments a second (${cpu_ms.toFixed(2)} ms of CPU each, ${taken})`
}

interface Rig extends AsyncDisposable {
  readonly measure: (variant: Variant, seconds: number) => Promise<Measured>
  /** The longest turn within a round. */
  readonly turn_s: number
}

async function openRig(deployment: BenchDeployment, part: Part, clients: number): Promise<Rig> {
  const { file, prepare } = part
  if (prepare === undefined) {
    const measure = async (variant: Variant, seconds: number) => {
      await using pair = await startPair(deployment, file, variant)
      const { caller } = deployment
      // Each process compiles its code first.
      await pair.load(caller, clients, Math.min(1, seconds))
      // Awaited here, because the pair is stopped when this function returns.
      return await pair.measure(caller, clients, seconds)
    }
    return { measure, turn_s: Number.POSITIVE_INFINITY, [Symbol.asyncDispose]: async () => {} }
  }
  const callers = await prepare(deployment)
  const pair = await startPair(deployment, file, 'with')
  return {
    measure: (variant, seconds) => pair.measure(callers[variant], clients, seconds),
    turn_s: TURN_S,
    [Symbol.asyncDispose]: () => pair[Symbol.asyncDispose](),
  }
}

/** Turns in the order A B B A, so that neither profits from a drift within the round. */
async function measureRound(
  { measure, turn_s }: Rig,
  order: readonly Variant[],
  seconds: number,
): Promise<Record<Variant, Measured>> {
  const turns = Math.max(1, Math.round(seconds / turn_s))
  const measured: Record<Variant, Measured[]> = { with: [], without: [] }
  for (let turn = 0; turn < turns; turn++) {
    for (const variant of turn % 2 === 0 ? order : order.toReversed()) {
      measured[variant].push(await measure(variant, seconds / turns))
    }
  }
  return { with: mean(measured.with), without: mean(measured.without) }
}

function mean(all: readonly Measured[]): Measured {
  const over = (read: (each: Measured) => number) =>
    all.reduce((sum, each) => sum + read(each), 0) / all.length
  return {
    rate: over(({ rate }) => rate),
    cpu_ms: over(({ cpu_ms }) => cpu_ms),
    stolen: Math.max(...all.map(({ stolen }) => stolen)),
  }
}

/** One api and one worker. */
async function startPair(deployment: BenchDeployment, file: string, variant: Variant) {
  const worker = await start(deployment, file, 'worker', variant)
  const api = await start(deployment, file, 'api', variant)
  const postmaster = await postmasterOf(deployment)
  const used = () => cpuOf(api.pid) + cpuOf(worker.pid) + cpuOfTree(postmaster)
  const loadBy = (caller: Caller, connections: number, seconds: number) => {
    const own = { ...caller, port: api.port }
    return load({ port: api.port, connections, seconds, request: () => nextPayment(own) })
  }
  const measure = async (caller: Caller, clients: number, seconds: number): Promise<Measured> => {
    const [before, machine] = [used(), machineCpu()]
    const { done, seconds: took } = await loadBy(caller, clients, seconds)
    await drained(deployment)
    const cpu_ms = ((used() - before) * 1000) / done
    const now = machineCpu()
    const stolen = (now.stolen - machine.stolen) / (now.total - machine.total)
    return { rate: done / took, cpu_ms, stolen }
  }
  const end = async () => void (await Promise.all([api, worker].map(stop)))
  return { load: loadBy, measure, [Symbol.asyncDispose]: end }
}

interface Started {
  readonly child: ChildProcess
  readonly pid: number
  /** An api's port. */
  readonly port: number
}

async function start(
  { env }: BenchDeployment,
  file: string,
  role: 'api' | 'worker',
  variant: Variant,
): Promise<Started> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const own = { FLORIN_PORT: '0', FLORIN_DRAIN_MS: '0' }
  const child = fork(path, [role, variant], { env: { ...process.env, ...env, ...own } })
  const [{ port = 0 }] = (await once(child, 'message')) as [{ port?: number }]
  return { child, pid: child.pid ?? 0, port }
}

async function stop({ child }: Started): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

function postmasterOf({ url }: BenchDeployment): Promise<number> {
  return withServer(url, async (db) => {
    const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parentOf(rows[0]?.pid ?? 0)
  })
}

/** On one connection and not too often, because PostgreSQL's CPU time is measured until then. */
function drained({ url }: BenchDeployment): Promise<void> {
  return withServer(url, async (db) => {
    for (let waited = 0; waited < DRAIN_MS; waited += POLL_MS) {
      const { rows } = await db.query<{ is_drained: boolean }>(
        `select not exists (select from waiting_events) and not exists (select from relay_batches)
           and not exists (select from audit_queue) and not exists (select from analytics_queue) as is_drained`,
      )
      if (rows[0]?.is_drained === true) return
      await sleep(POLL_MS)
    }
    throw new Error(`Events are left to relay, seal or count after ${DRAIN_MS} ms.`)
  })
}
