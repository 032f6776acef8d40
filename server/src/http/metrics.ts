// Prometheus metrics have their own port, so that the public API never exposes them.
import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Services } from '#kernel/context.ts'
import { spanStats } from '#kernel/trace.ts'
import type { RequestLog } from './request_log.ts'
import { liveness, type Readiness, RELEASE } from './health.ts'

const commitMetrics = {
  changes: 'commits',
  statements: 'statements',
  conflicts: 'conflicts',
} as const

export class Metrics {
  readonly registry = new Registry()
  readonly requests: Histogram<'method' | 'route' | 'status'>
  readonly failures: Counter<'code'>
  readonly in_flight: Gauge

  constructor(services: Services, request_log?: RequestLog) {
    const { commit_stats: stats } = services
    const registers = [this.registry]
    registerShared(services, this.registry)
    this.requests = new Histogram({
      name: 'florin_http_request_seconds',
      help: 'Time from a request to its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    })
    this.failures = new Counter({
      name: 'florin_http_errors_total',
      help: 'Answers that carry an error, by its code.',
      labelNames: ['code'],
      registers,
    })
    this.in_flight = new Gauge({
      name: 'florin_http_requests_in_flight',
      help: 'Requests being answered now.',
      registers,
    })
    if (request_log !== undefined) registerRequestLog(request_log, registers)
    for (const [metric, stat] of Object.entries(commitMetrics)) {
      new Gauge({
        name: `florin_commit_${metric}`,
        help: `${metric} of the commit path since the start.`,
        registers,
        collect() {
          this.set(stats[stat])
        },
      })
    }
  }

  listen(host: string, port: number): Promise<Server> {
    return serveMetrics(this.registry, host, port)
  }
}

/** The metrics that every process has. */
export function registerShared(services: Services, registry: Registry): void {
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const { environment, cell } = services
  new Gauge({
    name: 'florin_build_info',
    help: 'Always 1; the labels say what runs.',
    labelNames: ['version', 'node', 'environment', 'cell'],
    registers,
  }).set({ version: RELEASE, node: process.version, environment, cell }, 1)
  new Gauge({
    name: 'florin_database_oldest_statement_seconds',
    help: 'The age of the oldest statement that PostgreSQL has not answered.',
    registers,
    collect() {
      this.set(services.db.oldestInFlightMs() / 1000)
    },
  })
  services.provider_calls = new Histogram({
    name: 'florin_provider_call_seconds',
    help: 'Calls to providers, by kind, result and account. `unknown` has no answer; `not_sent` never left.',
    labelNames: ['call', 'result', 'provider', 'connector'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  })
  services.fallbacks = new Counter({
    name: 'florin_provider_fallbacks_total',
    help: 'Payments that the next account was called for, by the account that failed before and by its result.',
    labelNames: ['connector', 'next', 'result'],
    registers,
  })
  registerCircuits(services, registers)
  registerSpans(registers)
}

function registerRequestLog({ stats }: RequestLog, registers: Registry[]): void {
  new Counter({
    name: 'florin_request_log_rows_total',
    help: 'Rows of the request log: written, or dropped because the database is slow or away.',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(stats)) this.inc({ result }, count)
    },
  })
}

function registerSpans(registers: Registry[]): void {
  new Counter({
    name: 'florin_trace_spans_total',
    help: 'Spans of traces: exported to the collector, or dropped because it is slow or away.',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(spanStats)) this.inc({ result }, count)
    },
  })
}

/** In this process: each has its own circuit breakers. */
function registerCircuits({ provider, accounts }: Services, registers: Registry[]): void {
  new Gauge({
    name: 'florin_provider_circuit_open',
    help: '1 while this process does not call the account because it fails; 0 otherwise.',
    labelNames: ['provider', 'connector'],
    registers,
    async collect() {
      this.reset()
      const own = { connector_id: '', provider }
      for (const { connector_id: connector, provider: account } of [
        own,
        ...(await accounts.connected()),
      ]) {
        const isOpen = account.isCircuitOpen?.() === true
        this.set({ provider: account.name, connector }, isOpen ? 1 : 0)
      }
    },
  })
}

function json(status: number, body: object) {
  return { status, type: 'application/json', body: JSON.stringify(body) }
}

/** Every path answers with the current metrics, except for a worker's health checks, which have no other port. */
export function serveMetrics(
  registry: Registry,
  host: string,
  port: number,
  readReadiness?: () => Promise<Readiness>,
): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request.url ?? '').then(
      ({ status, type, body }) => response.writeHead(status, { 'Content-Type': type }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  const answer = async (url: string) => {
    if (readReadiness && url === '/health/live') {
      const live = liveness()
      return json(live.code, live.body)
    }
    if (readReadiness && url === '/health/ready') {
      const ready = await readReadiness()
      return json(ready.status === 'ok' ? 200 : 503, ready)
    }
    return { status: 200, type: registry.contentType, body: await registry.metrics() }
  }
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve(server))
  })
}
