// Schemas are compiled once. The compiled check stops at the first violation, because a hostile body can have hundreds
// of thousands; only a refused value is walked, for all that is wrong with it (faults.ts).
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { firstVersion } from './admit.ts'
import { failureOf } from '#errors.ts'
import { faultsOf, type Part } from './faults.ts'
import { formatNames, isOfFormat } from './rules.ts'

const options = { allErrors: false, strict: false, ownProperties: true } as const
const exact = prepare(new Ajv({ ...options, coerceTypes: false }))
// A query string has only text: `limit=10` is a number there, and a list may be `a,b`.
const lenient = prepare(new Ajv({ ...options, coerceTypes: true }))

function prepare(ajv: Ajv): Ajv {
  for (const name of formatNames) {
    ajv.addFormat(name, { type: 'string', validate: (text) => isOfFormat(name, text) })
  }
  return ajv
}

/** The check throws one failure that names all faults, up to a bound. */
export function compile(schema: object, part: Part): (value: unknown) => void {
  const { $id: _, ...anonymous } = schema as { $id?: string }
  const validate = (part === 'query' ? lenient : exact).compile(anonymous)
  return (value) => {
    if (!validate(value)) throw failureOf(faultsOf(anonymous, value, part))
  }
}

// A field that is `deprecated` in its schema still works; the answer then has the header `Deprecation` (RFC 9745)
// with the date of the deprecation.
const since = `@${new Date(`${firstVersion}T00:00:00Z`).getTime() / 1000}`

export function deprecationOf(body: TSchema | undefined) {
  const { properties = {} } = (body ?? {}) as { properties?: Record<string, object> }
  const old = Object.keys(properties).filter((name) => 'deprecated' in (properties[name] ?? {}))
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const sent = (request.body ?? {}) as object
    if (old.some((name) => Object.hasOwn(sent, name))) reply.header('Deprecation', since)
  }
}
