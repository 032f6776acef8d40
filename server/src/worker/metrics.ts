// What a worker tells of itself, and of what waits for all workers, in the form of Prometheus.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Services } from '../kernel/context.ts'
import { countRelayBacklog, type RelayBacklog } from '../relay/backlog.ts'
import { parkedEventCount } from '../provider_callbacks/parked.ts'
import type { Attempted } from '../webhooks/attempt.ts'
import { type Backlog, countBacklog } from '../webhooks/backlog.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3600]

export interface WorkerMetrics {
  readonly registry: Registry
  relayed(events: number): void
  attempted(attempted: Attempted): void
}

export function createWorkerMetrics(services: Services): WorkerMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const relayed = new Counter({
    name: 'florin_events_relayed_total',
    help: 'Events brought to whoever reacts to them.',
    registers,
  })
  const attempts = new Counter({
    name: 'florin_webhook_attempts_total',
    help: 'Attempts by what they led to: delivered, pending (will be tried again), exhausted, stopped.',
    labelNames: ['status'],
    registers,
  })
  const answers = new Histogram({
    name: 'florin_webhook_answer_seconds',
    help: 'Time from sending to the answer of the receiver, or to giving up on it.',
    buckets: SECONDS,
    registers,
  })
  const lateness = new Histogram({
    name: 'florin_webhook_late_seconds',
    help: 'Time from when a delivery was due to when it was answered with success.',
    buckets: SECONDS,
    registers,
  })
  watchBacklog(services, registers)
  return {
    registry,
    relayed: (events) => relayed.inc(events),
    attempted({ verdict, duration_ms, late_ms }) {
      attempts.inc({ status: verdict.status })
      answers.observe(duration_ms / 1000)
      if (verdict.status === 'delivered') lateness.observe(late_ms / 1000)
    },
  }
}

interface Waiting {
  parked: number
  relay: RelayBacklog
  lanes: Backlog[]
  now: Date
}

/** What waits for all workers, each figure by lane or for all. */
const waits: readonly {
  name: string
  help: string
  read(waiting: Waiting): number | [lane: string, number][]
}[] = [
  {
    name: 'florin_events_waiting',
    help: 'Events not relayed yet, counted to ten thousand.',
    read: ({ relay }) => relay.waiting,
  },
  {
    name: 'florin_events_oldest_seconds',
    help: 'Age of the oldest event not relayed yet.',
    read: ({ relay, now }) => age(relay.oldest, now),
  },
  {
    name: 'florin_relay_failing',
    help: 'Batches of events of which a reaction failed; they are tried again.',
    read: ({ relay }) => relay.failing,
  },
  {
    name: 'florin_provider_events_parked',
    help: 'Provider events that could not be handled and are retried, counted to ten thousand.',
    read: ({ parked }) => parked,
  },
  {
    name: 'florin_webhook_due',
    help: 'Deliveries that are due, counted to a thousand for each of a hundred endpoints.',
    read: ({ lanes }) => lanes.map(({ lane, due }) => [lane, due]),
  },
  {
    name: 'florin_webhook_endpoints',
    help: 'Endpoints with due deliveries, counted to two hundred.',
    read: ({ lanes }) => lanes.map(({ lane, endpoints }) => [lane, endpoints]),
  },
  {
    name: 'florin_webhook_oldest_due_seconds',
    help: 'For how long the oldest of them has been due.',
    read: ({ lanes, now }) => lanes.map(({ lane, oldest }) => [lane, age(oldest, now)]),
  },
]

function age(moment: Date | null, now: Date): number {
  return moment === null ? 0 : (now.getTime() - moment.getTime()) / 1000
}

/** Asked of the database when somebody looks, once for all figures; every worker says the same. */
function watchBacklog(services: Services, registers: Registry[]): void {
  let asked: Promise<Waiting> | undefined
  const ask = async (): Promise<Waiting> => {
    const [relay, lanes, parked] = await Promise.all([
      countRelayBacklog(services),
      countBacklog(services),
      parkedEventCount(services),
    ])
    return { relay, lanes, parked, now: services.clock.now() }
  }
  for (const { name, help, ...wait } of waits) {
    new Gauge({
      name,
      help,
      labelNames: ['lane'],
      registers,
      async collect() {
        asked ??= ask().finally(() => (asked = undefined))
        const figure = wait.read(await asked)
        if (typeof figure === 'number') this.set(figure)
        else for (const [lane, value] of figure) this.set({ lane }, value)
      },
    })
  }
}
