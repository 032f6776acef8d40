// The Python SDK: its generated files follow the route table, and both of its clients do the same things right.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { buildModel } from '../../sdk/generate/model.ts'
import { PYTHON_FOLDER, pythonFiles } from '../../sdk/generate/python.ts'
import { payingShop } from '../support/paying.ts'
import { scenarios } from './scenarios.ts'
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

test('the Python SDK has the version of the repository', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }

  assert.equal(readFileSync(join(folder, '_version.py'), 'utf8'), `__version__ = "${version}"\n`)
})

/** Options and hooks, which differ between languages. */
const own = [
  [
    'options and hooks of a call reach its request',
    'options',
    {
      plans: [],
      profile: true,
      own: ['1', 'mine'],
      path: ['plans.list', '/subscriptions/plans'],
      version: ['X-Api-Version'],
      hooks_see_the_key: false,
    },
  ],
] as const

/** The synchronous and the asynchronous client find the same. */
const both = (result: unknown) => ({ sync: result, async: result })

describe('the Python SDK', { skip: missingPython() }, () => {
  let results: Results
  before(async () => {
    await using shop = await payingShop()
    results = await runScenarios(shop)
  })

  for (const [guarantee, scenario, found] of [...scenarios, ...own]) {
    test(guarantee, () => assert.deepEqual(results[scenario], both(found)))
  }

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
