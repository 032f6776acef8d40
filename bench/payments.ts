// The cost of a payment: throughput, CPU and latency against the bare engine, space, and growth with a merchant's
// payments. `npm run bench` writes docs/reports/payments.md; `-- --largest` goes up to ten million payments.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AgainstBare, type Effort, spaceAPayment } from './against_bare.ts'
import { bareScript } from './bare.ts'
import { startBenchDeployment } from './deployment.ts'
import { measureGrowth } from './growth.ts'
import { lookAround } from './machine.ts'
import { profilePayments } from './profile.ts'
import { figuresOf, reportOf, type Results } from './report.ts'
import { measureWithBank } from './with_bank.ts'

const { values: options } = parseArgs({
  options: {
    warm: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '5' },
    clients: { type: 'string', default: '32' },
    sizes: { type: 'string', default: '10000,100000,1000000' },
    largest: { type: 'boolean', default: false },
    calls: { type: 'string', default: '400' },
    into: { type: 'string', default: 'docs/reports' },
  },
})
const effort: Effort = {
  warm: Number(options.warm),
  rounds: Number(options.rounds),
  seconds: Number(options.seconds),
  clients: Number(options.clients),
}
const sizes = options.sizes.split(',').map(Number)
if (options.largest) sizes.push(10_000_000)
const server = process.env['DATABASE_URL']
if (!server) throw new Error('Measurements need a PostgreSQL: run `npm run bench`.')

const machine = await lookAround(server)
const against = await measureAgainstBare(server)
const results: Results = {
  command: ['npm run bench', ...(process.argv.length > 2 ? ['--'] : []), ...process.argv.slice(2)]
    .filter((word, n, all) => word !== '--into' && all[n - 1] !== '--into')
    .join(' '),
  day: new Date().toISOString().slice(0, 10),
  machine,
  clients: effort.clients,
  seconds: effort.seconds,
  ...against,
  bank: await measureWithBank(server, effort),
  profile: await profilePayments(server, effort),
  growth: await measureGrowth(server, sizes, Number(options.calls), console.error),
}
mkdirSync(options.into, { recursive: true })
for (const [name, text] of reportOf(results)) writeFileSync(join(options.into, name), text)
console.log(JSON.stringify(figuresOf(results)))

async function measureAgainstBare(at: string) {
  await using deployment = await startBenchDeployment({ server: at })
  const turns = await AgainstBare.begin(deployment, await bareScript(deployment))
  const rounds = await turns.throughput(effort)
  console.error(`throughput measured in ${rounds.length} rounds`)
  const latencies = await turns.latency(effort)
  return { rounds, latencies, space: await spaceAPayment(deployment) }
}
