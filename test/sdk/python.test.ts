// The Python SDK: its generated files follow the route table, and both of its clients do the same things right.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { buildModel } from '../../sdk/generate/model.ts'
import { PYTHON_FOLDER, pythonFiles } from '../../sdk/generate/python.ts'
import { payingShop } from '../support/paying.ts'
import { callOf, missingPython, type Results, runScenarios, webhooks } from './python_run.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, PYTHON_FOLDER)

test('the generated files are those that the route table gives', () => {
  const files = pythonFiles()

  const found = globSync('{types/*,resources/*,_error_codes}.py', { cwd: folder })
  assert.deepEqual(found.toSorted(), [...files.keys()].toSorted())
  for (const [path, text] of files) {
    const isSame = readFileSync(join(folder, path), 'utf8') === text
    assert.ok(isSame, `${path} differs; run npm run sdk:python`)
  }
})

const both = (result: unknown) => ({ sync: result, async: result })

const refused = (more: object) => ({
  fields: [],
  details: {},
  has_doc_url: true,
  has_request_id: true,
  names_the_key: false,
  ...more,
})

/** What a scenario finds, with either client. */
const table: readonly (readonly [guarantee: string, scenario: string, found: unknown])[] = [
  [
    'a payment is created and confirmed',
    'create_and_confirm',
    ['requires_confirmation', 'succeeded', 'succeeded'],
  ],
  ['part of a payment is captured', 'capture', ['requires_capture', 'succeeded', 600]],
  ['part of a payment is refunded', 'refund', ['succeeded', 400, 400]],
  ['a declined payment is an object with a unified_code', 'decline', ['failed', 'UE_1007']],
  [
    'a list gives each of 25 payments once, in order, in either direction',
    'paging',
    {
      listed: true,
      searched: true,
      requests: 3,
      first: [10, true, 25],
      second: true,
      backwards: true,
      towards_newest: true,
    },
  ],
  ['a list that is an array is read by offset', 'paging_an_array', [true, true, true]],
  [
    'an unknown id raises NotFoundError, with the documentation and the id of the request',
    'not_found',
    refused({ class: 'NotFoundError', code: 'IR_05', status: 404 }),
  ],
  [
    'every fault of a request is in the error',
    'all_faults',
    refused({
      class: 'InvalidRequestError',
      code: 'IR_04',
      status: 400,
      fields: ['descripton', 'amount', 'currency'],
    }),
  ],
  [
    'a wrong key raises AuthenticationError',
    'wrong_key',
    refused({ class: 'AuthenticationError', code: 'AU_01', status: 401 }),
  ],
  [
    'a payment whose answer is lost is repeated under one key, and charged once',
    'dropped_connection',
    ['succeeded', [null, 200], 1, 1],
  ],
  [
    'a request that is limited is repeated after Retry-After',
    'rate_limited',
    ['succeeded', 429, true, 200, 1],
  ],
  ['a request that meets an outage is repeated', 'server_error', ['succeeded', [503, 200], 1]],
  [
    'a call that timed out names its key, under which it is charged once',
    'timeout',
    [true, 'succeeded', 2, 1],
  ],
  [
    'a refused request is not repeated',
    'no_retries_of_refusals',
    [
      [404, null],
      [400, null],
    ],
  ],
  [
    'options and hooks of a call reach its request',
    'options',
    {
      plans: [],
      profile: true,
      own: ['1', 'mine'],
      path: ['plans.list', '/subscriptions/plans'],
      version: ['X-Api-Version'],
    },
  ],
  ['a request names the version of the SDK', 'user_agent', true],
  ['a file is uploaded and downloaded', 'files', ['receipt.png', true]],
  [
    'an id is one segment of the path, whatever it contains',
    'odd_ids',
    ['ValueError', 'ValueError', 'ValueError', 'NotFoundError', 'NotFoundError', 'NotFoundError'],
  ],
  ['key and URL are read from the environment', 'environment', [true, 'ValueError']],
]

describe('the Python SDK', { skip: missingPython() }, () => {
  let results: Results
  before(async () => {
    await using shop = await payingShop()
    results = await runScenarios(shop)
  })

  for (const [guarantee, scenario, found] of table) {
    test(guarantee, () => assert.deepEqual(results[scenario], both(found)))
  }

  test('an id that exists raises ConflictError, which names the object', () => {
    const found = results['duplicate'] as Record<string, { class: string; details: object }>

    for (const [mode, error] of Object.entries(found)) {
      assert.equal(error.class, 'ConflictError')
      assert.deepEqual(error.details, { existing_id: `duplicate_${mode}` })
    }
  })

  test('figures are downloaded as a table', () => {
    for (const line of Object.values(results['tables'] as object))
      assert.match(line, /^\w+(,\w+)+$/)
  })

  test('every operation sends the request of its row, and no server refuses its method or URL', () => {
    type Answers = Record<string, { sent: string[]; code: string | null }>
    for (const answers of Object.values(results['every_operation'] as Record<string, Answers>)) {
      const { operations } = buildModel()
      assert.deepEqual(
        Object.keys(answers),
        operations.map(({ name }) => name),
      )
      for (const operation of operations) {
        const { sent, code } = answers[operation.name] ?? { sent: [], code: 'never called' }
        assert.deepEqual(sent, [callOf(operation, '').sent], operation.name)
        assert.doesNotMatch(code ?? '', /^IR_0[23]$|^[A-Z][a-z]|never/, operation.name)
      }
    }
  })

  test('a webhook is accepted if and only if a known secret signed these bytes in time', () => {
    const wanted = webhooks.map(({ title, accepted }) => [
      title,
      accepted ? 'payment_succeeded' : 'refused',
    ])
    const found = webhooks.map(({ title }, nth) => [title, (results['webhooks'] as string[])[nth]])

    assert.deepEqual(found, wanted)
  })

  test('retries wait for a random time below a bound that doubles, and as long as the server says', () => {
    assert.deepEqual(results['waits'], {
      jitter: [true, true],
      bounded: true,
      retry_after: true,
      too_long: [null],
      not_replayable: [null],
      refused_before: true,
    })
  })

  test('the API key is in no representation of the client', () => {
    assert.equal(results['settings_name_the_key'], false)
  })
})
