// Judges values by OpenAPI 3.0 schemas. A description can have thousands of schemas that refer to each other, so a schema
// is compiled when a value first needs it.
import { Ajv, type SchemaValidateFunction, type ValidateFunction } from 'ajv'

export type Schema = { readonly [name: string]: unknown }

/** For values of any schema; returns the first error, or nothing. */
export type Judge = (key: string, schema: Schema, value: unknown) => string[]

/** `isForm`: values are texts, so they are coerced, and a form has described fields only. */
export function createJudge(schemas: Readonly<Record<string, Schema>>, isForm: boolean): Judge {
  const ajv = new Ajv({ strict: false, coerceTypes: isForm, validateFormats: false })
  const compiled = new Map<string, ValidateFunction>()
  const named = (name: string) => {
    const schema = schemas[name]
    if (schema === undefined) throw new Error(`the description has no ${name}`)
    return compile(`#${name}`, schema)
  }
  const check: SchemaValidateFunction = (name: string, value: unknown) => {
    const isValid = named(name)
    if (isValid(value)) return true
    check.errors = isValid.errors ?? []
    return false
  }
  ajv.addKeyword({ keyword: 'lazyRef', validate: check, errors: true })
  function compile(key: string, schema: Schema): ValidateFunction {
    const known = compiled.get(key)
    if (known) return known
    const made = ajv.compile(toJsonSchema(schema, isForm) as object)
    compiled.set(key, made)
    return made
  }
  return (key: string, schema: Schema, value: unknown): string[] => {
    const isValid = compile(key, schema)
    if (isValid(value)) return []
    const [error] = isValid.errors ?? []
    const extra = JSON.stringify(error?.params ?? {})
    return [`${key}: ${error?.instancePath ?? ''} ${error?.message ?? ''} ${extra}`]
  }
}

/** OpenAPI 3.0 to JSON Schema, with references resolved when they are met. A form has described fields only. */
function toJsonSchema(schema: unknown, isForm: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((each) => toJsonSchema(each, isForm))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref, nullable, ...rest } = schema as Record<string, unknown>
  if (typeof $ref === 'string') return { lazyRef: $ref.split('/').at(-1) }
  const used = Object.entries(rest).filter(([name]) => !name.startsWith('x-') && !prose.has(name))
  const plain: Record<string, unknown> = Object.fromEntries(
    used.map(([name, value]) => [name, name === 'enum' ? value : nested(name, value, isForm)]),
  )
  if (isForm && typeof plain['properties'] === 'object') plain['additionalProperties'] ??= false
  return nullable === true ? { anyOf: [plain, { type: 'null' }] } : plain
}

const prose: ReadonlySet<string> = new Set(['description', 'title'])

/** Below `properties` the names are fields, such as `description`. */
function nested(name: string, value: unknown, isForm: boolean): unknown {
  if (name !== 'properties') return toJsonSchema(value, isForm)
  const fields = Object.entries(value as object)
  return Object.fromEntries(fields.map(([field, each]) => [field, toJsonSchema(each, isForm)]))
}
