// Routes without a key: the health checks of an orchestrator, the OpenAPI document and the documentation.
import type { FastifyInstance } from 'fastify'
import { registerDocs } from './docs.ts'
import { checksOf, liveness, readinessOf } from './health.ts'
import { openapi } from './openapi.ts'
import type { Route } from './route.ts'

export function registerPublic(app: FastifyInstance, routes: readonly Route[]): void {
  app.get('/health/live', async (_, reply) => {
    const live = liveness()
    return reply.code(live.code).send(live.body)
  })
  const readChecks = checksOf(app.services)
  app.get('/health/ready', async (_, reply) => {
    const ready = readinessOf(await readChecks(), app.gate.draining)
    return reply.code(ready.status === 'ok' ? 200 : 503).send(ready)
  })
  let document: string | undefined
  app.get('/openapi.json', async (_, reply) => {
    document ??= JSON.stringify(openapi(routes))
    return reply.type('application/json').send(document)
  })
  registerDocs(app, routes)
}
