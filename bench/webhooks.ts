// Deliveries a second through relay, worker and attempt log, compared with a bare loop that signs and posts the
// same bodies with the same functions. A second database has a million deliveries that wait for a retry, to
// compare deliveries and payments with and without them. Interleaved rounds of one run, medians.
//   scripts/run node bench/webhooks.ts [--rounds 9] [--events 8000] [--parked 1000000]
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { openPoster } from '#core/outbound/post.ts'
import { signRequest } from '#resources/notifications/webhooks/request.ts'
import { cpuOf } from './cpu.ts'
import {
  type BenchReceiver,
  createDeployment,
  type Deployment,
  nowMs,
  realBody,
  startBenchReceiver,
  writeEvents,
} from './deliveries_deployment.ts'
import { load, quantile } from './load.ts'
import { nextPayment } from './requests.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    events: { type: 'string', default: '8000' },
    parked: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '3' },
  },
})
const rounds = Number(options.rounds)
const events = Number(options.events)
const parked = Number(options.parked)
const MERCHANTS = 4
const AT_A_TIME = 32
const CONNECTIONS = 16
/** The parked deliveries are spread over these endpoints and those that are measured. */
const PARKED_ENDPOINTS = 1_000

interface Round {
  ours: number
  bare: number
  ours_parked: number
  paid: number
  paid_parked: number
  cpu_ours: number[]
  cpu_bare: number
}

let payments = 0
const receiver = await startBenchReceiver()
const hooks = Array.from({ length: MERCHANTS }, (_, n) => `${receiver.hook}/hook${n}`)
const plain = await createDeployment(hooks)
const full = await createDeployment(hooks)
try {
  const body = await realBody(plain)
  await park(full)
  for (const deployment of [plain, full]) {
    await deliver(deployment, receiver, body, 4_000)
    await pay(deployment, 1)
  }
  await bare(receiver, body, 4_000)
  const measured: Round[] = []
  for (let n = 0; n < rounds; n++) {
    measured.push(await round(body))
    console.log(row(n + 1, measured.at(-1)))
  }
  console.log(verdict(measured))
} finally {
  receiver.stop()
  await plain.close()
  await full.close()
}

async function round(body: string): Promise<Round> {
  const spent = async () => [...(await plain.cpu()), cpuOf(receiver.pid)]
  const before = await spent()
  const ours = await deliver(plain, receiver, body, events)
  const after = await spent()
  const own = cpuOf(process.pid)
  const bareRate = await bare(receiver, body, events)
  return {
    ours,
    bare: bareRate,
    cpu_ours: after.map((n, i) => ((n - (before[i] ?? 0)) * 1e6) / events),
    cpu_bare: ((cpuOf(process.pid) - own) * 1e6) / events,
    ours_parked: await deliver(full, receiver, body, events),
    paid: await pay(plain, Number(options.seconds)),
    paid_parked: await pay(full, Number(options.seconds)),
  }
}

/** Deliveries per second, from committing the events to the last arrival. */
async function deliver(
  deployment: Deployment,
  to: BenchReceiver,
  body: string,
  count: number,
): Promise<number> {
  const { arrived } = await to.expect(count)
  await writeEvents(deployment, deployment.merchants, body, count)
  const started = nowMs()
  const done = Math.max(...(await arrived).values())
  return (count * 1000) / (done - started)
}

async function bare(to: BenchReceiver, text: string, count: number): Promise<number> {
  const poster = openPoster({ allow_loopback: true })
  const target = { url: `${to.hook}/bare`, custom_http_headers: {}, secrets: ['x'.repeat(64)] }
  const started = performance.now()
  let sent = 0
  const one = async () => {
    while (sent < count) {
      const event_id = `evt_bare${++sent}`
      const request = signRequest({ event_id, attempts: 0, body: text }, target, new Date())
      const result = await poster.post(request)
      if (!('status' in result) || result.status !== 200) throw new Error(JSON.stringify(result))
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, one))
  const seconds = (performance.now() - started) / 1000
  await poster.close()
  return count / seconds
}

/** Payments a second, while their events are delivered. */
async function pay({ api, merchants }: Deployment, seconds: number): Promise<number> {
  const { port } = api.ports
  const request = () => {
    const merchant = merchants[++payments % merchants.length]
    if (!merchant) throw new Error('a deployment needs a merchant')
    return nextPayment({ port, ...merchant })
  }
  const result = await load({ port, connections: CONNECTIONS, seconds, request })
  return result.done / result.seconds
}

/** Adds deliveries whose retry is a day away: some at the measured endpoints, most at others. */
async function park({ services: { db }, merchants }: Deployment): Promise<void> {
  const ids = merchants.map((merchant) => merchant.merchant_id)
  const profiles = merchants.map((merchant) => merchant.profile_id)
  const others = Array.from({ length: PARKED_ENDPOINTS }, (_, n) => `mer_parked${n}`)
  const BATCH = 50_000
  for (let from = 0; from < parked; from += BATCH) {
    await db.run(
      `insert into deliveries select ($1::text[])[1 + n % $3], 'evt_parked' || n,
         ($2::text[])[1 + n % $3], 'pending', null, 3, now() + interval '1 day', now(), null, 1
       from generate_series($4::int, $5::int) n`,
      [
        [...ids, ...others],
        [...profiles, ...others],
        ids.length + others.length,
        from + 1,
        Math.min(from + BATCH, parked),
      ],
    )
  }
  await db.run(
    `insert into webhook_endpoints select distinct merchant_id, profile_id, now() + interval '1 day',
       'fast', 0, null, 0 from deliveries on conflict do nothing`,
    [],
  )
  await db.run('analyze', [])
}

function row(n: number, round?: Round): string {
  if (!round) return ''
  const { ours, bare: theirs, ours_parked, paid, paid_parked, cpu_ours, cpu_bare } = round
  const rates = [ours, theirs, ours_parked, paid, paid_parked].map((each) => each.toFixed(0))
  const cpu = cpu_ours.map((each) => each.toFixed(0)).join(' + ')
  return `| ${[n, ...rates, cpu, cpu_bare.toFixed(0)].join(' | ')} |`
}

function verdict(measured: Round[]): string {
  const median = (of: (round: Round) => number) => quantile(measured.map(of), 0.5).toFixed(2)
  return [
    `Ours ÷ bare, median: ${median((each) => each.ours / each.bare)}.`,
    `With ${parked} parked, median slowdown: deliveries ${median((each) => each.ours / each.ours_parked)}, payments ${median((each) => each.paid / each.paid_parked)}.`,
    `CPU µs a delivery, medians: worker ${median((each) => each.cpu_ours[0] ?? 0)}, PostgreSQL ${median((each) => each.cpu_ours[1] ?? 0)}, receiver ${median((each) => each.cpu_ours[2] ?? 0)}; bare loop ${median((each) => each.cpu_bare)}.`,
    `${events} events a round, ${MERCHANTS} endpoints, ${cpus().length} cores, Node ${process.version}.`,
  ].join('\n')
}
