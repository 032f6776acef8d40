// Builds the pages and runs the tests on a fresh template database: `npm test`, or `npm test -- FILE…` for some.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import '../checkout/build.ts'
import '../dashboard/build.ts'
import { dropDatabase } from '#kernel/databases.ts'

const template = `florin_test_template_${process.pid}`
const given = process.argv.slice(2)
const files =
  given.length > 0
    ? given
    : globSync([
        '{bank,server}/src/**/*.test.ts',
        'checkout/**/*.test.ts',
        'pages/**/*.test.ts',
        'locales/**/*.test.ts',
        'test/**/*.test.ts',
      ]).toSorted()
const run = spawnSync(
  process.execPath,
  ['--test', '--test-concurrency=3', '--test-force-exit', '--test-timeout=1800000', ...files],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      FLORIN_TEST_TEMPLATE: template,
      NODE_NO_WARNINGS: '1',
      // Each file is a separate process, and most load the whole program.
      NODE_COMPILE_CACHE: join(tmpdir(), 'florin-compile-cache'),
    },
  },
)
const server = process.env['DATABASE_URL']
if (server) await dropDatabase(server, template)
process.exitCode = run.status ?? 1
