// The examples in the OpenAPI document match the server's answers: they are recorded again and compared, and each
// fits its operation's schema.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '#app.ts'
import { eventNames } from '#core/outbox/event_types.ts'
import { exampleName, readExamples } from '#http/openapi/examples.ts'
import { openapi } from '#http/openapi.ts'
import { documentValidator, placeOf } from '#testing/document_validator.ts'
import { recordExamples } from './record.ts'

const { recorder, examples } = await recordExamples()
const invalid = documentValidator(openapi(routes))

test('every operation and every event is recorded', () => {
  const missing = routes.map(exampleName).filter((name) => !recorder.operations.has(name))
  assert.deepEqual(missing, [], 'call the route in test/examples')
  assert.deepEqual([...recorder.webhooks.keys()].toSorted(), [...eventNames].toSorted())
})

test("the stored examples match the server's answers", () => {
  const stored = readExamples()
  const hint = (name: string) =>
    `${name} has changed: run \`npm run docs:examples\`, then \`npm run docs\``
  for (const [name, recorded] of Object.entries(examples.operations)) {
    assert.deepEqual(recorded, stored.operations[name], hint(name))
  }
  for (const [name, recorded] of Object.entries(examples.webhooks)) {
    assert.deepEqual(recorded, stored.webhooks[name], hint(name))
  }
  assert.deepEqual(Object.keys(stored.operations), Object.keys(examples.operations))
})

for (const row of routes) {
  const name = exampleName(row)
  test(`${name}: request and answer fit their schemas, as recorded and as shown`, () => {
    const path = row.url.replaceAll(/:([a-z_]+)/g, '{$1}')
    const operation = ['paths', path, row.method.toLowerCase()]
    for (const call of [recorder.operations.get(name), examples.operations[name]]) {
      assert.ok(call)
      for (const [type, answer] of Object.entries(call.answers)) {
        const schema: (string | number)[] = ['responses', call.status, 'content', type, 'schema']
        assert.equal(invalid(placeOf(...operation, ...schema), answer), undefined)
      }
      if (!row.body || row.upload) continue
      const place = [...operation, 'requestBody', 'content', 'application/json', 'schema']
      assert.equal(invalid(placeOf(...place), call.body), undefined)
    }
  })
}

for (const name of eventNames) {
  test(`the event ${name} fits its schema`, () => {
    const place = ['webhooks', name, 'post', 'requestBody', 'content', 'application/json', 'schema']
    assert.equal(invalid(placeOf(...place), recorder.webhooks.get(name)?.body), undefined)
  })
}

test('the validator finds a fault, so that it would find one here', () => {
  const place = [
    'paths',
    '/payments',
    'post',
    'responses',
    200,
    'content',
    'application/json',
    'schema',
  ]
  assert.ok(invalid(placeOf(...place), { payment_id: 'pay_1' }))
})
