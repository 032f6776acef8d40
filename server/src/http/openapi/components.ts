// Named schemas in the OpenAPI document. A nested object gets a name too, from the field that holds it, and equal
// objects share one: a generated client then has a type for each, and the document says each thing once.
import type { TSchema } from 'typebox'

export type Json = Record<string, unknown>

interface Schema extends Json {
  type?: string | readonly string[]
  title?: string
  description?: string
  enum?: readonly unknown[]
  format?: string
  properties?: Readonly<Record<string, Schema>>
  items?: Schema
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
}

/** Shorter value lists are easier to read where they are used. */
const LONG_ENUM = 20

const WORDS: ReadonlyMap<string, string> = new Map([
  ['moment', 'An ISO 8601 timestamp such as 2026-01-31T09:30:00Z.'],
  ['expiration', '`never`, or an ISO 8601 timestamp such as 2026-01-31T09:30:00Z.'],
])

export class Components {
  private readonly schemas = new Map<string, Json>()
  /** Name by shape. */
  private readonly names = new Map<string, string>()
  /** Shapes by field name: more than one makes the name ambiguous. */
  private readonly shapes = new Map<string, Set<string>>()
  private readonly reserved: Set<string>

  /** These names are taken. */
  constructor(reserved: readonly string[]) {
    this.reserved = new Set(reserved)
  }

  /** Every schema must be announced before the first is added, or names would depend on the order. */
  announce(schema: TSchema | undefined): void {
    if (schema !== undefined) this.collect(clean(schema as unknown as Schema), '')
  }

  private collect(schema: Schema, field: string): void {
    const id = schema['$id'] as string | undefined
    if (id !== undefined) this.reserved.add(id)
    else if (isNamed(schema)) {
      const name = schema.title ?? field
      const shapes = this.shapes.get(name) ?? new Set()
      this.shapes.set(name, shapes.add(schemaShape(schema)))
    }
    for (const [name, inner] of Object.entries(schema.properties ?? {})) this.collect(inner, name)
    if (schema.items) this.collect(schema.items, singular(field))
    for (const inner of schema.anyOf ?? []) this.collect(inner, field)
  }

  /** The component with this name, and a reference to it. */
  add(name: string, schema: TSchema): Json {
    const { $id: _, ...rest } = clean(schema as unknown as Schema)
    if (!this.schemas.has(name)) {
      // Listed in order of first use.
      this.schemas.set(name, {})
      this.schemas.set(name, { ...this.inner(rest, name), title: name })
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  /** A schema as it is used somewhere: a reference if it has a name. */
  use(schema: TSchema, owner: string): Json {
    return this.reference(clean(schema as unknown as Schema), '', owner)
  }

  private reference(schema: Schema, field: string, owner: string): Json {
    const component = schema['x-component'] as string | undefined
    if (component !== undefined) return { $ref: `#/components/schemas/${component}` }
    const id = schema['$id'] as string | undefined
    if (id !== undefined) {
      const { description } = schema
      const found = this.add(id, schema as unknown as TSchema)
      return toNullable(schema, found, description)
    }
    const isTop = field === '' && schema.title === undefined
    if (isTop || !isNamed(schema)) return this.inner(schema, owner, field)
    const shape = schemaShape(schema)
    const name = this.names.get(shape) ?? this.nameOf(schema, field, owner)
    if (!this.names.has(shape)) {
      this.names.set(shape, name)
      this.schemas.set(name, {})
      this.schemas.set(name, { ...this.inner(withoutNull(schema), name), title: name })
    }
    return toNullable(schema, { $ref: `#/components/schemas/${name}` }, schema.description)
  }

  private nameOf(schema: Schema, field: string, owner: string): string {
    const own = schema.title ?? field
    const isAlone = this.shapes.get(own)?.size === 1
    const plain = pascal(own)
    const isFree = (name: string) => !this.schemas.has(name) && !this.reserved.has(name)
    if (isAlone && isFree(plain)) return plain
    const longer = `${owner}${plain}`
    if (isFree(longer)) return longer
    throw new Error(`OpenAPI: two schemas would be called ${longer}; give one of them a title`)
  }

  /** A schema's parts, each as a reference if it has a name. */
  private inner(schema: Schema, owner: string, field = ''): Json {
    const { properties, items, anyOf } = schema
    return {
      ...schema,
      ...(properties
        ? { properties: mapValues(properties, (each, name) => this.reference(each, name, owner)) }
        : {}),
      ...(items ? { items: this.reference(items, singular(field), owner) } : {}),
      ...(anyOf ? { anyOf: anyOf.map((each) => this.reference(each, field, owner)) } : {}),
    }
  }

  toJson(): Json {
    return Object.fromEntries([...this.schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
}

/** Objects with fields, long value lists such as the countries, and schemas with a title. */
function isNamed({ title, properties, enum: values = [] }: Schema): boolean {
  return title !== undefined || properties !== undefined || values.length >= LONG_ENUM
}

/** Equal for schemas that differ only in what their use says: a description, or that null is allowed. */
function schemaShape(schema: Schema): string {
  const { description: _, title: __, deprecated: ___, default: ____, ...rest } = withoutNull(schema)
  return JSON.stringify(rest, inOrder)
}

/** Two schemas are equal whatever their keyword order. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function allowsNull({ type }: Schema): boolean {
  return Array.isArray(type) && type.includes('null')
}

function withoutNull(schema: Schema): Schema {
  if (!allowsNull(schema)) return schema
  const types = (schema.type as readonly string[]).filter((type) => type !== 'null')
  const values = schema.enum?.filter((value) => value !== null)
  const type = types.length === 1 ? types[0] : types
  return { ...schema, ...(type ? { type } : {}), ...(values ? { enum: values } : {}) }
}

/** A use's own description stays beside the reference. */
function toNullable(schema: Schema, reference: Json, description: string | undefined): Json {
  const own = {
    ...(description === undefined ? {} : { description }),
    ...('deprecated' in schema ? { deprecated: schema['deprecated'] } : {}),
    ...('default' in schema ? { default: schema['default'] } : {}),
  }
  if (allowsNull(schema)) return { ...own, anyOf: [reference, { type: 'null' }] }
  return { ...reference, ...own }
}

const OURS = /^x-(wanted|code|elsewhere|media-types)$/

/** Without what only this server understands: its own keywords, and formats that no other program knows. */
function clean(schema: Schema): Schema {
  const literals = toEnum(schema)
  if (literals !== undefined) return literals
  if (isOneOrMany(schema)) return clean(oneOrMany(schema))
  const wanted = schema['x-wanted'] as string | undefined
  const words = WORDS.get(schema.format ?? '') ?? (wanted && sentence(wanted))
  const entries = Object.entries(schema).filter(([name]) => !OURS.test(name))
  const result = Object.fromEntries(entries.map(([name, value]) => [name, part(name, value)]))
  if (words !== undefined && result['description'] === undefined) result['description'] = words
  if (schema.format === 'moment') result['format'] = 'date-time'
  if (schema.format === 'expiration') delete result['format']
  return result as Schema
}

const INNER: ReadonlySet<string> = new Set([
  'items',
  'additionalProperties',
  'propertyNames',
  'if',
  'then',
  'else',
])
const INNER_LISTS: ReadonlySet<string> = new Set(['anyOf', 'allOf', 'oneOf'])

function part(name: string, value: unknown): unknown {
  if (name === 'properties') return mapValues(value as Record<string, Schema>, clean)
  if (INNER.has(name) && typeof value === 'object') return clean(value as Schema)
  return INNER_LISTS.has(name) ? (value as Schema[]).map(clean) : value
}

/** A choice between constants is an enum, for which generators have a type. */
function toEnum({ anyOf, ...rest }: Schema): Schema | undefined {
  const values = anyOf?.map((each) => each['const'])
  if (!values?.every((value) => typeof value === 'string')) return undefined
  return { ...rest, type: 'string', enum: values }
}

/** An object, or a list of such objects. */
function isOneOrMany({ type, properties }: Schema): boolean {
  return Array.isArray(type) && type.includes('array') && properties !== undefined
}

/** One schema for both gives one error; two are what generators understand. */
function oneOrMany({ items, minItems, maxItems, description, ...rest }: Schema): Schema {
  const one = { ...rest, type: 'object', title: 'Entry' }
  const many = { type: 'array', items: { ...items, title: 'Entry' }, minItems, maxItems }
  return { ...(description === undefined ? {} : { description }), anyOf: [one, many] }
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

function mapValues<T, U>(object: Readonly<Record<string, T>>, to: (value: T, name: string) => U) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, to(value, name)]))
}

/** `order_details` is `OrderDetails`. */
export function pascal(text: string): string {
  return text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) =>
    first.toUpperCase(),
  )
}

/** A list's field names its entries. */
function singular(field: string): string {
  if (field.endsWith('ies')) return `${field.slice(0, -3)}y`
  return field.replace(/s$/, '')
}
