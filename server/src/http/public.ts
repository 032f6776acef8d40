// Routes without a key: the health checks of an orchestrator, the OpenAPI document and its reference UI.
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { checksOf, readinessOf } from './health.ts'
import { openapi } from './openapi.ts'
import type { Route } from './route.ts'

// Developers enter their keys in the reference page, so it may connect to this server only.
const PAGE_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'"

export function registerPublic(app: FastifyInstance, routes: readonly Route[]): void {
  app.get('/health/live', async () => ({ status: 'ok' }))
  const readChecks = checksOf(app.services)
  app.get('/health/ready', async (_, reply) => {
    const ready = readinessOf(await readChecks(), app.gate.draining)
    return reply.code(ready.status === 'ok' ? 200 : 503).send(ready)
  })
  const document = JSON.stringify(openapi(routes))
  app.get('/openapi.json', async (_, reply) => reply.type('application/json').send(document))
  app.register(scalar, {
    routePrefix: '/docs',
    hooks: {
      onRequest: (_, reply, done) => {
        reply.header('Content-Security-Policy', PAGE_POLICY)
        done()
      },
    },
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Florin API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      mcp: { disabled: true },
      agent: { disabled: true },
    },
  })
}
