// How long a merchant's events take to arrive: first alone, then beside another merchant with a great
// many waiting deliveries to a server that takes them and never answers. One run, one worker.
//   scripts/run node bench/fairness.ts [--waiting 100000] [--events 1000]
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import {
  type BenchReceiver,
  createWorld,
  nowMs,
  realBody,
  startBenchReceiver,
  type World,
  writeEvents,
} from './deliveries_world.ts'
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
const BITE = 5_000

const receiver = await startBenchReceiver()
const world = await createWorld([`${receiver.hook}/hook`, `${receiver.hook}/hang`])
try {
  const body = await realBody(world)
  await measure(world, receiver, body, 100)
  const quiet = await measure(world, receiver, body, events)
  console.log(`alone: ${spell(quiet)}`)
  await pileUp(world, body)
  const first = await measure(world, receiver, body, events)
  console.log(
    `beside ${await left(world)} waiting deliveries to a server that hangs: ${spell(first)}`,
  )
  const ratio = quantile(first, 0.99) / quantile(quiet, 0.99)
  console.log(`p99 ÷ p99 alone: ${ratio.toFixed(2)}`)
  console.log(`${events} events at ${options.rate} a second, ${cpus().length} cores.`)
} finally {
  receiver.stop()
  await world.close()
}

/** Milliseconds from the commit of each event to its arrival. */
async function measure(
  { services, merchants, ...rest }: World,
  to: BenchReceiver,
  body: string,
  count: number,
): Promise<number[]> {
  const { came } = await to.expect(count)
  const written = new Map<string, number>()
  const started = nowMs()
  for (let n = 0; n < count; n++) {
    const wait = started + (n * 1000) / Number(options.rate) - nowMs()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const ids = await writeEvents({ services, merchants, ...rest }, merchants.slice(0, 1), body, 1)
    for (const id of ids) written.set(id, nowMs())
  }
  const arrived = await came
  return [...written].map(([id, at]) => (arrived.get(id) ?? Number.NaN) - at)
}

/** The other merchant's events, all relayed and due. */
async function pileUp({ services, merchants, ...rest }: World, body: string): Promise<void> {
  for (let done = 0; done < waiting; done += BITE) {
    await writeEvents({ services, merchants, ...rest }, merchants.slice(1, 2), body, BITE)
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

async function left({ services }: World): Promise<number> {
  const [row] = await services.db.run<{ n: number }>(
    'select count(*)::int as n from deliveries where next_attempt_at <= now()',
    [],
  )
  return row?.n ?? 0
}

function spell(times: number[]): string {
  const [p50, p99] = [0.5, 0.99].map((q) => quantile(times, q).toFixed(0))
  return `p50 ${p50} ms, p99 ${p99} ms, longest ${Math.max(...times).toFixed(0)} ms`
}
