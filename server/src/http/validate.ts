// Schemas are compiled once. The compiled check stops at the first violation, because a hostile body can have
// hundreds of thousands; only a refused value is walked, for all its faults (faults.ts).
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fastJsonStringify from 'fast-json-stringify'
import type { TSchema } from 'typebox'
import { firstVersion } from './admit.ts'
import type { Fault } from '#errors.ts'
import { findFaults, type Part } from './faults.ts'
import { checkKeywords, formatNames, isOfFormat, type Schema } from './rules.ts'

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

/** The check finds all faults, up to a bound. */
export function compile(schema: object, part: Part): Check {
  const { $id: _, ...anonymous } = schema as { $id?: string }
  const validate = (part === 'query' ? lenient : exact).compile(anonymous)
  return (value) => (validate(value) ? [] : findFaults(anonymous, value, part))
}

// Checks and serializers are compiled when they are first used, once for each schema and process. Compiling every
// route's takes most of a second, which every start and every test would pay for.
export type Check = (value: unknown) => readonly Fault[]
type Serializer = (value: unknown) => string

const checks = { body: new WeakMap<object, Check>(), query: new WeakMap<object, Check>() }
const serializers = new WeakMap<object, Serializer>()
const worded = new WeakSet()

/** A schema with a keyword that no error describes is refused now, and not by the first request. */
export function compileCheck(schema: object, part: Part): Check {
  if (!worded.has(schema)) checkKeywords(schema as Schema)
  worded.add(schema)
  return whenUsed(checks[part], schema, () => compile(schema, part))
}

/** For the framework, which asks for each route's serializer when it starts. */
export function compileSerializer({ schema }: { schema: unknown }): Serializer {
  const key = schema as object
  return whenUsed(serializers, key, () => fastJsonStringify(key))
}

function whenUsed<Result>(
  known: WeakMap<object, (value: unknown) => Result>,
  schema: object,
  make: () => (value: unknown) => Result,
): (value: unknown) => Result {
  let made: ((value: unknown) => Result) | undefined
  const prepare = () => {
    const prepared = known.get(schema) ?? make()
    known.set(schema, prepared)
    return prepared
  }
  return (value) => (made ??= prepare())(value)
}

// A field that is `deprecated` in its schema still works; the answer then has the header `Deprecation` (RFC 9745)
// with the deprecation date.
const since = `@${new Date(`${firstVersion}T00:00:00Z`).getTime() / 1000}`

export function deprecatedFields(body: TSchema | undefined) {
  const { properties = {} } = (body ?? {}) as { properties?: Record<string, object> }
  const old = Object.keys(properties).filter((name) => 'deprecated' in (properties[name] ?? {}))
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const sent = (request.body ?? {}) as object
    if (old.some((name) => Object.hasOwn(sent, name))) reply.header('Deprecation', since)
  }
}
