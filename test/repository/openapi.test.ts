// The OpenAPI document is complete: a client generator or a reader of the reference finds a name, a text, an example
// and the possible values for everything. Field texts are checked in test/conformance/descriptions.test.ts.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { routes } from '#app.ts'
import { isFullProof } from '#testing/proof.ts'
import { openapi } from '#http/openapi.ts'

const root = resolve(import.meta.dirname, '../..')

interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

interface Media {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: unknown
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly security: readonly Record<string, unknown>[]
  readonly parameters: readonly { $ref?: string; name?: string; description?: string }[]
  readonly requestBody?: { content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<
    Record<string, { $ref?: string; headers?: object; content?: Record<string, Media> }>
  >
}

interface Document {
  readonly tags: readonly { name: string; description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, { post: Operation }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const document = openapi(routes) as unknown as Document
const { schemas } = document.components

interface Named {
  readonly name: string
  readonly operation: Operation
}

const operations: readonly Named[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation,
  })),
)
const events: readonly Named[] = Object.entries(document.webhooks).map(([name, { post }]) => ({
  name,
  operation: post,
}))

/** Names of those that lack something. */
function lacking(named: readonly Named[], has: (operation: Operation) => boolean): string[] {
  return named.filter(({ operation }) => !has(operation)).map(({ name }) => name)
}

test('every row in the route table is an operation with a unique id', () => {
  assert.equal(operations.length, routes.length)
  const ids = [...operations, ...events].map(({ operation }) => operation.operationId)
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.match(id, /^[a-z][A-Za-z0-9]+$/)
})

test('every operation has a summary, a description, a security rule and a refusal', () => {
  const all = [...operations, ...events]
  assert.deepEqual(
    lacking(all, ({ summary }) => summary.length > 3),
    [],
  )
  assert.deepEqual(
    lacking(all, ({ description }) => description.length > 10),
    [],
  )
  assert.deepEqual(
    lacking(all, ({ security }) => Array.isArray(security)),
    [],
  )
  const isRefusal = (status: string) => status.startsWith('4')
  assert.deepEqual(
    lacking(all, ({ responses }) => Object.keys(responses).some(isRefusal)),
    [],
  )
})

test('every operation has a tag with a text, and every tag has an operation', () => {
  const used = new Set(operations.flatMap(({ operation }) => operation.tags))
  assert.deepEqual(new Set(document.tags.map(({ name }) => name)), used)
  for (const { name, description } of document.tags) assert.ok(description.length > 10, name)
})

test('every request body is a named schema with an example', () => {
  const isNamed = ({ requestBody }: Operation) =>
    Object.values(requestBody?.content ?? {}).every(
      ({ schema, example }) => schema.$ref !== undefined && example !== undefined,
    )
  assert.deepEqual(lacking([...operations, ...events], isNamed), [])
})

test('every answer that succeeds has headers, and an example of a media type', () => {
  const hasExample = ({ responses }: Operation) => {
    const good = Object.entries(responses).filter(([status]) => /^[23]/.test(status))
    return good.some(
      ([status, { headers, content = {} }]) =>
        headers !== undefined &&
        (status === '303' || Object.values(content).some(({ example }) => example !== undefined)),
    )
  }
  assert.deepEqual(lacking(operations, hasExample), [])
})

test('every answer in JSON or CSV has an example', () => {
  const have = ({ responses }: Operation) =>
    Object.values(responses).every(({ content = {} }) =>
      Object.entries(content).every(
        ([type, { example }]) => !/json|csv/.test(type) || example !== undefined,
      ),
    )
  const isFile = ({ name }: Named) => name === 'GET /pay/assets/{asset}'
  const inJson = operations.filter((each) => !isFile(each))
  assert.deepEqual(lacking(inJson, have), [])
})

/** Every component's properties, with their paths. */
function* propertiesOf(schema: Schema, path: string): Generator<[path: string, schema: Schema]> {
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    yield [`${path}.${name}`, inner]
    yield* propertiesOf(inner, `${path}.${name}`)
  }
  if (schema.items) yield* propertiesOf(schema.items, `${path}[]`)
  for (const inner of schema.anyOf ?? []) yield* propertiesOf(inner, path)
}

const properties = Object.entries(schemas).flatMap(([name, schema]) => [
  ...propertiesOf(schema, name),
])

function hasValues(schema: Schema): boolean {
  if (schema.$ref !== undefined)
    return hasValues(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  if (schema.anyOf) return schema.anyOf.some(hasValues)
  if ([schema.type].flat().includes('array')) return true
  return schema.enum !== undefined || schema.const !== undefined
}

test('every status lists its values', () => {
  const missing = properties
    .filter(
      ([path, schema]) => /\.(\w+_)?status$/.test(path) && isText(schema) && !hasValues(schema),
    )
    .map(([path]) => path)
  assert.deepEqual(missing, [])
})

function isText({ type }: Schema): boolean {
  return [type].flat().includes('string')
}

test('nothing of the implementation is in the document: no keyword or format that only this server knows', () => {
  const text = JSON.stringify(document)
  for (const own of ['"x-wanted"', '"x-code"', '"x-elsewhere"', '"x-media-types"', '"moment"']) {
    assert.ok(!text.includes(own), own)
  }
  assert.ok(!Object.hasOwn(schemas, 'undefined'))
})

test('the document is the same each time', () => {
  assert.equal(JSON.stringify(openapi(routes)), JSON.stringify(openapi(routes.slice())))
})

const linters: Readonly<Record<string, readonly string[]>> = {
  redocly: ['lint', 'docs/reference/openapi.json', '--format=stylish'],
  spectral: ['lint', 'docs/reference/openapi.json', '--fail-severity=hint'],
}

for (const [name, args] of Object.entries(linters)) {
  // Spectral takes a minute, and nearly all of its rules are redocly's.
  const skip = name === 'spectral' && !isFullProof
  test(`${name} finds no error and no warning`, { skip }, () => {
    const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const lint = spawnSync(name, args, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    })
    const output = lint.stdout + lint.stderr
    assert.equal(lint.status, 0, output)
    assert.doesNotMatch(output, /warning/i)
  })
}
