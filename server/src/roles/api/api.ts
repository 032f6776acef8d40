// The api role: listens, says so, and stops without losing a request.
import type { Server } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { createApp, createServices } from '#app.ts'
import type { Config } from '#config.ts'
import { sleep } from '#kernel/clock.ts'
import { createLog } from '#kernel/log.ts'

export async function runApi(config: Config): Promise<void> {
  const log = createLog(config.log_level)
  const services = createServices(config, log)
  const app = createApp(config, services)
  await app.listen({ host: config.host, port: config.port })
  const metrics = await app.metrics.listen(config.metrics_host, config.metrics_port)
  const { port } = app.server.address() as AddressInfo
  const metrics_port = (metrics.address() as AddressInfo).port
  log.info({ host: config.host, port, metrics_port, environment: config.environment }, 'api is up')
  process.send?.({ port, metrics_port })

  const signal = await stopSignal()
  log.info({ signal, drain_ms: config.drain_ms }, 'api is stopping')
  // Readiness is off and connections are asked to close; until balancers look away, all is served.
  app.gate.draining = true
  await sleep(config.drain_ms)
  await stopListening(app.server)
  await app.close()
  metrics.close().closeAllConnections()
  log.info('api has stopped')
  // The line to the parent would keep this process alive.
  if (process.connected) process.disconnect()
}

// Connections taken in the last moment get this long to bring their request.
const LAST_REQUESTS_MS = 250

/** Takes no new connection, but leaves alone those that are there: the HTTP server's own close does not. */
async function stopListening(server: Server): Promise<void> {
  // One more turn accepts what waits at the door.
  await new Promise((resolve) => setImmediate(resolve))
  NetServer.prototype.close.call(server)
  await sleep(LAST_REQUESTS_MS)
}

function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
    // Started by a parent that is gone: nobody else would stop us.
    process.once('disconnect', () => resolve('disconnect'))
  })
}
