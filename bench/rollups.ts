// How much the sums of analytics slow payments down: the same load of payments while a worker relays their events and
// counts them, and while it relays them only. The two take turns, and each begins with nothing left to relay or count.
//
//   npm run bench:rollups -- --rounds 9 --seconds 5
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { withServer } from '#kernel/databases.ts'
import { eventually } from '#testing/eventually.ts'
import { cpuOf, cpuOfTree, parentOf } from './cpu.ts'
import { type BenchDeployment, startBenchDeployment } from './deployment.ts'
import { load, median } from './load.ts'
import { nextPayment } from './requests.ts'

const HELP = `Measures how much analytics slow payments down.

  npm run bench:rollups -- [--rounds 9] [--seconds 5] [--clients 32]
`

const variants = ['with', 'without'] as const
type Variant = (typeof variants)[number]

const WARM_S = 10
const DRAIN_MS = 300_000

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '9' },
      seconds: { type: 'string', default: '5' },
      clients: { type: 'string', default: '32' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return
  }
  const [rounds, seconds, clients] = [values.rounds, values.seconds, values.clients].map(
    Number,
  ) as [number, number, number]
  const server = process.env['DATABASE_URL']
  if (!server) throw new Error('Measurements need a PostgreSQL: run `npm run bench:rollups`.')
  await using deployment = await startBenchDeployment({ server })
  await measure(deployment, 'with', clients, WARM_S)
  const ratios: number[] = []
  const cpu: number[] = []
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? variants : variants.toReversed()
    const measured = { with: NOTHING, without: NOTHING }
    for (const variant of order) {
      measured[variant] = await measure(deployment, variant, clients, seconds)
    }
    ratios.push(measured.with.rate / measured.without.rate)
    cpu.push(measured.with.cpu_ms / measured.without.cpu_ms)
    process.stderr.write(
      `round ${round + 1}: ${describe(measured.with)} with sums, ${describe(measured.without)} without\n`,
    )
  }
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)]
  process.stdout.write(
    `payments a second, with sums ÷ without: median ${median(ratios).toFixed(3)}, from ${low.toFixed(3)} to ${high.toFixed(3)}\n` +
      `CPU a payment, with sums ÷ without: median ${median(cpu).toFixed(3)}; load average ${loadavg()[0]?.toFixed(1)}\n`,
  )
}

interface Measured {
  /** Payments a second while this worker runs. */
  readonly rate: number
  /** Milliseconds of CPU a payment of api, worker and PostgreSQL, until its event is relayed and it is counted. */
  readonly cpu_ms: number
}

const NOTHING: Measured = { rate: 0, cpu_ms: 0 }

function describe({ rate, cpu_ms }: Measured): string {
  return `${rate.toFixed(0)} payments a second, ${cpu_ms.toFixed(2)} ms of CPU each`
}

async function measure(
  deployment: BenchDeployment,
  variant: Variant,
  clients: number,
  seconds: number,
): Promise<Measured> {
  const { caller, api_pid } = deployment
  const worker = await startWorker(deployment, variant)
  const postmaster = await postmasterOf(deployment)
  const used = () => cpuOf(api_pid) + cpuOf(worker.pid ?? 0) + cpuOfTree(postmaster)
  const before = used()
  const request = () => nextPayment(caller)
  const { done, seconds: took } = await load({
    port: caller.port,
    connections: clients,
    seconds,
    request,
  })
  await eventually('all is relayed and counted', () => isDrained(deployment), DRAIN_MS)
  const cpu_ms = ((used() - before) * 1000) / done
  worker.kill('SIGTERM')
  await once(worker, 'exit')
  return { rate: done / took, cpu_ms }
}

function postmasterOf({ url }: BenchDeployment): Promise<number> {
  return withServer(url, async (db) => {
    const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parentOf(rows[0]?.pid ?? 0)
  })
}

async function startWorker({ env }: BenchDeployment, variant: Variant): Promise<ChildProcess> {
  const path = fileURLToPath(new URL('rollups_worker.ts', import.meta.url))
  const worker = fork(path, [variant], { env: { ...process.env, ...env } })
  await once(worker, 'message')
  return worker
}

function isDrained({ url }: BenchDeployment): Promise<boolean> {
  return withServer(url, async (db) => {
    const { rows } = await db.query<{ is_drained: boolean }>(
      `select not exists (select from waiting_events) and not exists (select from relay_batches)
         and not exists (select from analytics_queue) as is_drained`,
    )
    return rows[0]?.is_drained === true
  })
}

await main()
