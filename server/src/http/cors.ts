// Pages on other origins may call exactly the routes that a publishable key opens. No cookie is ever read, so every
// origin is allowed here; a publishable key can be limited to its own list.
import type { FastifyInstance } from 'fastify'
import { Failure } from '#errors.ts'
import { SECRET_HEADER } from './client_access.ts'
import { PROFILE_HEADER } from './profile_header.ts'
import type { Route } from './route.ts'

const REQUEST_HEADERS = [
  'api-key',
  'Content-Type',
  'Idempotency-Key',
  SECRET_HEADER,
  'X-Api-Version',
  PROFILE_HEADER,
  'X-Request-Id',
]
const ANSWER_HEADERS = [
  'X-Request-Id',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]

export const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': ANSWER_HEADERS.join(', '),
}

/** Time for which a browser may cache a preflight response; Chromium caches for two hours at most. */
const MAX_AGE_S = 7_200

export function registerPreflights(app: FastifyInstance, routes: readonly Route[]): void {
  const open = routes.filter((row) => row.publishable !== undefined)
  // An open route's pattern can match a closed route's URL, such as /payments/list.
  const closed = new Set(routes.filter((row) => !open.includes(row)).map((row) => row.url))
  for (const [url, rows = []] of Object.entries(Object.groupBy(open, (row) => row.url))) {
    const allowed = {
      ...CORS,
      'Access-Control-Allow-Methods': rows.map((row) => row.method).join(', '),
      'Access-Control-Allow-Headers': REQUEST_HEADERS.join(', '),
      'Access-Control-Max-Age': MAX_AGE_S,
    }
    app.options(url, async (request, reply) => {
      if (closed.has(request.url.split('?')[0] ?? '')) throw new Failure('IR_03')
      return reply.code(204).headers(allowed).send()
    })
  }
}
