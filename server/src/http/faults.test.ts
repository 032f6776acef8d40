import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '#app.ts'
import { type Failure, combineFaults, MAX_FAULTS } from '#errors.ts'
import { MAX_BODY_BYTES } from './bodies.ts'
import { findFaults } from './faults.ts'
import { checkKeywords, innerSchemas, rules, type Schema } from './rules.ts'
import { compile } from './validate.ts'

const requests = routes.flatMap(({ method, url, query, body }) =>
  Object.entries({ query, body }).flatMap(([part, schema]) =>
    schema === undefined ? [] : [{ what: `${method} ${url}`, part, schema: schema as Schema }],
  ),
)

function allOf(schema: Schema): Schema[] {
  return [schema, ...innerSchemas(schema).flatMap(allOf)]
}

/** Every request schema, including nested ones. */
const schemas = new Set(requests.flatMap(({ schema }) => allOf(schema)))

/** A value that breaks this keyword. */
const breaking: Readonly<Record<string, (wanted: never) => unknown>> = {
  type: (type: unknown) => ([type].flat().includes('object') ? 1 : {}),
  enum: () => '\u0001',
  minimum: (limit: number) => limit - 1,
  maximum: (limit: number) => limit + 1,
  minLength: (limit: number) => 'x'.repeat(limit - 1),
  maxLength: (limit: number) => 'x'.repeat(limit + 1),
  pattern: () => '\u0001',
  format: () => '\u0001',
  minItems: () => [],
  maxItems: (limit: number) => Array.from({ length: limit + 1 }, (_, n) => n),
  uniqueItems: () => ['a', 'a'],
  minProperties: () => ({}),
  maxProperties: (limit: number) =>
    Object.fromEntries(Array.from({ length: limit + 1 }, (_, n) => [`k${n}`, n])),
}

/** The validator's own words. */
const VALIDATORS = /NOT|[<>]=|must match|equal to|fewer than|longer than|shorter than/

for (const name of Object.keys(rules)) {
  test(`${name}: a value that breaks it gets a sentence of our own`, () => {
    const using = [...schemas].filter((schema) => schema[name] !== undefined && schema[name] !== 0)
    assert.ok(using.length > 0, 'no schema uses it: remove the rule')
    for (const schema of using) {
      const { 'x-wanted': wanted } = schema
      const only = { [name]: schema[name], ...(wanted ? { 'x-wanted': wanted } : {}) }
      const value = breaking[name]?.(schema[name] as never)

      const [fault] = findFaults(only, value, 'body')

      assert.ok(fault, `${JSON.stringify(only)} accepts ${JSON.stringify(value)}`)
      assert.match(fault.message, /^The request body must .{4,}[^.]\.?( Did you mean \S+\?)?$/)
      assert.doesNotMatch(fault.message, VALIDATORS)
      assert.doesNotMatch(fault.message, /undefined|\[object/)
    }
  })
}

test('a schema with a keyword that no sentence describes is refused', () => {
  assert.throws(() => checkKeywords({ type: 'number', multipleOf: 2 }), /multipleOf/)
  assert.throws(() => checkKeywords({ properties: { a: { format: 'ipv4' } } }), /ipv4/)
})

test('a value of more than ten is described in words, and never as a list that is cut', () => {
  for (const schema of schemas) {
    const { enum: values = [], 'x-wanted': wanted } = schema as { enum?: unknown[] } & Schema
    const isLong = values.filter((value) => value !== null).length > 10
    assert.ok(!isLong || wanted !== undefined, JSON.stringify(schema))
    if (values.length === 0) continue
    const [fault] = findFaults({ enum: values, 'x-wanted': wanted }, '\u0001', 'body')
    assert.ok(fault && fault.message.length < 400, fault?.message)
    assert.doesNotMatch(fault.message, /…/)
  }
})

/** Values of all kinds, for any schema. */
function valuesFor(schema: Schema): unknown[] {
  const {
    properties = {},
    required = [],
    items,
  } = schema as {
    properties?: Record<string, Schema>
    required?: string[]
    items?: Schema
  }
  const whole = (depth: number, of: Schema): unknown => {
    const {
      properties: inner = {},
      type,
      enum: values,
    } = of as {
      properties?: Record<string, Schema>
      type?: string
      enum?: unknown[]
    }
    if (values) return values[0]
    const kind = [type].flat()[0]
    if (kind === 'object' && depth < 4) {
      return Object.fromEntries(Object.entries(inner).map(([k, v]) => [k, whole(depth + 1, v)]))
    }
    return { string: 'a', integer: 1, number: 1, boolean: true, array: [], null: null }[kind ?? '']
  }
  const full = whole(0, schema) as Record<string, unknown>
  const one = Object.keys(properties).flatMap((name) =>
    [null, 'x', 0, -1, 1.5, true, [], [1], ['a', 'a'], {}, { a: 1 }].map((value) => ({
      ...full,
      [name]: value,
    })),
  )
  const lacking = required.map((name) => ({ ...full, [name]: undefined }))
  const lists = items ? [[], [full], [{}, {}]] : []
  return [{}, null, 'x', 1, [], full, { ...full, odd: 1 }, ...one, ...lacking, ...lists]
}

test('a body is refused if, and only if, a fault is found in it', () => {
  let refused = 0
  for (const { what, part, schema } of requests) {
    if (part === 'query') continue
    const check = compile(schema, 'body')
    for (const value of valuesFor(schema)) {
      const found = findFaults(schema, value, 'body')
      const isRefused = check(structuredClone(value)).length > 0
      if (isRefused) refused++
      assert.equal(isRefused, found.length > 0, `${what} ${JSON.stringify(value)}`)
    }
  }
  assert.ok(refused > 1_000, `${refused} were refused`)
})

const check = compile(
  routes.find(({ method, url }) => method === 'POST' && url === '/payments/:payment_id')
    ?.body as object,
  'body',
)

function filled<T>(entry: T): T[] {
  const room = MAX_BODY_BYTES - 100
  return Array.from({ length: Math.floor(room / (JSON.stringify(entry).length + 1)) }, () => entry)
}

const item = { name: 'a', quantity: 1, amount: 1, currency: 'EUR' }
const names = Object.fromEntries(filled('aaaaaaa').map((_, n) => [`descriptio${n}`, 0]))

/** Largest bodies, each with as many faults as fit. */
const hostile: [string, object][] = [
  ['entries that lack everything', { order_details: filled({}) }],
  ['entries that are invalid', { order_details: filled({ ...item, quantity: 0 }) }],
  ['entries of the wrong type', { order_details: filled(0) }],
  ['unknown fields that resemble a known one', names],
  ['invalid pairs', { metadata: Object.fromEntries(filled('aaaaaa').map((_, n) => [n, []])) }],
]

/** A copy that counts every read of its values or names, and its values. */
function counted(body: unknown): { body: unknown; looks: () => number; values: () => number } {
  let looks = 0
  let values = 0
  const look = <T>(result: T): T => {
    looks++
    return result
  }
  const copy = (value: unknown): unknown => {
    values++
    if (value === null || typeof value !== 'object') return value
    const entries = Object.entries(value).map(([name, each]) => [name, copy(each)] as const)
    const inner = Array.isArray(value)
      ? entries.map(([, each]) => each)
      : Object.fromEntries(entries)
    return new Proxy(inner as object, {
      get: (target, name) => look(Reflect.get(target, name) as unknown),
      has: (target, name) => look(Reflect.has(target, name)),
      getOwnPropertyDescriptor: (target, name) =>
        look(Reflect.getOwnPropertyDescriptor(target, name)),
    })
  }
  return { body: copy(body), looks: () => looks, values: () => values }
}

function refuse(body: unknown): Failure {
  const faults = check(body)
  assert.ok(faults.length > 0, 'the body was accepted')
  return combineFaults(faults)
}

/** As large, with one fault: the list is too long. */
const plain = counted({ order_details: filled(item) })
assert.equal(refuse(plain.body).faults.length, 1)

for (const [what, sent] of hostile) {
  test(`a body of the largest size with ${what} costs little more than any refusal`, () => {
    assert.ok(JSON.stringify(sent).length > MAX_BODY_BYTES * 0.8)
    const { body, looks, values } = counted(sent)

    const { faults } = refuse(body)

    assert.ok(faults.length <= MAX_FAULTS)
    assert.ok(JSON.stringify(faults).length < 20_000)
    const each = looks() / values()
    const usual = plain.looks() / plain.values()
    assert.ok(each < 1.5 * usual, `${each} looks at each value, and ${usual} in a plain refusal`)
  })
}

test('a name of any length is cut in the answer', () => {
  const { faults } = refuse({ ['x'.repeat(100_000)]: 1 })

  assert.ok(JSON.stringify(faults).length < 400)
})
