// The same deliveries through three queues: Florin's, graphile-worker with one job per delivery, and
// graphile-worker with one keyed job per endpoint. For each: deliveries a second, CPU, and the time from the commit of
// an event to its arrival: alone, beside one receiver that hangs, and beside many.
//   scripts/run node bench/queues.ts [--deliveries 4000] [--endpoints 8] [--waiting 200] [--hanging 100]
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { sleep } from '#kernel/clock.ts'
import type { NewMerchant } from '#resources/accounts/merchants/schema.ts'
import { enqueueDeliveries } from '#resources/notifications/webhooks/enqueue.ts'
import { cpuOf } from './cpu.ts'
import {
  createShops,
  nowMs,
  type Shops,
  startBenchReceiver,
  writeEvents,
} from './deliveries_deployment.ts'
import { median, quantile } from './load.ts'
import { SCHEMA, type Variant } from './queues_worker.ts'

const { values: options } = parseArgs({
  options: {
    /** Deliveries in each round of the throughput measurement. */
    deliveries: { type: 'string', default: '4000' },
    rounds: { type: 'string', default: '3' },
    /** Endpoints that respond. */
    endpoints: { type: 'string', default: '8' },
    /** Deliveries to receivers that hang. */
    waiting: { type: 'string', default: '200' },
    /** The number of endpoints that hang in the last measurement. */
    hanging: { type: 'string', default: '100' },
    /** Events, and events a second, of the latency measurements. */
    events: { type: 'string', default: '200' },
    rate: { type: 'string', default: '50' },
  },
})
const deliveries = Number(options.deliveries)
const endpoints = Number(options.endpoints)
const hanging = Number(options.hanging)
const BODY = JSON.stringify({ event_type: 'payment_succeeded', content: 'x'.repeat(1_500) })
/** From the first delivery to a hanging receiver until latency is measured. */
const HANG_MS = 3_000

interface Round {
  /** Deliveries a second. */
  rate: number
  cpu_us: number[]
}

const variants: readonly [Variant, name: string][] = [
  ['florin', 'Florin: one claim per endpoint'],
  ['job_per_delivery', 'graphile-worker: one job per delivery'],
  ['job_per_endpoint', 'graphile-worker: one keyed job per endpoint'],
]

interface Bench extends Shops {
  readonly variant: Variant
  readonly name: string
  readonly healthy: NewMerchant[]
  readonly hanging: NewMerchant[]
  readonly worker: Awaited<ReturnType<typeof startWorker>>
}

const receiver = await startBenchReceiver()
const benches: Bench[] = []
try {
  for (const [variant, name] of variants) benches.push(await createBench(variant, name))
  const rounds = new Map<Bench, Round[]>(benches.map((bench) => [bench, []]))
  for (let n = 0; n <= Number(options.rounds); n++) {
    for (const bench of benches) {
      const round = await throughput(bench)
      // The first round warms up.
      if (n > 0) rounds.get(bench)?.push(round)
    }
  }
  console.log(
    '| | deliveries a second | CPU µs a delivery: processes + PostgreSQL | p99 alone | p99 beside one hanging | p99 beside many hanging |',
  )
  console.log('|---|---|---|---|---|---|')
  for (const bench of benches) {
    const [one, ...many] = bench.hanging
    const alone = await latency(bench)
    const beside_one = await beside(bench, one ? [one] : [])
    const beside_many = await beside(bench, many)
    console.log(row(bench.name, rounds.get(bench) ?? [], [alone, beside_one, beside_many]))
  }
  console.log(
    `${options.rounds} interleaved rounds of ${deliveries} deliveries to ${endpoints} endpoints, medians. p99 from commit to arrival of ${options.events} events at ${options.rate} a second; ${options.waiting} deliveries to one receiver that hangs, then to ${hanging}. ${availableParallelism()} cores, Node ${process.version}.`,
  )
} finally {
  for (const bench of benches) {
    await bench.worker.stop()
    await bench.close()
  }
  receiver.stop()
}

async function createBench(variant: Variant, name: string): Promise<Bench> {
  const hook = (path: string) => (_: unknown, n: number) => `${receiver.hook}/${path}${n}`
  const shops = await createShops([
    ...Array.from({ length: endpoints }, hook('hook')),
    ...Array.from({ length: 1 + hanging }, hook('hang')),
  ])
  return {
    ...shops,
    variant,
    name,
    healthy: shops.merchants.slice(0, endpoints),
    hanging: shops.merchants.slice(endpoints),
    worker: await startWorker(variant, shops),
  }
}

async function startWorker(variant: Variant, { env }: Shops) {
  const child = fork(new URL('queues_worker.ts', import.meta.url), [variant], { env })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await new Promise((resolve, reject) => {
    child.once('message', resolve)
    void ended.then((code) => reject(new Error(`the worker ended: ${String(code)}`)))
  })
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.disconnect()
      await ended
    },
  }
}

/** From the first write to the last arrival. */
async function throughput(bench: Bench): Promise<Round> {
  const { arrived } = await receiver.expect(deliveries)
  const before = await cpu(bench)
  const started = nowMs()
  await write(bench, bench.healthy, deliveries)
  const ended = Math.max(...(await arrived).values())
  const after = await cpu(bench)
  return {
    rate: (deliveries * 1000) / (ended - started),
    cpu_us: after.map((seconds, n) => ((seconds - (before[n] ?? 0)) * 1e6) / deliveries),
  }
}

/** CPU seconds of the worker with this process, which writes the jobs, and of the connections to PostgreSQL. */
async function cpu({ worker, services }: Bench): Promise<number[]> {
  const backends = await services.db.run<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
    [],
  )
  const postgres = backends.reduce((sum, { pid }) => sum + cpuOf(pid), 0)
  return [cpuOf(worker.pid) + cpuOf(process.pid), postgres]
}

async function beside(bench: Bench, slow: NewMerchant[]): Promise<number[]> {
  await write(bench, slow, Number(options.waiting))
  await sleep(HANG_MS)
  return latency(bench)
}

/** Milliseconds from commit to arrival. */
async function latency(bench: Bench): Promise<number[]> {
  const count = Number(options.events)
  const { arrived } = await receiver.expect(count)
  const committed = new Map<string, number>()
  const started = nowMs()
  for (let n = 0; n < count; n++) {
    const wait_ms = started + (n * 1000) / Number(options.rate) - nowMs()
    if (wait_ms > 0) await sleep(wait_ms)
    const merchant = bench.healthy[n % bench.healthy.length]
    if (merchant === undefined) throw new Error('--endpoints must be at least 1')
    for (const id of await write(bench, [merchant], 1)) committed.set(id, nowMs())
  }
  const times = await arrived
  return [...committed].map(([id, at]) => (times.get(id) ?? Number.NaN) - at)
}

/** Writes events. For graphile-worker it also writes their deliveries and jobs; in Florin the relay does. */
async function write(
  { variant, services }: Bench,
  merchants: readonly NewMerchant[],
  count: number,
): Promise<string[]> {
  const ids = await writeEvents({ services }, merchants, BODY, count)
  if (variant === 'florin') return ids
  const { db } = services
  const events = await db.run<Parameters<typeof enqueueDeliveries>[1][number]>(
    `select merchant_id, event_id, profile_id, event_type, object_type, object_id, sequence, created
     from events where merchant_id = any($1) and event_id = any($2)`,
    [merchants.map((merchant) => merchant.merchant_id), ids],
  )
  await enqueueDeliveries(services, events)
  const isEach = variant === 'job_per_delivery'
  const keys = isEach ? events : merchants
  await db.run(
    `select count(*) from ${SCHEMA}.add_jobs(array(
       select row($1, j.payload, j.queue_name, null, null, j.key, null, null)::${SCHEMA}.job_spec
       from json_to_recordset($2::json) as j(payload json, queue_name text, key text)))`,
    [
      isEach ? 'deliver' : 'drain',
      JSON.stringify(
        keys.map(({ merchant_id, profile_id, ...rest }) => {
          const payload = { merchant_id, profile_id }
          if ('event_id' in rest) return { payload: { ...payload, event_id: rest.event_id } }
          return { payload, queue_name: profile_id, key: profile_id }
        }),
      ),
    ],
  )
  return ids
}

function row(name: string, rounds: Round[], latencies: number[][]): string {
  const rate = Math.round(median(rounds.map((round) => round.rate)))
  const cpu_us = [0, 1].map((n) => Math.round(median(rounds.map((round) => round.cpu_us[n] ?? 0))))
  const p99s = latencies.map((times) => `${Math.round(quantile(times, 0.99))} ms`)
  return `| ${[name, rate, cpu_us.join(' + '), ...p99s].join(' | ')} |`
}
