// The worker role: everything that happens without a request. It resolves operations without an outcome, relays
// events, delivers webhooks and runs scheduled jobs. Any number of workers may run; they share the work by claiming
// rows.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Runner } from 'graphile-worker'
import { createServices, startTraces } from '#app.ts'
import { assertDeployment } from '#core/vault/deployment.ts'
import type { Config } from '#config.ts'
import { sleep } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { Database, isRefusedUrl } from '#kernel/db.ts'
import { stopSignal } from '#kernel/lifetime.ts'
import { createLog } from '#kernel/log.ts'
import { freeStartMemory } from '#kernel/start_memory.ts'
import { stopTracing } from '#kernel/trace.ts'
import { startWatchdog } from '#kernel/watchdog.ts'
import { BATCH } from '#kernel/sweeps.ts'
import { findMigrations } from '#kernel/migrate.ts'
import { isUnreachable } from '#http/failures.ts'
import { cachedChecks, type ReadChecks, toReadiness } from '#http/health.ts'
import { serveMetrics } from '#http/metrics.ts'
import { registry } from '#resources/resources.ts'
import { type Engine, migrateEngine, startEngine } from './engine.ts'
import { startEventPipeline } from './event_pipeline.ts'
import { startHeartbeat } from './heartbeat.ts'
import { queueingSweeps } from './jobs.ts'
import { createWorkerMetrics } from './metrics.ts'
import { startSweep, type Sweep as Running } from './sweep.ts'

const LAZY_CONNECTIONS = 4

export async function runWorker(config: Config): Promise<void> {
  const log = createLog(config.log_level)
  const stopped = stopSignal(log)
  startWatchdog(config.stall_seconds)
  await startTraces(config, log, 'worker')
  const services = createServices(config, log)
  const metrics = createWorkerMetrics(services)
  const readChecks = cachedChecks(services)
  let is_up = false
  const scrape = await serveMetrics(
    metrics.registry,
    config.metrics_host,
    config.worker_metrics_port,
    async () => {
      const ready = toReadiness(await readChecks(), false)
      return is_up ? ready : { ...ready, status: 'unavailable' }
    },
  )
  const metrics_port = (scrape.address() as AddressInfo).port
  const engine = await startWhenReady(config.database_url, services, readChecks, stopped)
  if (engine === undefined) {
    log.info('worker is stopping before it has started')
    return end(services, scrape)
  }
  const { worker_id, runner } = engine
  const heartbeat = await startHeartbeat(services, worker_id)
  const lazyDb = new Database({
    url: config.database_url,
    connections: LAZY_CONNECTIONS,
    statement_timeout_ms: config.statement_timeout_ms,
    log,
    is_lazy: true,
  })
  const pipeline = startEventPipeline(services, worker_id, metrics, { lazyDb })
  const running = startSweeps(services, runner)
  freeStartMemory()
  is_up = true
  log.info({ worker_id, metrics_port, environment: config.environment }, 'worker is up')
  process.send?.({ metrics_port })

  const why = await Promise.race([stopped, ended(runner)])
  log.info({ why }, 'worker is stopping')
  // A supervisor restarts a process that exits with an error.
  if (why === ENGINE_ENDED) process.exitCode = 1
  await Promise.all([pipeline.stop(), ...running.map((sweep) => sweep.stop())])
  if (why !== ENGINE_ENDED) await runner.stop()
  await heartbeat.stop()
  await lazyDb.close()
  await end(services, scrape)
}

async function end(services: Services, scrape: Server): Promise<void> {
  services.provider.close()
  await services.db.close()
  await stopTracing()
  scrape.close().closeAllConnections()
  services.log.info('worker has stopped')
  // The IPC channel to the parent would keep this process alive.
  if (process.connected) process.disconnect()
}

const RETRY_MS = 1_000

/** Waits for a database that is away or not migrated; undefined if the worker is stopped meanwhile. */
async function startWhenReady(
  database_url: string,
  services: Services,
  readChecks: ReadChecks,
  stopped: Promise<string>,
): Promise<Engine | undefined> {
  const { log } = services
  let reported: string | undefined
  for (;;) {
    const { database } = await readChecks()
    const started = database === 'ok' ? await startEngineOnce(database_url, services) : undefined
    if (started !== undefined) return started
    if (database === 'unreachable') await assertNotRefused(services)
    if (database !== reported) log.warn({ database, retry_ms: RETRY_MS }, WAITING)
    reported = database
    if ((await Promise.race([stopped, sleep(RETRY_MS)])) !== undefined) return undefined
  }
}

/** A mistake in DATABASE_URL ends the worker: waiting would not help. */
async function assertNotRefused({ db }: Services): Promise<void> {
  try {
    await findMigrations(db)
  } catch (error) {
    if (isRefusedUrl(error)) throw error
  }
}

const WAITING = 'worker: the database is not ready; the worker starts when it is'

/** The database can be lost between the check and the start. */
async function startEngineOnce(
  database_url: string,
  services: Services,
): Promise<Engine | undefined> {
  try {
    await assertDeployment(services)
    await migrateEngine(database_url)
    return await startEngine(database_url, services)
  } catch (error) {
    if (!isUnreachable(error)) throw error
    return undefined
  }
}

/** Concurrent rounds per sweep: a round that waits for a slow provider does not delay the next. */
const ROUNDS = 4

function startSweeps(services: Services, runner: Runner): Running[] {
  const { log } = services
  const sweeps = [...registry.sweeps, ...queueingSweeps(registry.jobs, runner)]
  return sweeps.map(({ name, period_ms, round }) =>
    startSweep({
      name,
      period_ms,
      rounds: ROUNDS,
      log,
      // After a full batch more rows may be due.
      async round(stopping) {
        while ((await round(services)) >= BATCH && !stopping.aborted);
      },
    }),
  )
}

const ENGINE_ENDED = 'the engine ended'

async function ended(runner: Runner): Promise<string> {
  await runner.promise.catch(() => undefined)
  return ENGINE_ENDED
}
