// The quick half of `npm run check`: types and lint side by side, then the tests in the folders that changed.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'

const HELP = `usage: npm run check:quick [-- --base REF] [-- --list]

Checks types, lint and format of the whole tree, and runs the tests of the folders that changed:
files that differ from REF, and files that git does not know yet. A changed test selects
itself, any other file the tests beside it or in the nearest folder above it that has some.
test/repository/tidy.test.ts always runs, docs.test.ts when a page, a route, a
schema or a table of errors or states changed.

  --base REF   compare with this commit; the branch point from main unless given
  --list       print the tests that would run, and run nothing

The whole check is \`npm run check\`.
`

/** Sources for the generated pages. */
const DOCUMENTED =
  /\.md$|^docs\/|\/(routes|schema|state|errors|config|declines|example)\.ts$|^package\.json$/
const TIDY = 'test/repository/tidy.test.ts'
const DOCS = 'test/repository/docs.test.ts'

const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (values.help) {
  process.stdout.write(HELP)
} else {
  const changed = changedFiles(values.base ?? branchPoint())
  const tests = testsOf(changed)
  process.stdout.write(`${changed.length} changed files\n${tests.join('\n')}\n`)
  if (!values.list) process.exitCode = await check(tests)
}

async function check(tests: readonly string[]): Promise<number> {
  const codes = await Promise.all([
    run('types', 'pipe', ['tsc', '--noEmit']),
    run('types of the pages', 'pipe', ['tsc', '--noEmit', '-p', 'checkout/src']),
    run('lint', 'pipe', ['oxlint', '--type-aware', '--deny-warnings']),
    run('format', 'pipe', ['biome', 'format', '.']),
  ])
  if (codes.some((code) => code !== 0)) return 1
  const testing = ['scripts/with_servers.ts', 'node', 'scripts/test.ts']
  return run('tests', 'inherit', ['node', ...testing, ...tests])
}

/** With `pipe`, output is shown only on failure, and not interleaved with another command's. */
function run(name: string, output: 'pipe' | 'inherit', command: string[]): Promise<number> {
  const started = performance.now()
  const [file = '', ...args] = command
  return new Promise((done, fail) => {
    const child = spawn(file, args, { stdio: ['ignore', output, output] })
    const printed: string[] = []
    child.stdout?.on('data', (text) => printed.push(String(text)))
    child.stderr?.on('data', (text) => printed.push(String(text)))
    child.once('error', fail)
    child.once('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(0)
      if (code !== 0) process.stdout.write(printed.join(''))
      process.stdout.write(`${name}: ${code === 0 ? 'ok' : 'failed'} after ${seconds} s\n`)
      done(code ?? 1)
    })
  })
}

function git(...args: string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
}

/** The commit where this branch left main; on main itself, the last commit. */
function branchPoint(): string {
  try {
    return git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD'
  } catch {
    return 'HEAD'
  }
}

function changedFiles(base: string): string[] {
  const tracked = git('diff', '--name-only', base)
  const untracked = git('ls-files', '--others', '--exclude-standard')
  return [...new Set([...tracked, ...untracked])].toSorted()
}

function testsOf(changed: readonly string[]): string[] {
  const found = changed.flatMap((path) => {
    if (path.endsWith('.test.ts')) return existsSync(path) ? [path] : []
    return /\.tsx?$/.test(path) ? nearestTests(dirname(path)) : []
  })
  const docs = changed.some((path) => DOCUMENTED.test(path)) ? [DOCS] : []
  return [...new Set([TIDY, ...docs, ...found])].toSorted()
}

/** The tests in the folder, or in the nearest one above it that has some. */
function nearestTests(folder: string): string[] {
  if (folder === '.') return []
  const tests = existsSync(folder) ? globSync(`${folder}/*.test.ts`) : []
  return tests.length > 0 ? tests : nearestTests(dirname(folder))
}
