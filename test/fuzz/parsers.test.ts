// A small `npm run fuzz`.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { fuzzParser } from './fuzz_parsers.ts'
import { parsers } from './parsers.ts'

const INPUTS = 10_000
const seed = Number(process.env['FLORIN_SEED'] ?? randomInt(1_000_000))

for (const [name, { share }] of Object.entries(parsers)) {
  test(`no bytes stop the parser ${name}, or make it fail unexpectedly (seed ${seed})`, async () => {
    const to = Math.round(share * INPUTS)
    const { accepted, refused, ended, faults, exits } = await fuzzParser(name, {
      seed,
      from: 0,
      to,
    })

    assert.deepEqual({ faults, exits }, { faults: [], exits: [] })
    assert.equal(accepted + refused + ended, to)
    assert.ok(accepted > 0 && refused > 0, `${accepted} accepted, ${refused} refused`)
  })
}
