// Schemas are compiled once. A violation becomes one error that names the field; a missing field comes before an
// invalid one, in any order of the schema. A check stops at the first violation, because a hostile body can have
// hundreds of thousands; only a refused value is checked again, for the fault that comes first.
import { Ajv2020 as Ajv, type ErrorObject } from 'ajv/dist/2020.js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { firstVersion } from './admit.ts'

import addFormats from 'ajv-formats'
import { parseMoment } from '#kernel/clock.ts'
import { type ErrorCode, Failure } from '#errors.ts'

const options = { allErrors: false, strict: false, ownProperties: true, verbose: true } as const
const exact = prepare(new Ajv({ ...options, coerceTypes: false }))
// A query string has only text: `limit=10` is a number there, and a list may be `a,b`.
const lenient = prepare(new Ajv({ ...options, coerceTypes: true }))

function prepare(ajv: Ajv): Ajv {
  addFormats.default(ajv, ['date-time', 'email', 'uri'])
  const isMoment = (text: string) => parseMoment(text) !== undefined
  ajv.addFormat('moment', { type: 'string', validate: isMoment })
  ajv.addFormat('expiration', {
    type: 'string',
    validate: (text) => text === 'never' || isMoment(text),
  })
  return ajv
}

export type Part = 'body' | 'query'

export function compile(schema: object, part: Part): (value: unknown) => void {
  const { $id: _, ...anonymous } = schema as { $id?: string }
  const ajv = part === 'query' ? lenient : exact
  const validate = ajv.compile(anonymous)
  const first = precedence.map((rule) => lazily(() => ajv.compile(only(rule, anonymous))))
  return (value) => {
    if (validate(value)) return
    const { errors } = validate
    const earlier = first.find((check) => !check()(value))
    throw toFailure(earlier?.().errors ?? errors ?? [], part)
  }
}

type Schema = Readonly<Record<string, unknown>>

/** The rules that come before all others of a schema: a missing field, then a field with a code of its own. */
const precedence: readonly ((schema: Schema) => Schema)[] = [
  (schema) => pickRules(schema, ['required', 'x-code']),
  (schema) => (schema['x-code'] === undefined ? {} : schema),
]

function pickRules(schema: Schema, names: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => names.includes(name)))
}

/** The schema with some of its rules only; it reaches the same values. */
function only(rule: (schema: Schema) => Schema, schema: Schema): Schema {
  const inner = (value: unknown) => only(rule, value as Schema)
  const reached = Object.entries(schema).flatMap(([name, value]) => {
    const narrow = nested[name]
    return narrow === undefined || value === false ? [] : [[name, narrow(value, inner)]]
  })
  return { ...rule(schema), ...(Object.fromEntries(reached) as Schema) }
}

type Narrow = (value: unknown, inner: (schema: unknown) => Schema) => unknown

/** The keywords that lead to other schemas. A condition is not narrowed: it decides which of them apply. */
const nested: Readonly<Record<string, Narrow>> = {
  properties: (value, inner) => mapValues(value as Schema, inner),
  additionalProperties: (value, inner) => (value === true ? true : inner(value)),
  items: (value, inner) => inner(value),
  allOf: (value, inner) => (value as unknown[]).map(inner),
  if: (value) => value,
  // oxlint-disable-next-line unicorn/no-thenable -- the word of JSON Schema
  then: (value, inner) => inner(value),
}

function mapValues(object: Schema, each: (value: unknown) => unknown): Schema {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, each(value)]))
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

function toFailure(found: ErrorObject[], part: Part): Failure {
  const error = found.find(({ keyword }) => keyword !== 'propertyNames') ?? found[0]
  if (error === undefined) return new Failure('IR_04')
  const field = pathOf(error)
  const message = `${subject(error, field, part)} ${predicate(error, part)}.`
  const code = ownCode(error) ?? (error.keyword === 'required' ? 'IR_01' : 'IR_04')
  return new Failure(code, message, field === '' ? {} : { field })
}

/** A few schemas name their own error code in `x-code`. */
function ownCode({ keyword, params, parentSchema }: ErrorObject): ErrorCode | undefined {
  const { missingProperty } = params as { missingProperty?: string }
  const { properties = {} } = parentSchema as { properties?: Record<string, Params> }
  const schema = keyword === 'required' ? properties[missingProperty ?? ''] : parentSchema
  return (schema as Params | undefined)?.['x-code'] as ErrorCode | undefined
}

/** `/address/country` becomes `address.country`; a missing or unknown name is added to its parent. */
function pathOf(error: ErrorObject): string {
  const parts = error.instancePath.split('/').slice(1).map(unescape)
  const params = error.params as { missingProperty?: string; additionalProperty?: string }
  const name = params.missingProperty ?? params.additionalProperty ?? error.propertyName
  if (name !== undefined && name !== '') parts.push(name)
  return parts.join('.')
}

function unescape(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

function subject(error: ErrorObject, field: string, part: Part): string {
  if (error.propertyName !== undefined) {
    return `The key \`${error.propertyName}\` in \`${pathOf({ ...error, propertyName: '' })}\``
  }
  return field === '' ? `The ${part === 'body' ? 'request body' : 'query'}` : `\`${field}\``
}

type Params = Readonly<Record<string, unknown>>

/** The error message for each keyword of a schema. */
const predicates: Readonly<Record<string, (params: Params) => string>> = {
  required: () => 'is required',
  enum: ({ allowedValues }) => `must be one of: ${allowed(allowedValues)}`,
  type: ({ type }) => `must be ${kinds(type)}`,
  format: ({ format }) => `must be ${formats[String(format)] ?? String(format)}`,
  pattern: ({ pattern }) => `must match ${String(pattern)}`,
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  minLength: ({ limit }) => `must have at least ${some(limit, 'character')}`,
  maxLength: ({ limit }) => `must have at most ${some(limit, 'character')}`,
  minItems: ({ limit }) => `must have at least ${some(limit, 'entry', 'entries')}`,
  maxItems: ({ limit }) => `must have at most ${some(limit, 'entry', 'entries')}`,
  maxProperties: ({ limit }) => `must have at most ${some(limit, 'key')}`,
  uniqueItems: () => 'must not contain duplicates',
}

const WORDED: ReadonlySet<string> = new Set(['pattern', 'minProperties', 'maxProperties'])

function predicate(error: ErrorObject, part: Part): string {
  const { keyword, parentSchema } = error
  if (keyword === 'additionalProperties') {
    return `is not a ${part === 'query' ? 'filter' : 'field'} of this route`
  }
  // `x-wanted` describes the valid values in words.
  const wanted = WORDED.has(keyword)
    ? (parentSchema as Params | undefined)?.['x-wanted']
    : undefined
  if (typeof wanted === 'string') return `must be ${wanted}`
  return predicates[keyword]?.(error.params as Params) ?? error.message ?? 'has an invalid value'
}

const formats: Readonly<Record<string, string>> = {
  moment: 'an ISO 8601 timestamp such as 2026-01-31T09:30:00Z',
  'date-time': 'an ISO 8601 timestamp such as 2026-01-31T09:30:00Z',
  expiration: '`never` or an ISO 8601 timestamp such as 2026-01-31T09:30:00Z',
  email: 'an e-mail address',
  uri: 'a URL',
}

function some(limit: unknown, one: string, many = `${one}s`): string {
  return `${String(limit)} ${limit === 1 ? one : many}`
}

function kinds(type: unknown): string {
  const article = (kind: string) =>
    kind === 'null' ? kind : `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`
  const list: string[] = Array.isArray(type) ? type : String(type).split(',')
  return list.map(article).join(' or ')
}

/** Long lists, such as the countries, are cut: the reference page has all values. */
function allowed(values: unknown): string {
  const list = Array.isArray(values) ? values.filter((value) => value !== null) : []
  const first = list.slice(0, 30).join(', ')
  return list.length > 30 ? `${first}, …` : first
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
