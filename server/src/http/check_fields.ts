// Checks a request's fields: headers, query, form and body. All faults are found before the request is refused, so
// that a developer sees them at once.
import type { FastifyRequest } from 'fastify'
import { Failure, combineFaults, type Fault, fault, MAX_FAULTS, refuseFaults } from '#errors.ts'
import { inspectText } from './bodies.ts'
import { cardNumberCheck } from './card_numbers.ts'
import { compileCheck } from './validate.ts'
import { strict } from './fields.ts'
import { missingProfile } from './profile_header.ts'
import type { Route } from './route.ts'
import { cut, isObject } from './rules.ts'
import { missingFile } from './upload.ts'

type Json = Record<string, unknown>

const NO_QUERY = strict({})

export function fieldCheck(row: Route): (request: FastifyRequest) => Promise<void> {
  const isBodyOnly = row.body !== undefined && row.query === undefined
  const checkQuery = isBodyOnly ? refuseQuery : compileCheck(row.query ?? NO_QUERY, 'query')
  const checkBody = row.body && compileCheck(row.body, 'body')
  const checkCards = row.body && cardNumberCheck(row.body)
  return async (request) => {
    inspectText(request.query)
    if (row.method === 'GET') refuseBody(request)
    // An absent body is an empty object; `null` is not.
    if (request.body === undefined) request.body = {}
    if (row.creates) dropNulls(row.body as ObjectSchema, request.body)
    const faults = [
      ...(row.profile === true ? missingProfile(request) : []),
      ...checkQuery(request.query),
      ...(row.upload && request.upload === null ? missingFile(row.upload).faults : []),
      ...(checkBody?.(request.body) ?? []),
    ]
    if (faults.length > 0) throw await completed(row, request, combineFaults(faults))
    // Not in a body that the schema refuses: its texts can have any length.
    checkCards?.(request.body, '')
  }
}

/** A filter in a search's URL would be ignored. */
function refuseQuery(query: unknown): Fault[] {
  const names = Object.keys(query as object)
    .slice(0, MAX_FAULTS)
    .map(cut)
  return names.map((field) => {
    const message = `This route takes no query. Send \`${field}\` in the body, if it is a field of the route.`
    return fault(field, message)
  })
}

/** An ignored filter would answer with more than the caller asked for. */
function refuseBody({ headers }: FastifyRequest): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers
  const isEmpty = Number(length) <= '{}'.length && encoding === undefined
  if (isEmpty) return
  const message = 'GET takes no body. Send these fields in the query, or use POST if there is one.'
  throw new Failure('IR_06', message)
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, ObjectSchema>>
  readonly items?: ObjectSchema
  readonly allOf?: readonly ObjectSchema[]
  readonly then?: ObjectSchema
}

/** In a request that creates an object, null means that the field is absent, at any depth. */
function dropNulls(schema: ObjectSchema, value: unknown): void {
  const { properties = {}, items, allOf = [], then } = schema
  if (Array.isArray(value) && items) for (const entry of value) dropNulls(items, entry)
  for (const part of then ? [...allOf, then] : allOf) dropNulls(part, value)
  const fields = Object(value) as Json
  for (const [name, inner] of Object.entries(properties)) {
    if (fields[name] === null) delete fields[name]
    else if (fields[name] !== undefined) dropNulls(inner, fields[name])
  }
}

/**
 * Adds the faults that the schema cannot express, behind its own: a request's first fault does not depend on them. A
 * full list may lack schema faults, so it is left as it is.
 */
async function completed(row: Route, request: FastifyRequest, failure: Failure): Promise<Failure> {
  const { faults } = failure
  const fields = faults.map(({ field }) => field ?? '')
  const input = partToParse(row, request)
  const isWhole = faults.length < MAX_FAULTS && !fields.includes('') && isObject(input)
  if (row.parse === undefined || !isWhole) return failure
  for (const field of fields) removeField(input, field.split('.'))
  const { clocks } = request.server.services
  const now = await clocks.at(request.admission?.merchant_id ?? '', request.now)
  const more = row.parse(input, now).faults
  const isNew = (other = '') => fields.every((field) => !overlaps(field, other))
  const others = more.length === 0 ? [] : combineFaults(more).faults
  const all = [...faults, ...others.filter(({ field }) => isNew(field))].slice(0, MAX_FAULTS)
  return new Failure(failure.code, failure.message, { ...failure.parts, faults: all })
}

function partToParse({ method }: Route, { query, body }: FastifyRequest): unknown {
  return method === 'GET' ? query : body
}

/** The order for a request that the schema has accepted. */
export function parseOrder(row: Route, request: FastifyRequest, now: Date): unknown {
  if (row.parse === undefined) return undefined
  const { faults, order } = row.parse(partToParse(row, request), now)
  refuseFaults(faults)
  return order()
}

/** A list in which any entry is at fault is removed as a whole. */
function removeField(object: Json, [name = '', ...rest]: readonly string[]): void {
  const value = object[name]
  if (rest.length > 0 && isObject(value)) removeField(value, rest)
  else delete object[name]
}

/** True if the paths are equal or one contains the other. */
function overlaps(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)
}
