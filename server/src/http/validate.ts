// Schemas are compiled once; what they refuse becomes one error that names the field. A missing field
// comes before an invalid one, whatever order they stand in.
import { Ajv2020 as Ajv, type ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parseMoment } from '../kernel/clock.ts'
import { Failure } from '../errors.ts'

const options = { allErrors: true, strict: false, ownProperties: true } as const
const exact = prepare(new Ajv({ ...options, coerceTypes: false }))
// A query string knows only text: `limit=10` is a number there, and a list may be `a,b`.
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
  const validate = (part === 'query' ? lenient : exact).compile(anonymous)
  return (value) => {
    if (!validate(value)) throw toFailure(validate.errors ?? [], part)
  }
}

function toFailure(found: ErrorObject[], part: Part): Failure {
  const missing = found.find((error) => error.keyword === 'required')
  const error = missing ?? found.find((e) => e.keyword !== 'propertyNames') ?? found[0]
  if (error === undefined) return new Failure('IR_04')
  const at = pathOf(error)
  const name = part === 'query' && error.keyword === 'additionalProperties' ? 'filter' : 'field'
  const message = sentence(error, at, name)
  return new Failure(missing ? 'IR_01' : 'IR_04', message, at === '' ? {} : { field: at })
}

/** `/address/country` becomes `address.country`; a missing or unknown name is added to its parent. */
function pathOf(error: ErrorObject): string {
  const parts = error.instancePath.split('/').slice(1).map(unescape)
  const params = error.params as { missingProperty?: string; additionalProperty?: string }
  const name = params.missingProperty ?? params.additionalProperty ?? error.propertyName
  if (name !== undefined) parts.push(name)
  return parts.join('.')
}

function unescape(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

function sentence(error: ErrorObject, at: string, name: string): string {
  const where = at === '' ? 'The request body' : `\`${at}\``
  const params = error.params as Record<string, unknown>
  switch (error.keyword) {
    case 'required':
      return `${where} is required.`
    case 'additionalProperties':
      return `${where} is not a ${name} this route knows.`
    case 'enum':
      return `${where} must be one of: ${allowed(params['allowedValues'])}.`
    case 'type':
      return `${where} must be ${kinds(params['type'])}.`
    case 'pattern':
      return `${where} must match ${String(params['pattern'])}.`
    case 'format':
      return `${where} must be ${formats[String(params['format'])] ?? String(params['format'])}.`
    default:
      return `${where} ${error.message ?? 'has a value it cannot take'}.`
  }
}

const formats: Record<string, string> = {
  moment: 'an ISO 8601 timestamp such as 2026-01-31T09:30:00Z',
  'date-time': 'an ISO 8601 timestamp such as 2026-01-31T09:30:00Z',
  expiration: '`never` or an ISO 8601 timestamp such as 2026-01-31T09:30:00Z',
  email: 'an e-mail address',
  uri: 'a URL',
}

function kinds(type: unknown): string {
  return (Array.isArray(type) ? type : String(type).split(',')).join(' or ')
}

/** Long lists, such as the countries, are cut: the reference page has them all. */
function allowed(values: unknown): string {
  const list = Array.isArray(values) ? values.filter((value) => value !== null) : []
  const shown = list.slice(0, 30).join(', ')
  return list.length > 30 ? `${shown}, …` : shown
}
