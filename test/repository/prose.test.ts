// The language rules of STYLE.md that a machine can check: refused words, and the grammar of comments and names.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { type Comment, parseSync, Visitor } from 'oxc-parser'

const root = resolve(import.meta.dirname, '../..')

interface Source {
  path: string
  folder: string
  isTest: boolean
  /** Consecutive lines are one comment. */
  comments: string[]
  names: Set<string>
  declared: Set<string>
}

const FOLDERS =
  '{server/src,bank/src,checkout,pages,locales,dashboard/src,site,bench,docs,scripts,sdk,examples,test}'

const sources = globSync(`${FOLDERS}/**/*.{ts,tsx}`, {
  cwd: root,
  exclude: (path) =>
    /(^|\/)(node_modules|dist|generated)$|^sdk\/typescript\/src\/(resources|types)$/.test(path),
})
  .toSorted()
  .map(read)

function read(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, comments } = parseSync(path, text)
  const names = new Set<string>()
  const declared = new Set<string>()
  new Visitor({
    Identifier({ name }) {
      names.add(name)
    },
    FunctionDeclaration({ id }) {
      if (id) declared.add(id.name)
    },
    VariableDeclarator({ id }) {
      if (id.type === 'Identifier') declared.add(id.name)
    },
  }).visit(program)
  const isTest = /^test\/|\.test\.tsx?$|\/testing\//.test(path)
  return {
    path,
    folder: folderOf(path, isTest),
    isTest,
    comments: joined(text, comments),
    names,
    declared,
  }
}

function folderOf(path: string, isTest: boolean): string {
  if (isTest) return path.startsWith('test/') ? 'test' : 'tests beside the code'
  const [top = '', , layer = ''] = path.split('/')
  return top === 'server' && !layer.includes('.') ? `server/src/${layer}` : top
}

function joined(text: string, comments: readonly Comment[]): string[] {
  const found: string[] = []
  let end = -1
  for (const comment of comments) {
    const value = comment.value.replaceAll(/^\s*\*/gm, '').trim()
    const isNext = comment.type === 'Line' && /^\n[ \t]*$/.test(text.slice(end, comment.start))
    if (isNext && end >= 0) found.push(`${found.pop()} ${value}`)
    else found.push(value)
    end = comment.type === 'Line' ? comment.end : -1
  }
  return found.filter((comment) => comment !== '')
}

interface Counts {
  /** "of" per 1,000 words: a chain of them stands where English has a noun compound. */
  readonly of: number
  /** Comments that open with a clause: What, Who, How, Where or Whether. */
  readonly clauses: number
  /** Comments with nobody, somebody or whoever, or with "also if" for "even if". */
  readonly vague: number
}

/** Limits for the comments in each folder. A number may fall and never rises. */
const BUDGETS: Readonly<Record<string, Counts>> = {
  bank: { of: 12, clauses: 0, vague: 0 },
  bench: { of: 12, clauses: 0, vague: 0 },
  checkout: { of: 12, clauses: 0, vague: 0 },
  dashboard: { of: 12, clauses: 0, vague: 0 },
  docs: { of: 12, clauses: 0, vague: 0 },
  locales: { of: 12, clauses: 0, vague: 0 },
  pages: { of: 12, clauses: 0, vague: 0 },
  scripts: { of: 12, clauses: 0, vague: 0 },
  sdk: { of: 12, clauses: 0, vague: 0 },
  site: { of: 12, clauses: 0, vague: 0 },
  server: { of: 13, clauses: 0, vague: 0 },
  'server/src/core': { of: 12, clauses: 0, vague: 0 },
  'server/src/http': { of: 12, clauses: 0, vague: 0 },
  'server/src/kernel': { of: 12, clauses: 0, vague: 0 },
  'server/src/resources': { of: 12, clauses: 0, vague: 0 },
  'server/src/roles': { of: 12, clauses: 0, vague: 0 },
  test: { of: 12, clauses: 0, vague: 1 },
  'tests beside the code': { of: 12, clauses: 0, vague: 0 },
}

const CLAUSE = /^(What|Who|Whoever|How|Where|Whether)\b/
const VAGUE = /\b(who(m)?ever|nobody|somebody|everybody|anybody|also (if|when|after))\b/i

function countIn(comments: readonly string[]): Counts {
  const words = comments.join(' ').match(/[A-Za-z']+/g) ?? []
  const of = words.filter((word) => word.toLowerCase() === 'of').length
  return {
    of: Math.ceil((1_000 * of) / words.length),
    clauses: comments.filter((comment) => CLAUSE.test(comment)).length,
    vague: comments.filter((comment) => VAGUE.test(comment)).length,
  }
}

const folders = [...new Set(sources.map(({ folder }) => folder))].toSorted()

test('every folder has a budget for its comments', () => {
  assert.deepEqual(Object.keys(BUDGETS).toSorted(), folders)
})

for (const [folder, budget] of Object.entries(BUDGETS)) {
  test(`comments in ${folder} stay within the budget`, () => {
    const counts = countIn(sources.flatMap((each) => (each.folder === folder ? each.comments : [])))
    const over = (Object.keys(budget) as (keyof Counts)[]).filter(
      (name) => counts[name] > budget[name],
    )
    assert.deepEqual(over, [], JSON.stringify(counts))
  })
}

/** Functions are verbs and values are nouns: `findPayment`, not `paymentOf`. The number only falls. */
const MAX_OF_NAMES = 6

test('few functions and values have a name that ends in Of', () => {
  const product = sources.filter(
    ({ path, isTest }) => !isTest && /^(server|dashboard|checkout|pages)\//.test(path),
  )
  const names = new Set(
    product.flatMap(({ declared }) => [...declared]).filter((name) => /\wOf$/.test(name)),
  )
  assert.ok(names.size <= MAX_OF_NAMES, `${names.size}: ${[...names].toSorted().join(', ')}`)
})

const style = readFileSync(join(root, 'STYLE.md'), 'utf8')
const refusals = style.slice(style.indexOf('### Refused words'), style.indexOf('## Names'))
const refusedNames = new Set(
  [...refusals.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  ),
)
const [, refusedList = ''] = /documentation, comments and messages: (.*)\.$/m.exec(refusals) ?? []
const refusedWords = new RegExp(`\\b(${refusedList.split(', ').join('|')})\\b`, 'i')

test('no name in code is one of the refused words of STYLE.md', () => {
  assert.ok(refusedNames.size > 40)
  const wrong = sources.flatMap(({ path, names }) =>
    [...(path.startsWith('dashboard/') ? [] : names)]
      .filter((name) => refusedNames.has(name))
      .map((name) => `${path}: ${name}`),
  )
  assert.deepEqual(wrong, [])
})

test('no page, comment, message or test name has one of the refused words of STYLE.md', () => {
  const pages = globSync(['*.md', 'docs/**/*.md', 'bank/*.md', 'server/src/**/*.md'], { cwd: root })
  const texts = [...pages.filter((path) => path !== 'STYLE.md'), ...sources.map(({ path }) => path)]
  const wrong = texts.flatMap((path) => {
    const lines = readFileSync(join(root, path), 'utf8').split('\n')
    return lines.flatMap((line, n) => {
      const [word] = refusedWords.exec(line) ?? []
      return word === undefined ? [] : `${path}:${n + 1}: ${word}`
    })
  })
  assert.deepEqual(wrong, [])
})
