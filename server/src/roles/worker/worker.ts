// The worker role: everything that happens without a request. It resolves operations without an outcome, relays
// events, delivers webhooks and runs scheduled jobs. Any number of workers may run; they share the work by
// claiming rows.
import type { AddressInfo } from 'node:net'
import type { Runner } from 'graphile-worker'
import { createServices } from '#app.ts'
import { assertDeployment } from '#core/vault/deployment.ts'
import type { Config } from '#config.ts'
import type { Services } from '#kernel/context.ts'
import { Database } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { serveMetrics } from '#http/metrics.ts'
import { registry } from '#resources/resources.ts'
import { migrateEngine, startEngine } from './engine.ts'
import { startEventPipeline } from './event_pipeline.ts'
import { startHeartbeat } from './heartbeat.ts'
import { createWorkerMetrics } from './metrics.ts'
import { startSweep, type Sweep as Running } from './sweep.ts'

const LAZY_CONNECTIONS = 4

export async function runWorker(config: Config): Promise<void> {
  const stopped = stopSignal()
  const log = createLog(config.log_level)
  const services = createServices(config, log)
  await assertDeployment(services)
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
  const lazyDb = new Database({
    url: config.database_url,
    connections: LAZY_CONNECTIONS,
    statement_timeout_ms: config.statement_timeout_ms,
    log,
    is_lazy: true,
  })
  const pipeline = startEventPipeline(services, worker_id, metrics, { lazyDb })
  const running = startSweeps(services)
  log.info({ worker_id, metrics_port, environment: config.environment }, 'worker is up')
  process.send?.({ metrics_port })

  const why = await Promise.race([stopped, ended(runner)])
  log.info({ why }, 'worker is stopping')
  // A supervisor restarts a process that exits with an error.
  if (why === ENGINE_ENDED) process.exitCode = 1
  await Promise.all([pipeline.stop(), ...running.map((sweep) => sweep.stop())])
  if (why !== ENGINE_ENDED) await runner.stop()
  await heartbeat.stop()
  services.provider.close()
  await Promise.all([services.db.close(), lazyDb.close()])
  scrape.close().closeAllConnections()
  log.info('worker has stopped')
  // The IPC channel to the parent would keep this process alive.
  if (process.connected) process.disconnect()
}

/** Rounds of one sweep at a time: a round that waits for a slow provider does not delay the next. */
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
    // The parent process is gone, so nobody else would stop this one.
    process.once('disconnect', () => resolve('disconnect'))
  })
}
