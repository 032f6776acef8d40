// The api role: listens, says so, and stops without losing a request.
import type { AddressInfo } from 'node:net'
import { createApp, createServices } from './app.ts'
import type { Config } from './config.ts'
import { forgetOldAnswers } from './http/idempotency.ts'
import { sleep } from './kernel/clock.ts'
import { createLog } from './kernel/log.ts'

const HOUR_MS = 60 * 60 * 1000

export async function runApi(config: Config): Promise<void> {
  const log = createLog(config.log_level)
  const services = createServices(config, log)
  const app = createApp(config, services)
  await app.listen({ host: config.host, port: config.port })
  const metrics = await app.metrics.listen(config.host, config.metrics_port)
  const { port } = app.server.address() as AddressInfo
  const metrics_port = (metrics.address() as AddressInfo).port
  log.info({ host: config.host, port, metrics_port, environment: config.environment }, 'api is up')
  process.send?.({ port, metrics_port })

  const tidying = setInterval(() => {
    forgetOldAnswers(services).catch((err: unknown) => log.warn({ err }, 'old answers stay'))
  }, HOUR_MS).unref()

  const signal = await stopSignal()
  log.info({ signal, drain_ms: config.drain_ms }, 'api is stopping')
  clearInterval(tidying)
  // Readiness is off and connections are asked to close; until balancers look away, all is served.
  app.gate.draining = true
  await sleep(config.drain_ms)
  await app.close()
  metrics.close()
  log.info('api has stopped')
}

function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
    // Started by a parent that is gone: nobody else would stop us.
    process.once('disconnect', () => resolve('disconnect'))
  })
}
