// The time a merchant's events take to arrive: first alone, then beside another merchant with many pending
// deliveries to a server that accepts requests and never responds. One run, one worker.
//   scripts/run node bench/fairness.ts [--waiting 100000] [--events 1000]
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import {
  type BenchReceiver,
  createDeployment,
  type Deployment,
  nowMs,
  realBody,
  startBenchReceiver,
  writeEvents,
} from './deliveries_deployment.ts'
import { quantile } from './load.ts'

const { values: options } = parseArgs({
  options: {
    waiting: { type: 'string', default: '100000' },
    events: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '50' },
  },
})
const waiting = Number(options.waiting)
const events = Number(options.events)
const BATCH = 5_000

const receiver = await startBenchReceiver()
const deployment = await createDeployment([`${receiver.hook}/hook`, `${receiver.hook}/hang`])
try {
  const body = await realBody(deployment)
  await measure(deployment, receiver, body, 100)
  const alone = await measure(deployment, receiver, body, events)
  console.log(`alone: ${format(alone)}`)
  await pileUp(deployment, body)
  const beside = await measure(deployment, receiver, body, events)
  console.log(
    `beside ${await countDue(deployment)} pending deliveries to a server that hangs: ${format(beside)}`,
  )
  const ratio = quantile(beside, 0.99) / quantile(alone, 0.99)
  console.log(`p99 ÷ p99 alone: ${ratio.toFixed(2)}`)
  console.log(`${events} events at ${options.rate} a second, ${cpus().length} cores.`)
} finally {
  receiver.stop()
  await deployment.close()
}

/** Milliseconds from the commit of each event to its arrival. */
async function measure(
  { services, merchants }: Deployment,
  to: BenchReceiver,
  body: string,
  count: number,
): Promise<number[]> {
  const { arrived } = await to.expect(count)
  const written = new Map<string, number>()
  const started = nowMs()
  for (let n = 0; n < count; n++) {
    const wait = started + (n * 1000) / Number(options.rate) - nowMs()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const ids = await writeEvents({ services }, merchants.slice(0, 1), body, 1)
    for (const id of ids) written.set(id, nowMs())
  }
  const times = await arrived
  return [...written].map(([id, at]) => (times.get(id) ?? Number.NaN) - at)
}

/** Writes the other merchant's events and waits until all are relayed. */
async function pileUp({ services, merchants }: Deployment, body: string): Promise<void> {
  for (let done = 0; done < waiting; done += BATCH) {
    await writeEvents({ services }, merchants.slice(1, 2), body, BATCH)
  }
  for (;;) {
    const [row] = await services.db.run<{ n: number }>(
      'select count(*)::int as n from waiting_events',
      [],
    )
    if (row?.n === 0) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function countDue({ services }: Deployment): Promise<number> {
  const [row] = await services.db.run<{ n: number }>(
    'select count(*)::int as n from deliveries where next_attempt_at <= now()',
    [],
  )
  return row?.n ?? 0
}

function format(times: number[]): string {
  const [p50, p99] = [0.5, 0.99].map((q) => quantile(times, q).toFixed(0))
  return `p50 ${p50} ms, p99 ${p99} ms, longest ${Math.max(...times).toFixed(0)} ms`
}
