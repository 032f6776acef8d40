// The benchmark itself, at a size that takes seconds: it runs, and its report is whole. How fast this machine
// is today is not asked, except that a request must not cost many times as much for ten times the payments.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { isFullProof } from '#testing/proof.ts'
import { findPgbench } from '../../bench/bare.ts'

const root = resolve(import.meta.dirname, '../..')
const TINY = [
  '--warm',
  '100',
  '--rounds',
  '1',
  '--seconds',
  '1',
  '--clients',
  '4',
  '--sizes',
  '200,2000',
]
const MOST_TIMES = 10

test('the benchmark measures payments and leaves a whole report', async (t) => {
  if ((await findPgbench()) === undefined) return t.skip('there is no pgbench here')
  const folder = await mkdtemp(join(tmpdir(), 'florin-bench-test-'))
  t.after(() => rm(folder, { recursive: true, force: true }))

  const output = await run(['bench/payments.ts', ...TINY, '--calls', '12', '--into', folder])

  const figures = JSON.parse(output) as Record<string, number>
  assert.deepEqual(Object.keys(figures), ['ratio', 'cpu', 'p50', 'p99', 'growth'])
  for (const [name, value] of Object.entries(figures)) assert.ok(Number.isFinite(value), name)
  assert.ok((figures['ratio'] ?? 0) > 0 && (figures['cpu'] ?? 0) > 0, output)
  assert.ok((figures['growth'] ?? 0) < MOST_TIMES, output)
  const page = await readFile(join(folder, 'payments.md'), 'utf8')
  assert.doesNotMatch(page, /NaN|undefined|Infinity/)
  const charts = [...page.matchAll(/\]\((.*\.svg)\)/g)].map(([, name = '']) => name)
  assert.equal(charts.length, 4)
  for (const name of charts) {
    const chart = await readFile(join(folder, name), 'utf8')
    assert.match(chart, /^<svg [\s\S]*<\/svg>\n$/)
    assert.doesNotMatch(chart, /NaN|undefined|Infinity/)
  }
})

const others = { skip: isFullProof ? false : 'npm run prove:tests runs it' }

test(
  'the queue benchmark measures Florin and both designs on graphile-worker',
  others,
  async () => {
    const tiny = { deliveries: 40, endpoints: 2, waiting: 8, hanging: 2, events: 5, rounds: 1 }
    const sizes = Object.entries(tiny).flatMap(([name, size]) => [`--${name}`, String(size)])

    const output = await run(['bench/queues.ts', ...sizes])

    const rows = output.split('\n').filter((line) => /^\| (Florin|graphile-worker): /.test(line))
    assert.equal(rows.length, 3, output)
    for (const row of rows)
      assert.match(row, / \| \d+ \| \d+ \+ \d+ \| \d+ ms \| \d+ ms \| \d+ ms \|$/)
  },
)

for (const [part, name] of [
  ['macs', 'the MACs of audit entries'],
  ['trail', 'the audit trail'],
]) {
  test(`the benchmark of ${name} compares payments with and without`, others, async () => {
    const tiny = ['--rounds', '1', '--seconds', '1', '--clients', '2']
    const output = await run(['bench/audit.ts', '--part', part ?? '', ...tiny])

    assert.match(output, new RegExp(`^With ${name} ÷ without`, 'm'))
    assert.match(output, /^all rounds: 1; payments a second \d.*; CPU a payment \d/m)
    assert.match(output, /^median ratio of payments a second: \d.*; at least 0.97 is wanted/m)
  })
}

test('the benchmark of traces compares payments with and without', others, async () => {
  const output = await run(['bench/traces.ts', '--rounds', '1', '--seconds', '1', '--clients', '2'])

  assert.match(output, /^With the code of traces ÷ without/m)
  assert.match(output, /^median ratio of payments a second: \d.*; at least 0.98 is wanted/m)
})

function run(args: string[]): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { cwd: root })
    let output = ''
    let said = ''
    child.stdout.on('data', (text) => (output += String(text)))
    child.stderr.on('data', (text) => (said += String(text)))
    child.once('error', fail)
    child.once('exit', (code) => (code === 0 ? done(output) : fail(new Error(said))))
  })
}
