// Checks and serializers are compiled when they are first used, once for each schema and process. Those of all routes
// together take most of a second, which every start and every test would pay for.
import fastJsonStringify from 'fast-json-stringify'
import type { Part } from './faults.ts'
import { checkKeywords, type Schema } from './rules.ts'
import { compile } from './validate.ts'

export type Check = (value: unknown) => void
type Serializer = (value: unknown) => string

const checks = { body: new WeakMap<object, Check>(), query: new WeakMap<object, Check>() }
const serializers = new WeakMap<object, Serializer>()
const worded = new WeakSet()

/** A schema with a keyword that no error describes is refused now, and not by the first request. */
export function checkOf(schema: object, part: Part): Check {
  if (!worded.has(schema)) checkKeywords(schema as Schema)
  worded.add(schema)
  return whenUsed(checks[part], schema, () => compile(schema, part))
}

/** For the framework, which asks for the serializer of each route when it starts. */
export function serializerOf({ schema }: { schema: unknown }): Serializer {
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
