// Routes without a key: an orchestrator's health checks, the OpenAPI document and the documentation.
import type { FastifyInstance } from 'fastify'
import { CompressedFile } from '@florin/pages/compressed.ts'
import { registerDocs } from './docs.ts'
import { cachedChecks, liveness, toReadiness } from './health.ts'
import { openapi } from './openapi.ts'
import { limited, sendFile } from './public_files.ts'
import type { Route } from './route.ts'

export function registerPublic(app: FastifyInstance, routes: readonly Route[]): void {
  app.get('/health/live', async (_, reply) => {
    const live = liveness()
    return reply.code(live.code).send(live.body)
  })
  const readChecks = cachedChecks(app.services)
  app.get('/health/ready', async (_, reply) => {
    const ready = toReadiness(await readChecks(), app.gate.draining)
    return reply.code(ready.status === 'ok' ? 200 : 503).send(ready)
  })
  let document: CompressedFile | undefined
  app.get('/openapi.json', limited, async (request, reply) => {
    document ??= new CompressedFile(JSON.stringify(openapi(routes)))
    reply.type('application/json; charset=utf-8').header('Cache-Control', 'no-cache')
    return sendFile(request, reply, document)
  })
  registerDocs(app)
}
