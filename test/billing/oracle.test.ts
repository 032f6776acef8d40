// The oracle itself: it shares no code with the program that it judges, and its calendar and rounding are right.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'oxc-parser'
import { addUnits, secondsBetween } from './calendar.ts'
import { Lots } from './lots.ts'
import { discountOf, restOf, shareOf } from './rounding.ts'

/** Every file in the oracle, with its imports. */
function importsOf(file: string, seen = new Map<string, string[]>()): Map<string, string[]> {
  if (seen.has(file)) return seen
  const { module } = parseSync(file, readFileSync(file, 'utf8'))
  const imports = module.staticImports.map((entry) => entry.moduleRequest.value)
  assert.deepEqual(module.dynamicImports, [], file)
  seen.set(file, imports)
  for (const name of imports) {
    if (/^\.\/[a-z_]+\.ts$/.test(name)) importsOf(join(dirname(file), name), seen)
  }
  return seen
}

test('the oracle imports nothing but its own files', () => {
  const files = importsOf(join(import.meta.dirname, 'oracle.ts'))

  assert.ok(files.size > 10, 'the files were found')
  for (const [file, imports] of [
    ...files,
    ...importsOf(import.meta.dirname + '/read_records.ts'),
  ]) {
    const foreign = imports.filter((name) => !/^\.\/[a-z_]+\.ts$/.test(name))
    assert.deepEqual(foreign, [], file)
  }
})

test('months that are too short end on their last day, counted from the anchor', () => {
  const anchor = new Date('2027-10-31T12:30:00.250Z')
  const ends = [1, 2, 3, 4, 5].map((n) => addUnits(anchor, 'month', n).toISOString())

  assert.deepEqual(
    ends,
    ['2027-11-30', '2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31'].map(
      (day) => `${day}T12:30:00.250Z`,
    ),
  )
  assert.equal(addUnits(new Date('2028-02-29'), 'year', 1).toISOString().slice(0, 10), '2029-02-28')
  assert.equal(addUnits(anchor, 'week', 2).toISOString().slice(0, 10), '2027-11-14')
})

test('shares are rounded half up, by whole seconds', () => {
  const span = { start: new Date('2027-04-01'), end: new Date('2027-05-01') }

  assert.equal(shareOf(5, 1, 2), 3)
  assert.equal(shareOf(999_999_999_999, 1, 3), 333_333_333_333)
  assert.equal(secondsBetween(new Date(1_999), new Date(3_000)), 1)
  assert.equal(restOf(1_000, span, new Date('2027-04-11T07:23:19Z')), 656)
  assert.equal(restOf(1_000, span, span.end), 0)
  assert.equal(discountOf({ percent_off: 33 }, 50), 17)
  assert.equal(discountOf({ amount_off: 70 }, 50), 50)
})

test("a return takes its lot's credit, and spent credit is settled first when it is reversed", () => {
  const lots = new Lots()
  lots.grant('a', 1_000)
  lots.grant('b', 500)
  lots.use(400)

  assert.equal(lots.giveBack('a', 'refund', 600), 600)
  assert.equal(lots.giveBack('a', 'dispute', 700), 0)
  assert.equal(lots.balance, 500)
  assert.equal(lots.reverse('a', 'refund'), 0, 'the dispute claims 700, of which 600 is there')
  assert.equal(lots.reverse('a', 'dispute'), 600)
  assert.equal(lots.balance, 1_100)
})

test('money that was given back before it became credit takes nothing of it', () => {
  const lots = new Lots()
  lots.giveBack('a', 'refund', 300)
  lots.grant('a', 700)

  assert.equal(lots.balance, 700)
  assert.equal(lots.outstandingOf('a'), 700)
  assert.equal(lots.reverse('a', 'refund'), 0)
})
