// Builds the pages and runs the tests on a fresh template database: `npm test`, or `npm test -- FILE…` for some.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import '../checkout/build.ts'
import '../dashboard/build.ts'
import { dropDatabase } from '#kernel/databases.ts'

const TESTS = [
  '{bank,server}/src/**/*.test.ts',
  'checkout/**/*.test.ts',
  'pages/**/*.test.ts',
  'locales/**/*.test.ts',
  'test/**/*.test.ts',
]

/** Files that share a process, which saves loading the program for each: they change nothing that outlives their end. */
const SHARED = [
  'bank/src/**',
  'server/src/{core,http,kernel,resources,site}/**',
  'server/src/*.test.ts',
  '{checkout,pages,locales}/**',
  'test/conformance/**',
]
const GROUP_SIZE = 12

const template = `florin_test_template_${process.pid}`
const folder = mkdtempSync(join(tmpdir(), 'florin-tests-'))
const given = process.argv.slice(2)
const files = given.length > 0 ? given : globSync(TESTS).toSorted()
const isShared = (file: string) => SHARED.some((pattern) => matchesGlob(file, pattern))

const run = spawnSync(
  process.execPath,
  [
    '--test',
    '--test-concurrency=3',
    '--test-force-exit',
    '--test-timeout=1800000',
    ...files.filter((file) => !isShared(file)),
    ...groups(files.filter(isShared)).map(entryOf),
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      FLORIN_TEST_TEMPLATE: template,
      NODE_NO_WARNINGS: '1',
      // Most processes load the whole program.
      NODE_COMPILE_CACHE: join(tmpdir(), 'florin-compile-cache'),
    },
  },
)
rmSync(folder, { recursive: true })
const server = process.env['DATABASE_URL']
if (server) await dropDatabase(server, template)
process.exitCode = run.status ?? 1

/** Of about equal size; neighbours in different groups, so that no group gets all the slow ones. */
function groups(shared: readonly string[]): string[][] {
  const count = Math.ceil(shared.length / GROUP_SIZE)
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
