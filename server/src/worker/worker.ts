// The worker role: what happens without a request. It finds out the truth about calls to providers that
// have no answer, and runs durable jobs. Any number of workers may run; each due row is claimed by one.
import type { Runner } from 'graphile-worker'
import { createServices } from '../app.ts'
import type { Config } from '../config.ts'
import type { Services } from '../kernel/context.ts'
import { createLog } from '../kernel/log.ts'
import { sweeps } from '../sweeps.ts'
import { migrateEngine, startEngine } from './engine.ts'
import { startSweep, type Sweep as Running } from './sweep.ts'

export async function runWorker(config: Config): Promise<void> {
  const stopped = stopSignal()
  const log = createLog(config.log_level)
  const services = createServices(config, log)
  await migrateEngine(config.database_url)
  const engine = await startEngine(config.database_url, services)
  const running = startSweeps(services)
  log.info({ environment: config.environment }, 'worker is up')
  process.send?.({ ready: true })

  const why = await Promise.race([stopped, ended(engine)])
  log.info({ why }, 'worker is stopping')
  // Whoever looks after us starts a worker again that ended by itself.
  if (why === ENGINE_ENDED) process.exitCode = 1
  await Promise.all(running.map((sweep) => sweep.stop()))
  if (why !== ENGINE_ENDED) await engine.stop()
  services.provider.close()
  await services.db.close()
  log.info('worker has stopped')
  // The line to the parent would keep this process alive.
  if (process.connected) process.disconnect()
}

/** A round that waits for a slow provider does not hold up the next, but they do not pile up. */
const ROUNDS = 4

function startSweeps(services: Services): Running[] {
  const { log } = services
  return sweeps.map(({ name, period_ms, round }) =>
    startSweep({ name, period_ms, rounds: ROUNDS, log, round: () => round(services) }),
  )
}

const ENGINE_ENDED = 'the engine ended'

async function ended(engine: Runner): Promise<string> {
  await engine.promise.catch(() => undefined)
  return ENGINE_ENDED
}

function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
    // Started by a parent that is gone: nobody else would stop us.
    process.once('disconnect', () => resolve('disconnect'))
  })
}
