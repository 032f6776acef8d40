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
  text: string
  /** Consecutive lines are one comment. */
  comments: string[]
  names: Set<string>
  declared: Set<string>
  /** The names given to `test` and `describe`. */
  titles: string[]
}

const FOLDERS =
  '{server/src,bank/src,checkout,pages,locales,dashboard/src,bench,docs,scripts,examples,test}'

const sources = globSync(`${FOLDERS}/**/*.{ts,tsx}`, {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist|generated)$/.test(path),
})
  .toSorted()
  .map(read)

function read(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, comments } = parseSync(path, text)
  const names = new Set<string>()
  const declared = new Set<string>()
  const titles: string[] = []
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
    CallExpression({ callee, arguments: [title] }) {
      const called = text.slice(callee.start, callee.end)
      if (!/^(\w+\.)?(test|describe)$/.test(called) || title === undefined) return
      titles.push(text.slice(title.start, title.end).split('\n')[0] ?? '')
    },
  }).visit(program)
  const isTest = /^test\/|\.test\.tsx?$|\/testing\//.test(path)
  return {
    path,
    folder: folderOf(path, isTest),
    isTest,
    text,
    comments: joined(text, comments),
    names,
    declared,
    titles,
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

/**
 * At most so many "of" per 1,000 comment words: a chain of them stands where English has a noun compound. And at most
 * so many comments that open with a clause. Numbers only fall.
 */
const BUDGETS: Readonly<Record<string, { of: number; clauses: number }>> = {}

const CLAUSE = /^(What|Who|Whoever|How|Where|Whether)\b/

test('comments stay within the budget of their folder', () => {
  const counted = Object.fromEntries(
    [...new Set(sources.map(({ folder }) => folder))].toSorted().map((folder) => {
      const comments = sources.flatMap((file) => (file.folder === folder ? file.comments : []))
      const words = comments.join(' ').match(/[A-Za-z']+/g) ?? []
      const of = (1_000 * words.filter((word) => word.toLowerCase() === 'of').length) / words.length
      const clauses = comments.filter((comment) => CLAUSE.test(comment)).length
      return [folder, { of: Math.ceil(of), clauses }]
    }),
  )
  assert.deepEqual(Object.keys(counted), Object.keys(BUDGETS).toSorted())
  const over = Object.entries(counted).filter(([folder, { of, clauses }]) => {
    const budget = BUDGETS[folder]
    return budget === undefined || of > budget.of || clauses > budget.clauses
  })
  assert.deepEqual(Object.fromEntries(over), {})
})

test('no comment says whoever, nobody or somebody, or "also if" for "even if"', () => {
  const vague = /\b(whoever|whomever|nobody|somebody|everybody|anybody|also (?:if|when|after))\b/i
  const wrong = sources.flatMap(({ path, comments }) =>
    comments.filter((comment) => vague.test(comment)).map((comment) => `${path}: ${comment}`),
  )
  assert.ok(wrong.length <= MAX_VAGUE, `${wrong.length}:\n${wrong.join('\n')}`)
})

const MAX_VAGUE = 0

/** Functions are verbs and values are nouns: `findPayment`, not `paymentOf`. The number only falls. */
const MAX_OF_NAMES = 378

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
    [...names].filter((name) => refusedNames.has(name)).map((name) => `${path}: ${name}`),
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
