// The image at work: migrate, a merchant, api, worker, a payment that the bank approves, its webhook event, and the end.
import { cpSync, mkdirSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { sleep } from '#kernel/clock.ts'
import { createDatabase, dropDatabase } from '#kernel/databases.ts'
import { makeSecret } from '#kernel/crypto.ts'
import { startBank } from '#roles/sandbox/bank.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { freePort } from '../support/free_port.ts'
import { UID } from '../../scripts/release/image.ts'
import { stripTypes } from '../../scripts/release/strip_types.ts'
import type { Containers, RunningRole } from './container.ts'
import type { Findings } from './findings.ts'

const IDLE_MS = 10_000
const MAX_START_S = 5
/** Resident, of which about 65 MB are pages of Node's own file that all of its processes share. */
const MAX_IDLE_MB = 130
const MAX_IDLE_TOGETHER_MB = 250
const MAX_BUSY_TOGETHER_MB = 450
const BUSY_MS = 20_000
const CALLERS = 16

/** Run in the image, where they find whether a file is missing that was taken for unneeded. */
const TESTS_INSIDE = [
  'core/pdf/runs.test.ts',
  'core/images/redraw.test.ts',
  'resources/billing/invoice_page/print.test.ts',
]

export async function runImage(
  containers: Containers,
  folder: string,
  findings: Findings,
): Promise<void> {
  checkConfinement(containers, findings)
  loadPackages(containers, findings)
  runTestsInside(containers, folder, findings)
  const server = process.env['DATABASE_URL'] ?? ''
  const name = `florin_image_${process.pid}`
  const database_url = await createDatabase(server, name)
  const books = join(folder, 'bank')
  mkdirSync(books)
  const bank = await startBank(books)
  try {
    await pay(containers, { ...(await settings(database_url)), ...bank.env }, findings)
  } finally {
    await bank.stop()
    await dropDatabase(server, name)
  }
}

async function settings(database_url: string): Promise<Record<string, string>> {
  const [port, metrics_port, worker_port] = await Promise.all([freePort(), freePort(), freePort()])
  return {
    DATABASE_URL: database_url,
    ...(process.env['REDIS_URL'] && { REDIS_URL: process.env['REDIS_URL'] }),
    FLORIN_SECRET: makeSecret(),
    // All interfaces is the image's default, for a network of its own.
    FLORIN_HOST: '127.0.0.1',
    FLORIN_METRICS_HOST: '127.0.0.1',
    FLORIN_PORT: String(port),
    FLORIN_METRICS_PORT: String(metrics_port),
    FLORIN_WORKER_METRICS_PORT: String(worker_port),
    FLORIN_LOG_LEVEL: 'warn',
    // As in the payment benchmark.
    FLORIN_RATE_LIMIT: '10000000',
  }
}

/** A process in the image can see and do this and no more. */
function checkConfinement(containers: Containers, findings: Findings): void {
  const program = `
    const fs = require('node:fs')
    const attempt = (path) => { try { fs.writeFileSync(path, ''); return 'written' } catch (error) { return error.code } }
    const status = fs.readFileSync('/proc/self/status', 'utf8')
    const programs = fs.globSync('/{usr/,}{bin,sbin}/*')
    console.log(JSON.stringify({
      uid: process.getuid(), gid: process.getgid(), programs,
      root: attempt('/x'), app: attempt('/app/x'), tmp: attempt('/tmp/x'),
      capabilities: /CapEff:\\s+(\\w+)/.exec(status)[1], privileges: /NoNewPrivs:\\s+(\\d)/.exec(status)[1],
    }))`
  const { stdout, stderr } = containers.node(['--eval', program])
  if (stdout === '') throw new Error(stderr)
  const found = JSON.parse(stdout) as Record<string, unknown>
  const expect = (what: string, name: string, value: unknown) =>
    findings.check(
      what,
      JSON.stringify(found[name]) === JSON.stringify(value),
      JSON.stringify(found[name]),
    )
  expect(`runs as uid ${UID}`, 'uid', UID)
  expect('has no capability', 'capabilities', '0000000000000000')
  expect('gains no privilege', 'privileges', '1')
  expect('cannot write to the root', 'root', 'EROFS')
  expect('cannot write to the program', 'app', 'EROFS')
  expect('can write to /tmp', 'tmp', 'written')
  expect('has no program but node, and no shell', 'programs', ['/usr/bin/node'])
}

/** Every package that the server names can be loaded, even one that is loaded only when a feature is used. */
function loadPackages(containers: Containers, findings: Findings): void {
  const program = `
    import { readFileSync } from 'node:fs'
    const main = 'file:///app/server/src/main.js'
    const { dependencies } = JSON.parse(readFileSync('/app/server/package.json', 'utf8'))
    const names = Object.keys(dependencies).filter((name) => !/^@(florin|fontsource-variable)/.test(name))
    for (const name of names) await import(import.meta.resolve(name, main))
    console.log(names.length)`
  const { code, stdout, stderr } = containers.node([
    '--experimental-import-meta-resolve',
    '--input-type=module',
    '--eval',
    program,
  ])
  findings.check(`${stdout.trim()} packages can be loaded`, code === 0, stderr.trim().slice(-300))
}

function runTestsInside(containers: Containers, folder: string, findings: Findings): void {
  const source = resolve(import.meta.dirname, '../../server/src')
  const tests = join(folder, 'tests')
  const paths = ['testing', ...TESTS_INSIDE]
  for (const path of paths) cpSync(join(source, path), join(tests, path), { recursive: true })
  stripTypes(tests)
  const mounts = paths
    .map((path) => path.replace(/\.ts$/, '.js'))
    .map((path) => `--volume=${join(tests, path)}:/app/server/src/${path}:ro`)
  const files = TESTS_INSIDE.map((path) => `server/src/${path.replace(/\.ts$/, '.js')}`)
  const { code, stdout } = containers.node(['--test', '--test-reporter=tap', ...files], mounts)
  const [, passed = '0'] = /^# pass (\d+)$/m.exec(stdout) ?? []
  findings.check(`${passed} tests of fonts, PDFs and images pass in the image`, code === 0)
  if (code !== 0)
    process.stdout.write(
      stdout
        .split('\n')
        .filter((line) => /not ok|error/.test(line))
        .join('\n'),
    )
}

async function pay(
  containers: Containers,
  env: Readonly<Record<string, string>>,
  findings: Findings,
): Promise<void> {
  const start = performance.now()
  const migrated = containers.command(['migrate'], env)
  const seconds = ((performance.now() - start) / 1_000).toFixed(1)
  findings.check(`migrates in ${seconds} s`, migrated.code === 0, migrated.stderr.trim())
  const created = containers.command(
    ['merchants', 'create', '--name', 'Corner Bookshop', '--json'],
    env,
  )
  const { api_key } = JSON.parse(created.stdout) as { api_key: string }
  const base_url = `http://127.0.0.1:${env['FLORIN_PORT']}`
  const worker_url = `http://127.0.0.1:${env['FLORIN_WORKER_METRICS_PORT']}`
  const api = await containers.start('api', env, `${base_url}/health/ready`)
  measureStart('api', api, findings)
  const worker = await containers.start('worker', env, `${worker_url}/health/ready`)
  measureStart('worker', worker, findings)
  await sleep(IDLE_MS)
  findings.measure('api: idle memory', api.readMemory(), MAX_IDLE_MB, 'MB')
  findings.measure('worker: idle memory', worker.readMemory(), MAX_IDLE_MB, 'MB')
  const memory = () => api.readMemory() + worker.readMemory()
  findings.measure('api and worker: idle memory', memory(), MAX_IDLE_TOGETHER_MB, 'MB')

  const headers = { 'api-key': api_key, 'Content-Type': 'application/json' }
  const body = JSON.stringify(paymentBody({}))
  const answer = await fetch(`${base_url}/payments`, { method: 'POST', headers, body })
  const payment = (await answer.json()) as { status?: string; amount_received?: number }
  findings.check(
    'a payment succeeds',
    payment.status === 'succeeded',
    `${answer.status} ${payment.status}`,
  )
  const payOnce = () => fetch(`${base_url}/payments`, { method: 'POST', headers, body })
  const { paid, peak } = await measureBusy(payOnce, memory)
  findings.measure(`api and worker: memory, ${paid} payments`, peak, MAX_BUSY_TOGETHER_MB, 'MB')
  for (const path of [
    '/dashboard',
    '/docs',
    '/docs/api/',
    '/florin.js',
    '/florin.d.ts',
    '/openapi.json',
  ]) {
    const { status } = await fetch(base_url + path)
    findings.check(`GET ${path}`, status === 200, String(status))
  }
  const reference = await (await fetch(`${base_url}/docs/api/`)).text()
  const [script = ''] = /\/docs\/api\/js\/scalar-\w+\.js/.exec(reference) ?? []
  const { status } = await fetch(base_url + script)
  findings.check("the API reference's script is served", status === 200, script)
  for (const [role, process] of Object.entries({ api, worker })) {
    const { code, ms } = await process.stop()
    findings.check(
      `${role} stops after SIGTERM in ${(ms / 1_000).toFixed(1)} s`,
      code === 0,
      String(code),
    )
  }
}

/** As many callers as the payment benchmark has, without a pause. */
async function measureBusy(pay: () => Promise<Response>, memory: () => number) {
  const end = performance.now() + BUSY_MS
  let paid = 0
  let peak = 0
  const call = async () => {
    while (performance.now() < end) {
      const answer = await pay()
      await answer.arrayBuffer()
      if (answer.status === 200) paid++
    }
  }
  const watch = async () => {
    while (performance.now() < end) {
      peak = Math.max(peak, memory())
      await sleep(250)
    }
  }
  await Promise.all([watch(), ...Array.from({ length: CALLERS }, call)])
  return { paid, peak }
}

/** The clock says little about a program while others use the processors. */
function measureStart(role: string, { ready_ms, cpu_ms }: RunningRole, findings: Findings): void {
  findings.measure(`${role}: processor time to ready`, cpu_ms / 1_000, MAX_START_S, 's')
  const [load = 0] = loadavg()
  const busy = `load ${load.toFixed(1)} on ${availableParallelism()} processors`
  const seconds = ready_ms / 1_000
  if (load <= 2 * availableParallelism()) {
    findings.measure(`${role}: start to ready`, seconds, MAX_START_S, 's')
  } else findings.note(`${role}: start to ready ${seconds.toFixed(1)} s, NOT JUDGED: ${busy}`)
}
