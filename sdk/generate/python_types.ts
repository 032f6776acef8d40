// The Python SDK's types: TypedDicts, and Literals for value lists.
import { type Model, refName, type Schema } from './model.ts'
import { toPascal } from './names.ts'

/** Types that more than one resource uses. */
export const SHARED = 'shared'
/** Types that only webhooks use. */
export const WEBHOOKS = 'webhooks'

const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

export function toPythonName(name: string): string {
  return keywords.has(name) ? `${name}_` : name
}

/** The same model, in which each object with fields is a named type, because a TypedDict needs a name. */
export function nameObjects(model: Model): Model {
  const types: Record<string, Schema> = {}
  const inner = (schema: Schema, name: string): Schema => {
    const { properties, ...rest } = schema
    const outside = rest.type === 'object' && properties !== undefined
    if (!outside) return fields(schema, name)
    if (name in types || name in model.types)
      throw new Error(`python: two types are called ${name}`)
    types[name] = fields(schema, name)
    return {
      $ref: `#/types/${name}`,
      ...(schema.description ? { description: schema.description } : {}),
    }
  }
  const fields = (schema: Schema, name: string): Schema => {
    const { properties, items, anyOf, additionalProperties: values } = schema
    const own = Object.entries(properties ?? {}).map(([field, each]) => [
      field,
      inner(each, `${name}${toPascal(field)}`),
    ])
    return {
      ...schema,
      ...(properties ? { properties: Object.fromEntries(own) as Record<string, Schema> } : {}),
      ...(items ? { items: inner(items, `${name}Entry`) } : {}),
      ...(anyOf ? { anyOf: anyOf.map((each, index) => inner(each, `${name}${index + 1}`)) } : {}),
      ...(typeof values === 'object'
        ? { additionalProperties: inner(values, `${name}Value`) }
        : {}),
    }
  }
  for (const [name, schema] of Object.entries(model.types)) types[name] = fields(schema, name)
  return { ...model, types }
}

/** As a Python type. Other types keep their names in the model. */
export function toPython(schema: Schema): string {
  return [...new Set(parts(schema))].join(' | ')
}

function parts(schema: Schema): string[] {
  if (schema.$ref !== undefined) return [refName(schema)]
  if (schema.const !== undefined) return [literal([schema.const])]
  if (schema.enum !== undefined) return ofValues(schema.enum)
  const choices = schema.anyOf ?? schema.allOf
  if (choices !== undefined && schema.properties === undefined) {
    const found = [...new Set(choices.flatMap(parts))]
    return found.includes('Any') ? ['Any'] : found.toSorted((a, b) => last(a) - last(b))
  }
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  return types.length === 0 ? ['Any'] : types.map((type) => ofType(type, schema))
}

const last = (type: string) => (type === 'None' ? 1 : 0)

function ofValues(values: NonNullable<Schema['enum']>): string[] {
  const some = values.filter((value) => value !== null)
  const found = some.length === 0 ? [] : [literal(some)]
  return some.length === values.length ? found : [...found, 'None']
}

function literal(values: NonNullable<Schema['enum']>): string {
  return `Literal[${values.map(toLiteral).join(', ')}]`
}

function toLiteral(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

function ofType(type: string, schema: Schema): string {
  if (type === 'array') return `list[${schema.items ? toPython(schema.items) : 'Any'}]`
  if (type === 'object') {
    if (schema.properties !== undefined)
      throw new Error(`python: ${JSON.stringify(schema)} has no name`)
    const { additionalProperties: values } = schema
    return `dict[str, ${typeof values === 'object' ? toPython(values) : 'Any'}]`
  }
  if (type === 'string' && schema.format === 'binary') return 'File'
  return (
    { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' }[type] ?? 'Any'
  )
}

/** The names in a type's text that begin with an upper-case letter. */
export function namesIn(text: string): Set<string> {
  return new Set(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/\b[A-Z]\w*/g) ?? [])
}

/** The statements that define a type. */
export function defineType(name: string, schema: Schema): string {
  if (schema.properties === undefined)
    return `${name}: TypeAlias = ${forward(toPython(schema))}\n${docstring(schema.description, '')}`
  const fields = Object.entries(schema.properties)
  const required = new Set(schema.required ?? [])
  const isNamed = fields.every(([field]) => toPythonName(field) === field)
  if (!isNamed) return functional(name, schema, required)
  const isPartial = fields.every(([field]) => !required.has(field))
  const lines = fields.map(([field, each]) => {
    const type = toPython(each)
    const own = isPartial || required.has(field) ? type : `NotRequired[${type}]`
    return `    ${field}: ${own}\n${docstring(each.description, '    ')}`
  })
  const about = docstring(schema.description, '    ')
  const body = `${about}${lines.join('')}` || '    pass\n'
  return `class ${name}(TypedDict${isPartial ? ', total=False' : ''}):\n${body}`
}

/** A field whose name is a keyword can only be written as a string. */
function functional(name: string, schema: Schema, required: ReadonlySet<string>): string {
  const fields = Object.entries(schema.properties ?? {}).map(([field, each]) => {
    const type = forward(toPython(each))
    return `        ${JSON.stringify(field)}: ${required.has(field) ? type : `NotRequired[${type}]`},\n`
  })
  return `${name} = TypedDict(\n    "${name}",\n    {\n${fields.join('')}    },\n)\n`
}

/** Statements, unlike annotations, are evaluated where they stand, so later types are named in a string. */
function forward(type: string): string {
  const names = [...namesIn(type)].filter((name) => name !== 'Literal' && name !== 'Any')
  return names.length === 0 ? type : `'${type}'`
}

export function docstring(text: string | undefined, indent: string): string {
  if (text === undefined || text === '') return ''
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '\\"')
  return `${indent}"""${escaped.replaceAll(/\n(?=.)/g, `\n${indent}`)}"""\n`
}

/** Each type with the module it is defined in: its only user's, or the shared one. */
export function placeTypes(model: Model): Map<string, string> {
  const users = new Map<string, Set<string>>()
  const visit = (value: unknown, user: string): void => {
    if (typeof value !== 'object' || value === null) return
    if ('$ref' in value) use(refName(value as Schema), user)
    for (const inner of Object.values(value)) visit(inner, user)
  }
  const use = (name: string, user: string) => {
    const known = users.get(name) ?? new Set()
    if (known.has(user)) return
    users.set(name, known.add(user))
    visit(model.types[name], user)
  }
  for (const { resource, query, body, answer, paging } of model.operations) {
    for (const name of [query, body]) if (name) use(name, resource)
    visit(answer, resource)
    visit(paging?.entry, resource)
  }
  for (const name of new Set(Object.values(model.events))) use(name, WEBHOOKS)
  const placed = [...users].map(([name, found]): [string, string] => {
    const [only = SHARED, ...others] = found
    return [name, others.length > 0 ? SHARED : only]
  })
  return new Map(placed.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
