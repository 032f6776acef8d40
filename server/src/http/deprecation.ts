// A field that is `deprecated` in its schema still works; the answer then has the header `Deprecation` (RFC 9745)
// with the date of the deprecation.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { firstVersion } from './versions.ts'

const since = `@${new Date(`${firstVersion}T00:00:00Z`).getTime() / 1000}`

export function deprecationOf(body: TSchema | undefined) {
  const { properties = {} } = (body ?? {}) as { properties?: Record<string, object> }
  const old = Object.keys(properties).filter((name) => 'deprecated' in (properties[name] ?? {}))
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const sent = (request.body ?? {}) as object
    if (old.some((name) => Object.hasOwn(sent, name))) reply.header('Deprecation', since)
  }
}
