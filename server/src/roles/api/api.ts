// The api role: listens, reports that it is ready, and stops without losing a request.
import type { Server } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { findUnbuilt } from '@florin/pages/built.ts'
import { createApp, createServices, startTraces } from '#app.ts'
import type { Config } from '#config.ts'
import { sleep } from '#kernel/clock.ts'
import { stopSignal } from '#kernel/lifetime.ts'
import { createLog } from '#kernel/log.ts'
import { freeStartMemory } from '#kernel/start_memory.ts'
import { stopTracing } from '#kernel/trace.ts'
import { startWatchdog } from '#kernel/watchdog.ts'
import { confirmDeployment } from '#core/vault/deployment.ts'

export async function runApi(config: Config): Promise<void> {
  const log = createLog(config.log_level)
  startWatchdog(config.stall_seconds)
  await startTraces(config, log, 'api')
  const services = createServices(config, log)
  const app = createApp(config, services)
  const confirmed = confirmDeployment(services, () => app.gate.draining)
  // While the database is away, the api starts and answers 503.
  await Promise.race([confirmed, sleep(DATABASE_MS)])
  freeStartMemory()
  // The API listens last: then everything else has started.
  const metrics = await app.metrics.listen(config.metrics_host, config.metrics_port)
  await app.listen({ host: config.host, port: config.port })
  const { port } = app.server.address() as AddressInfo
  const metrics_port = (metrics.address() as AddressInfo).port
  if (services.provider.name === 'none') {
    log.warn('no acquirer is configured: every payment is refused; set FLORIN_PROVIDER')
  }
  const unbuilt = findUnbuilt()
  if (unbuilt.length > 0)
    log.warn({ unbuilt }, 'pages are not built, and answer with an error: run `npm run build`')
  log.info({ host: config.host, port, metrics_port, environment: config.environment }, 'api is up')
  process.send?.({ port, metrics_port })

  const signal = await Promise.race([stopSignal(log), confirmed.then(forever)])
  log.info({ signal, drain_ms: config.drain_ms }, 'api is stopping')
  // Readiness is off and connections are asked to close; requests are served until load balancers stop sending them.
  app.gate.draining = true
  services.event_hub.close()
  await sleep(config.drain_ms)
  await stopListening(app.server)
  await app.close()
  await stopTracing()
  metrics.close().closeAllConnections()
  log.info('api has stopped')
  // The IPC channel to the parent would keep this process alive.
  if (process.connected) process.disconnect()
}

/** Time that the start waits for a database that does not answer. */
const DATABASE_MS = 2_000

/** Never resolves after the deployment is confirmed; an error stops the api. */
function forever(): Promise<never> {
  return new Promise(() => undefined)
}

// A connection accepted just before the stop has this long to send its request.
const LAST_REQUESTS_MS = 250

/** Accepts no new connections but leaves open ones alone, unlike closing the HTTP server. */
async function stopListening(server: Server): Promise<void> {
  // One more event loop turn accepts connections in the backlog.
  await new Promise((resolve) => setImmediate(resolve))
  NetServer.prototype.close.call(server)
  await sleep(LAST_REQUESTS_MS)
}
