// A worker's Prometheus metrics: its own counters, and gauges that all workers share.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Services } from '#kernel/context.ts'
import type { PipelineMetrics } from './event_pipeline.ts'
import { registerShared } from '#http/metrics.ts'
import { gauges, readState, type State } from './gauges.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3600]

export interface WorkerMetrics extends PipelineMetrics {
  readonly registry: Registry
}

export function createWorkerMetrics(services: Services): WorkerMetrics {
  const registry = new Registry()
  const registers = [registry]
  registerShared(services, registry)
  const relayed = new Counter({
    name: 'florin_events_relayed_total',
    help: 'Events relayed, by type, so payments, refunds, disputes and payouts by outcome; failed payments and payouts by decline code.',
    labelNames: ['event_type', 'decline_code'],
    registers,
  })
  const attempts = new Counter({
    name: 'florin_webhook_attempts_total',
    help: 'Attempts by result: delivered, pending (will be retried), exhausted, stopped.',
    labelNames: ['status'],
    registers,
  })
  const answers = new Histogram({
    name: 'florin_webhook_answer_seconds',
    help: "Time from sending to the receiver's answer, or to the timeout.",
    buckets: SECONDS,
    registers,
  })
  const lateness = new Histogram({
    name: 'florin_webhook_late_seconds',
    help: 'Time from when a delivery was due to when it was answered with success.',
    buckets: SECONDS,
    registers,
  })
  registerGauges(services, registers)
  return {
    registry,
    relayed(events) {
      for (const { event_type, decline_code } of events) {
        relayed.inc({ event_type, decline_code: decline_code ?? '' })
      }
    },
    attempted({ outcome, duration_ms, late_ms }) {
      attempts.inc({ status: outcome.status })
      answers.observe(duration_ms / 1000)
      if (outcome.status === 'delivered') lateness.observe(late_ms / 1000)
    },
  }
}

/** One database read serves every gauge in a scrape. */
function registerGauges(services: Services, registers: Registry[]): void {
  let reading: Promise<State> | undefined
  for (const { name, help, labels = [], ...row } of gauges) {
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers,
      async collect() {
        reading ??= readState(services).finally(() => (reading = undefined))
        const value = row.read(await reading)
        // Without this a series would repeat its value from an earlier scrape.
        this.reset()
        if (value === undefined) return this.remove()
        if (typeof value === 'number') return this.set(value)
        for (const [of, each] of value) this.set(of, each)
      },
    })
  }
}
