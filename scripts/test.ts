// Builds the pages and runs the tests on a fresh template database: `npm test`, or `npm test -- FILE…` for some.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import '../checkout/build.ts'
import '../dashboard/build.ts'
import '../site/build.ts'
import { dropDatabase } from '#kernel/databases.ts'

const TESTS = [
  '{bank,server}/src/**/*.test.ts',
  'checkout/**/*.test.ts',
  'dashboard/src/**/*.test.ts',
  'pages/**/*.test.ts',
  'locales/**/*.test.ts',
  'test/**/*.test.ts',
]

/** Files that share a process, and how many: loading the program, or starting a browser, takes longer than most files. */
const SHARED: readonly (readonly [pattern: string, size: number])[] = [
  ['{bank,checkout,dashboard,pages,locales}/**', 24],
  ['server/src/{core,http,kernel}/**', 16],
  ['server/src/resources/**', 12],
  ['test/conformance/**', 12],
  ['test/{browser,dashboard}/**', 5],
]
/** While one file waits, another one uses the processor. */
const CONCURRENCY = 4

const template = `florin_test_template_${process.pid}`
const folder = mkdtempSync(join(tmpdir(), 'florin-tests-'))
const given = process.argv.slice(2)
const files = given.length > 0 ? given : globSync(TESTS).toSorted()

// The first process finds out where the modules are; all others know it.
const known = `${pathToFileURL(resolve('scripts/known_modules.ts')).href}?${encodeURIComponent(join(folder, 'modules.json'))}`
const env = {
  ...process.env,
  FLORIN_TEST_TEMPLATE: template,
  NODE_NO_WARNINGS: '1',
  // Most processes load the whole program.
  NODE_COMPILE_CACHE: join(tmpdir(), 'florin-compile-cache'),
  NODE_OPTIONS: `--import=${known}`,
}
spawnSync(process.execPath, ['server/src/main.ts', '--help'], { env, stdio: 'ignore' })
const run = spawnSync(
  process.execPath,
  [
    '--test',
    `--test-concurrency=${CONCURRENCY}`,
    '--test-force-exit',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=./scripts/slowest_tests.ts',
    '--test-reporter-destination=stderr',
    '--test-timeout=1800000',
    ...files.filter((file) => !SHARED.some(([pattern]) => matchesGlob(file, pattern))),
    ...SHARED.flatMap(groups).map(entryOf),
  ],
  { stdio: 'inherit', env },
)
rmSync(folder, { recursive: true })
const server = process.env['DATABASE_URL']
if (server) await dropDatabase(server, template)
process.exitCode = run.status ?? 1

/** Neighbours are in different groups, so that no group gets all the slow ones. */
function groups([pattern, size]: (typeof SHARED)[number]): string[][] {
  const shared = files.filter((file) => matchesGlob(file, pattern))
  const count = Math.ceil(shared.length / size)
  return Array.from({ length: count }, (_, n) => shared.filter((_file, at) => at % count === n))
}

/** A file that runs the group: the test runner starts a process for each file. */
function entryOf(group: readonly string[], n: number): string {
  const imports = group.map((file) => pathToFileURL(resolve(file)).href)
  const runner = pathToFileURL(resolve('scripts/test_group.ts')).href
  const path = join(folder, `group_${n + 1}.test.mjs`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    path,
    `import { runGroup } from '${runner}'\nrunGroup(${JSON.stringify(imports)})\n`,
  )
  return path
}
