// Builds the HTTP app from the resource folders; the api process and the tests use the same.
import type { FastifyInstance } from 'fastify'
import { keyFinder, useNoter } from './api_keys/directory.ts'
import { apiKeyRoutes } from './api_keys/routes.ts'
import { type Config, rateLimitOf } from './config.ts'
import { customerRoutes } from './customers/routes.ts'
import type { Gate } from './http/admit.ts'
import { Authenticator } from './http/authenticate.ts'
import { healthRoutes } from './http/health.ts'
import { registerPublic } from './http/public.ts'
import { RateLimit } from './http/rate_limit.ts'
import type { Route } from './http/route.ts'
import { createServer } from './http/server.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { Committer } from './kernel/commit.ts'
import type { Services } from './kernel/context.ts'
import { Keyring } from './kernel/crypto.ts'
import { Database } from './kernel/db.ts'
import type { Log } from './kernel/log.ts'
import { versionPinner } from './merchants/pin_version.ts'
import { merchantRoutes } from './merchants/routes.ts'
import { profileRoutes } from './profiles/routes.ts'

export const routes: readonly Route[] = [
  ...healthRoutes,
  ...merchantRoutes,
  ...profileRoutes,
  ...apiKeyRoutes,
  ...customerRoutes,
]

export function createServices(config: Config, log: Log, clock: Clock = systemClock): Services {
  const { environment, cell, database_url, database_connections, secret } = config
  const db = new Database({ url: database_url, connections: database_connections, log })
  const keyring = new Keyring(secret)
  return { environment, cell, db, committer: new Committer(db), keyring, clock, log }
}

export function createApp(config: Config, services: Services): FastifyInstance {
  const gate = createGate(config, services)
  const app = createServer({ services, gate, routes, trust_proxy: config.trust_proxy })
  registerPublic(app, routes)
  app.addHook('onClose', async () => {
    await gate.rate_limit.close()
    await services.db.close()
  })
  return app
}

function createGate(config: Config, services: Services): Gate {
  const directory = {
    find: keyFinder(services),
    used: useNoter(services),
    pin: versionPinner(services),
  }
  const { environment, keyring, log } = services
  return {
    authenticator: new Authenticator(environment, keyring, directory),
    directory,
    rate_limit: new RateLimit({ limit: rateLimitOf(config), redis_url: config.redis_url, log }),
    admin_key: config.admin_key,
    draining: false,
  }
}
