// The worker role: what happens without a request. It finds out the truth about calls to providers that
// have no answer, relays events to whoever reacts to them, delivers webhooks, and runs durable jobs. Any
// number of workers may run; each due row is claimed by one.
import type { AddressInfo } from 'node:net'
import type { Runner } from 'graphile-worker'
import { createServices } from '#app.ts'
import type { Config } from '#config.ts'
import type { Services } from '#kernel/context.ts'
import { Database } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { serveMetrics } from '#http/metrics.ts'
import { registry } from '#resources/resources.ts'
import { migrateEngine, startEngine } from './engine.ts'
import { startHeartbeat } from './heartbeat.ts'
import { startLater } from './later.ts'
import { createWorkerMetrics } from './metrics.ts'
import { startSweep, type Sweep as Running } from './sweep.ts'

const NOTES_CONNECTIONS = 4

export async function runWorker(config: Config): Promise<void> {
  const stopped = stopSignal()
  const log = createLog(config.log_level)
  const services = createServices(config, log)
  const metrics = createWorkerMetrics(services)
  const scrape = await serveMetrics(
    metrics.registry,
    config.metrics_host,
    config.worker_metrics_port,
  )
  const metrics_port = (scrape.address() as AddressInfo).port
  await migrateEngine(config.database_url)
  const { worker_id, runner } = await startEngine(config.database_url, services)
  const heartbeat = await startHeartbeat(services, worker_id)
  const notes = new Database({
    url: config.database_url,
    connections: NOTES_CONNECTIONS,
    statement_timeout_ms: config.statement_timeout_ms,
    log,
    is_lazy: true,
  })
  const later = startLater(services, worker_id, metrics, { notes })
  const running = startSweeps(services)
  log.info({ worker_id, metrics_port, environment: config.environment }, 'worker is up')
  process.send?.({ metrics_port })

  const why = await Promise.race([stopped, ended(runner)])
  log.info({ why }, 'worker is stopping')
  // Whoever looks after us starts a worker again that ended by itself.
  if (why === ENGINE_ENDED) process.exitCode = 1
  await Promise.all([later.stop(), ...running.map((sweep) => sweep.stop())])
  if (why !== ENGINE_ENDED) await runner.stop()
  await heartbeat.stop()
  services.provider.close()
  await Promise.all([services.db.close(), notes.close()])
  scrape.close().closeAllConnections()
  log.info('worker has stopped')
  // The line to the parent would keep this process alive.
  if (process.connected) process.disconnect()
}

/** A round that waits for a slow provider does not hold up the next, but they do not pile up. */
const ROUNDS = 4

function startSweeps(services: Services): Running[] {
  const { log } = services
  return registry.sweeps.map(({ name, period_ms, round }) =>
    startSweep({ name, period_ms, rounds: ROUNDS, log, round: () => round(services) }),
  )
}

const ENGINE_ENDED = 'the engine ended'

async function ended(runner: Runner): Promise<string> {
  await runner.promise.catch(() => undefined)
  return ENGINE_ENDED
}

function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
    // Started by a parent that is gone: nobody else would stop us.
    process.once('disconnect', () => resolve('disconnect'))
  })
}
