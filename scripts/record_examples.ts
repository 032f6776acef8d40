// Records the examples in the OpenAPI document: `npm run docs:examples`. Then `npm run docs` embeds them.
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { EXAMPLES_FILE } from '#http/openapi/examples.ts'
import { recordExamples } from '../test/examples/record.ts'

test('the examples are recorded', async () => {
  const { examples } = await recordExamples()
  writeFileSync(EXAMPLES_FILE, `${JSON.stringify(examples, null, 2)}\n`)
})
