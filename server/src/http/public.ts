// Routes without a key: the health checks of an orchestrator, the OpenAPI document and its reference UI.
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { randomText } from '#kernel/crypto.ts'
import { checksOf, readinessOf } from './health.ts'
import { openapi } from './openapi.ts'
import type { Route } from './route.ts'

// Developers enter their keys in the reference page, so it may connect to this server only, and runs only the scripts
// that this server wrote into it.
const pagePolicy = (nonce: string) =>
  `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; ` +
  "img-src 'self' data:; font-src 'self' data:; base-uri 'none'; object-src 'none'; " +
  "form-action 'self'; frame-ancestors 'none'"

/** The plugin renders every page with the same configuration, so the nonce of each page is put in afterwards. */
const NONCE = 'nonce-of-this-page'
const NONCE_LENGTH = 32

export function registerPublic(app: FastifyInstance, routes: readonly Route[]): void {
  app.get('/health/live', async () => ({ status: 'ok' }))
  const readChecks = checksOf(app.services)
  app.get('/health/ready', async (_, reply) => {
    const ready = readinessOf(await readChecks(), app.gate.draining)
    return reply.code(ready.status === 'ok' ? 200 : 503).send(ready)
  })
  const document = JSON.stringify(openapi(routes))
  app.get('/openapi.json', async (_, reply) => reply.type('application/json').send(document))
  app.register(async (pages) => {
    pages.addHook('onSend', async (_, reply, payload) => {
      const nonce = randomText(NONCE_LENGTH)
      reply.header('Content-Security-Policy', pagePolicy(nonce))
      const isPage = String(reply.getHeader('Content-Type')).startsWith('text/html')
      return isPage && typeof payload === 'string' ? payload.replaceAll(NONCE, nonce) : payload
    })
    pages.register(scalar, reference)
  })
}

const reference = {
  routePrefix: '/docs',
  configuration: {
    url: '/openapi.json',
    pageTitle: 'Florin API',
    nonce: NONCE,
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    mcp: { disabled: true },
    agent: { disabled: true },
  },
} as const
