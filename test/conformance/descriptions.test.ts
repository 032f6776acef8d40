// The OpenAPI document describes each field and parameter: an integrator must not have to guess.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '#app.ts'
import { fieldTexts } from '#http/field_texts.ts'
import { openapi } from '#http/openapi.ts'

type Json = Record<string, unknown>

interface Field {
  readonly name: string
  readonly place: string
  readonly schema: Json
  /** Undefined if neither it nor the schema that it refers to has one. */
  readonly text: string | undefined
}

const document = openapi(routes)
const fields = [
  ...fieldsIn(document['components'], 'components'),
  ...fieldsIn(document['paths'], ''),
]

/** Every schema's properties, and every parameter. */
function* fieldsIn(part: unknown, place: string): Generator<Field> {
  if (typeof part !== 'object' || part === null) return
  for (const [key, value] of Object.entries(part)) {
    if (key === 'example' || key === 'examples') continue
    if (key === 'properties') yield* properties(value as Json, place)
    else if (key === 'parameters') yield* parameters(value as Json, place)
    else yield* fieldsIn(value, `${place}/${key}`)
  }
}

function* properties(of: Json, place: string): Generator<Field> {
  for (const [name, value] of Object.entries(of)) {
    const schema = value as Json
    yield { name, place: `${place}/${name}`, schema, text: textOf(schema) }
    yield* fieldsIn(schema, `${place}/${name}`)
  }
}

function* parameters(of: Json, place: string): Generator<Field> {
  for (const value of Object.values(of)) {
    const parameter = resolved(value as Json)
    const schema = parameter['schema'] as Json
    const text = (parameter['description'] as string | undefined) ?? textOf(schema)
    yield { name: String(parameter['name']), place: `${place}/parameters`, schema, text }
    yield* fieldsIn(schema, `${place}/parameters`)
  }
}

function textOf(schema: Json): string | undefined {
  const { description } = schema as { description?: string }
  return description ?? (resolved(schema)['description'] as string | undefined)
}

function resolved(part: Json): Json {
  const { $ref } = part as { $ref?: string }
  if ($ref === undefined) return part
  return $ref
    .split('/')
    .slice(1)
    .reduce((found, key) => found[key] as Json, document)
}

test('the document has fields to check', () => {
  assert.ok(fields.length > 1_000, `only ${fields.length}`)
})

test('every field and every parameter has a description', () => {
  const missing = fields.filter(({ text }) => !text).map(({ place }) => place)
  assert.deepEqual(missing, [])
})

test('no description only repeats the name of the field', () => {
  const letters = (text: string) => text.toLowerCase().replaceAll(/^(the|a|an) |[^a-z]/g, '')
  const empty = fields.filter(({ name, text = '' }) => letters(text) === letters(name))
  assert.deepEqual(
    empty.map(({ place, text }) => `${place}: ${text}`),
    [],
  )
})

test('every description is a sentence', () => {
  const odd = fields.filter(({ text = '' }) => !/^[A-Z0-9`][\s\S]*[.)]$/.test(text))
  assert.deepEqual([...new Set(odd.map(({ place, text }) => `${place}: ${text}`))], [])
})

test('every status in the document names its values', () => {
  const open = fields.filter(({ name, schema, place }) => {
    const { enum: values, const: only, anyOf, $ref } = schema
    return name === 'status' && !place.endsWith('parameters') && !(values ?? only ?? anyOf ?? $ref)
  })
  // A request's is an HTTP status.
  const filters = open.filter(({ schema }) => !('items' in schema) && schema.type !== 'integer')
  assert.deepEqual(
    filters.map(({ place }) => place),
    [],
  )
})

test('every text for fields in general is used by one', () => {
  const used = new Set(fields.map(({ text }) => text))
  const unused = Object.entries(fieldTexts).filter(([, text]) => !used.has(text))
  assert.deepEqual(
    unused.map(([name]) => name),
    [],
  )
})
