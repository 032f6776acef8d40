// Confirmed one-step card payments a second through the whole API against bare pgbench running the
// very statements that the two commits of a payment send: interleaved rounds of one run, medians.
//   scripts/run node bench/payments.ts [--rounds 5] [--seconds 5] [--write docs/reports/payments.md]
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { createApp, createServices } from '../server/src/app.ts'
import { readConfig } from '../server/src/config.ts'
import { randomMaker } from '../server/src/kernel/context.ts'
import { makeSecret } from '../server/src/kernel/crypto.ts'
import { createDatabase, dropDatabase } from '../server/src/kernel/databases.ts'
import { createLog } from '../server/src/kernel/log.ts'
import { migrate } from '../server/src/kernel/migrate.ts'
import { createMerchant } from '../server/src/merchants/create.ts'
import type { NewMerchant } from '../server/src/merchants/schema.ts'
import { startRole } from '../server/src/sandbox/role.ts'
import { bareScript, type Recorded, runBare } from './bare.ts'
import { cpuOf, cpuOfTree, parentOf } from './cpu.ts'
import { load, paymentRequest, quantile } from './load.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    clients: { type: 'string', default: '32' },
    write: { type: 'string' },
  },
})
const rounds = Number(options.rounds)
const seconds = Number(options.seconds)
const clients = Number(options.clients)

const server = process.env['DATABASE_URL']
if (!server) throw new Error('Run it with a PostgreSQL: scripts/run node bench/payments.ts')
const name = `florin_bench_${process.pid}`
const url = await createDatabase(server, name)
await migrate(url)
const env = {
  PATH: process.env['PATH'],
  DATABASE_URL: url,
  FLORIN_SECRET: makeSecret(),
  FLORIN_PROVIDER: 'instant',
  FLORIN_PORT: '0',
  FLORIN_METRICS_PORT: '0',
  FLORIN_RATE_LIMIT: '10000000',
  FLORIN_LOG_LEVEL: 'warn',
  FLORIN_DRAIN_MS: '0',
}

interface Round {
  api: number
  bare: number
  cpu_api_ms: number
  cpu_pg_ms: number
}

try {
  const { merchant, script, postmaster } = await prepare()
  const api = await startRole('api', env)
  const { port } = api.ports
  let serial = 0
  const request = () =>
    paymentRequest(port, merchant.api_key, merchant.profile_id, `b_${process.pid}_${++serial}`)
  await load({ port, connections: clients, seconds: 2, request })
  await runBare(url, script, clients, 1)
  const low = await load({ port, connections: 1, seconds: 3, request })
  const lowBare = await runBare(url, script, 1, 3)
  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const before = { api: cpuOf(api.pid), pg: cpuOfTree(postmaster) }
    const result = await load({ port, connections: clients, seconds, request })
    const after = { api: cpuOf(api.pid), pg: cpuOfTree(postmaster) }
    if (result.failed > 0) throw new Error(`${result.failed} payments did not succeed`)
    const bare = await runBare(url, script, clients, seconds)
    measured.push({
      api: result.done / result.seconds,
      bare: bare.tps,
      cpu_api_ms: ((after.api - before.api) * 1000) / result.done,
      cpu_pg_ms: ((after.pg - before.pg) * 1000) / result.done,
    })
  }
  await api.stop()
  report(measured, low.latencies_ms, lowBare.latency_ms)
} finally {
  await dropDatabase(server, name)
}

/** Makes a merchant and one payment, and records what its commits sent. */
async function prepare(): Promise<{ merchant: NewMerchant; script: string; postmaster: number }> {
  const config = readConfig(env)
  const services = createServices(config, createLog('warn'))
  const merchant = await createMerchant({ ...services, ...randomMaker }, { merchant_name: 'Bench' })
  const [backend] = await services.db.run<{ pid: number }>('select pg_backend_pid() as pid', [])
  const recorded: Recorded[] = []
  const run = services.db.run.bind(services.db)
  services.db.run = (text, inputs) => {
    if (text.includes('payments')) recorded.push({ text, inputs: inputs as string[] })
    return run(text, inputs)
  }
  const app = createApp(config, services)
  const [head = '', body = ''] = paymentRequest(
    0,
    merchant.api_key,
    merchant.profile_id,
    'pay_rec',
  ).split('\r\n\r\n')
  void head
  const answer = await app.inject({
    method: 'POST',
    url: '/payments',
    headers: { 'api-key': merchant.api_key, 'content-type': 'application/json' },
    payload: body,
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const commits = recorded.filter(({ text }) => text.startsWith('with i0'))
  const ids = ['pay_rec', ...new Set(JSON.stringify(commits).match(/(op|evt)_[0-9a-z]{26}/g))]
  const postmaster = parentOf(backend?.pid ?? 0)
  await app.close()
  return { merchant, script: bareScript(commits, ids), postmaster }
}

function median(values: number[]): number {
  return quantile(values, 0.5)
}

function report(measured: Round[], latencies_ms: number[], bare_ms: number): void {
  const ratios = measured.map(({ api, bare }) => api / bare)
  const p50 = quantile(latencies_ms, 0.5)
  const p99 = quantile(latencies_ms, 0.99)
  const rows = measured.map(
    ({ api, bare, cpu_api_ms, cpu_pg_ms }, n) =>
      `| ${n + 1} | ${api.toFixed(0)} | ${bare.toFixed(0)} | ${(api / bare).toFixed(2)} | ${cpu_api_ms.toFixed(2)} | ${cpu_pg_ms.toFixed(2)} |`,
  )
  const text = [
    '| round | payments a second, API | bare pgbench | API ÷ bare | api CPU ms a payment | PostgreSQL CPU ms a payment |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    `Median ratio: ${median(ratios).toFixed(2)}. CPU (api + PostgreSQL) a payment, median: ${median(measured.map((r) => r.cpu_api_ms + r.cpu_pg_ms)).toFixed(2)} ms.`,
    `At one request at a time: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms through the API; ${bare_ms.toFixed(2)} ms on average bare.`,
    `${clients} connections, ${seconds} s a round, ${cpus().length} cores, Node ${process.version}.`,
  ].join('\n')
  console.log(text)
  if (options.write) writeFileSync(options.write, `${text}\n`)
}
