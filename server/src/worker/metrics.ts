// What a worker tells of itself, and of what waits for all workers, in the form of Prometheus.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Services } from '../kernel/context.ts'
import { countRelayBacklog } from '../relay/backlog.ts'
import type { Attempted } from '../webhooks/attempt.ts'
import { countBacklog } from '../webhooks/backlog.ts'

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

/** Asked of the database when somebody looks; every worker says the same. */
function watchBacklog(services: Services, registers: Registry[]): void {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const failing = gauge('florin_relay_failing', 'Batches of events of which a reaction failed.')
  const oldest = gauge('florin_events_oldest_seconds', 'Age of the oldest event not relayed yet.')
  const due = gauge('florin_webhook_due', 'Deliveries that are due, by lane; bounded.', ['lane'])
  const endpoints = gauge('florin_webhook_endpoints', 'Endpoints with due deliveries.', ['lane'])
  const late = gauge('florin_webhook_oldest_due_seconds', 'How late the latest is.', ['lane'])
  const age = (moment: Date | null) =>
    moment === null ? 0 : (services.clock.now().getTime() - moment.getTime()) / 1000
  new Gauge({
    name: 'florin_events_waiting',
    help: 'Events not relayed yet, counted to ten thousand.',
    registers,
    async collect() {
      const relay = await countRelayBacklog(services)
      this.set(relay.waiting)
      oldest.set(age(relay.oldest))
      failing.set(relay.failing)
      for (const row of await countBacklog(services)) {
        due.set({ lane: row.lane }, row.due)
        endpoints.set({ lane: row.lane }, row.endpoints)
        late.set({ lane: row.lane }, age(row.oldest))
      }
    },
  })
}
