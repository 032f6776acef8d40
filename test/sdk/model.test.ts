// The SDKs are generated from the route table's model; nothing in the table is missing from it unnoticed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '#app.ts'
import {
  buildModel,
  exclusions,
  isExcluded,
  refName,
  type Schema,
} from '../../sdk/generate/model.ts'

const model = buildModel()
const keyOf = ({ method, url }: { method: string; url: string }) => `${method} ${url}`

test('every route is an operation or is excluded for one reason', () => {
  const operations = new Set(model.operations.map(keyOf))
  const missing = routes.filter((row) => !isExcluded(row) && !operations.has(keyOf(row)))

  assert.deepEqual(missing.map(keyOf), [])
  assert.equal(operations.size, routes.filter((row) => !isExcluded(row)).length)
  for (const { reason, matches } of exclusions) assert.ok(routes.some(matches), reason)
})

test('no route that an API key may call is excluded', () => {
  const lost = routes
    .filter((row) => isExcluded(row) && !row.users_only)
    .filter(({ access }) => access !== 'public' && access !== 'session')

  assert.deepEqual(lost.map(keyOf), [])
})

test('operation names are unique and made of lower-case words', () => {
  const names = model.operations.map(({ name }) => name)

  assert.equal(new Set(names).size, names.length)
  for (const name of names) assert.match(name, /^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/)
  assert.ok(names.includes('payments.create') && names.includes('refunds.list'))
})

test('every type that is named exists', () => {
  const { types } = model
  const check = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('$ref' in value) assert.ok(refName(value as Schema) in types, JSON.stringify(value))
    for (const inner of Object.values(value)) check(inner)
  }

  check(types)
  for (const { answer, query, body } of model.operations) {
    check(answer)
    for (const name of [query, body]) assert.ok(name === undefined || name in types, name)
  }
  for (const name of Object.values(model.events)) assert.ok(name in types, name)
})

test('every list names the field that its cursor is made of', () => {
  const lists = model.operations.flatMap(({ paging }) =>
    paging?.kind === 'cursor' ? [paging] : [],
  )

  assert.ok(lists.length > 20, String(lists.length))
  for (const { entry, id_field } of lists) {
    assert.ok(id_field in (model.types[refName(entry)]?.properties ?? {}), id_field)
  }
})

test('every operation that changes something can be sent again under one Idempotency-Key', () => {
  const single = model.operations.filter((each) => each.method !== 'GET' && !each.is_replayable)

  assert.deepEqual(single.map(keyOf), [])
})
