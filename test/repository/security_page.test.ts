// The pages about security name a test for what they claim; the one about OWASP ASVS leaves no requirement out.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const root = `${import.meta.dirname}/../..`
const page = readFileSync(`${root}/docs/operations/security.md`, 'utf8')

/** Number of level 1 and 2 requirements in each ASVS 5.0 section; level 3 is not listed. */
const REQUIREMENTS: Readonly<Record<string, readonly number[]>> = {
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
  '10.1': [1, 2],
  '10.2': [1, 2],
  '10.3': [1, 2, 3, 4],
  '10.4': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '10.5': [1, 2, 3, 4, 5],
  '10.6': [1, 2],
  '10.7': [1, 2, 3],
}

type Verdict = 'Met' | 'Not met' | 'Does not apply'

interface Row {
  numbers: string[]
  verdict: Verdict
  cells: string[]
}

function rowsOf(text: string): Row[] {
  const rows: Row[] = []
  let verdict: Verdict | undefined
  for (const line of text.split('\n')) {
    const [, title] = /^#+ (.+)$/.exec(line) ?? []
    if (title !== undefined) verdict = verdictOf(title)
    const cells = line.split('|').slice(1, -1)
    const numbers = cells[0]?.match(/\b\d+\.\d+\.\d+\b/g)
    if (verdict && numbers) rows.push({ numbers, verdict, cells: cells.map((cell) => cell.trim()) })
  }
  return rows
}

function verdictOf(title: string): Verdict | undefined {
  return (['Met', 'Not met', 'Does not apply'] as const).find((each) => each === title)
}

const rows = rowsOf(page)
interface Claim {
  file: string
  name: string
}

/** A claim is a file and a test name in it. */
function claimsIn(text: string): Claim[] {
  const found = [...text.matchAll(/`([\w/.]+\.test\.ts)`: “([^”]+)”/g)]
  return found.map(([, file = '', name = '']) => ({ file, name }))
}

test('every requirement of levels 1 and 2 about signing in, sessions, rights and tokens is listed once', () => {
  const expected = Object.entries(REQUIREMENTS).flatMap(([section, numbers]) =>
    numbers.map((number) => `${section}.${number}`),
  )
  assert.deepEqual(rows.flatMap(({ numbers }) => numbers).toSorted(), expected.toSorted())
})

for (const path of [
  'docs/operations/security.md',
  'docs/operations/threat-model.md',
  'SECURITY.md',
]) {
  test(`every test that ${path} names exists under that name`, () => {
    const claims = claimsIn(readFileSync(`${root}/${path}`, 'utf8'))
    assert.ok(claims.length > 30)
    const missing = claims.filter(({ file, name }) => !hasTest(file, name))
    assert.deepEqual(missing, [])
  })
}

test('every attack and everything that an actor cannot do names a test', () => {
  const attacks = readFileSync(`${root}/SECURITY.md`, 'utf8').split('## Attacks that tests play')[1]
  const [table = ''] = (attacks ?? '').split('\n## ')
  const actors = readFileSync(`${root}/docs/operations/threat-model.md`, 'utf8')
    .split('\n## ')
    .filter((part) => part.includes('| Can | Cannot |'))
  assert.equal(actors.length, 8)
  const lines = [table, ...actors].join('\n').split('\n')
  const entries = lines.filter((line) => /^\| (?!Can \||Attack)/.test(line))
  assert.ok(entries.length > 50)
  assert.deepEqual(
    entries.filter((line) => claimsIn(line).length === 0),
    [],
  )
})

function hasTest(file: string, name: string): boolean {
  const path = `${root}/${file}`
  if (!existsSync(path)) return false
  const text = readFileSync(path, 'utf8')
  const isLiteral = ["'", '"', '`'].some((quote) => text.includes(`test(${quote}${name}${quote}`))
  return isLiteral || templatesOf(text).some((template) => isMadeFrom(template, name, text))
}

function templatesOf(text: string): string[] {
  return [...text.matchAll(/\btest\(`([^`]*\$\{[^`]*)`/g)].map(([, template = '']) => template)
}

/** A test name in a loop: the value for `${…}` is in the file too, or in a helper that it imports. */
function isMadeFrom(template: string, name: string, text: string): boolean {
  const parts = template.split(/\$\{[^}]*\}/)
  const pattern = parts.map((part) => part.replaceAll(/[^\w\s]/g, String.raw`\$&`)).join('(.+)')
  const values = new RegExp(`^${pattern}$`).exec(name)?.slice(1)
  const texts = [text, ...helpersOf(text)]
  return values?.every((value) => texts.some((each) => each.includes(value))) ?? false
}

function helpersOf(text: string): string[] {
  const helpers = [...text.matchAll(/'#testing\/(\w+\.ts)'/g)]
  return helpers.map(([, file]) => readFileSync(`${root}/server/src/testing/${file}`, 'utf8'))
}

test('a met requirement has a test or a page; an unmet or inapplicable one has a reason and claims no test', () => {
  for (const { numbers, verdict, cells } of rows) {
    const evidence = /“[^”]+”|\]\([^)]+\)/.test(cells.at(-1) ?? '')
    if (verdict === 'Met')
      assert.ok(evidence && cells.length === 4, `${numbers.join()} has no evidence`)
    else assert.ok((cells.at(-1) ?? '').length > 20 && !cells.join().includes('“'), numbers.join())
  }
})

test('every place that starts a session is in the table of the ways to sign in', () => {
  const files = globSync('server/src/resources/**/*.ts', { cwd: root }).filter(
    (path) => !/\.test\.ts$|\/sessions\/(start|open)\.ts$/.test(path),
  )
  const starters = files.filter((path) =>
    /\b(startSession|newSession)\(/.test(readFileSync(`${root}/${path}`, 'utf8')),
  )
  const [, ways = ''] = /## Ways to sign in\n.*?\n(\|.*?)\n## /s.exec(page) ?? []
  const listed = [...ways.matchAll(/`(resources\/[\w/]+\.ts)`/g)].map(
    ([, path]) => `server/src/${path}`,
  )
  assert.deepEqual([...new Set(listed)].toSorted(), starters.toSorted())
})
