// Loses PostgreSQL in every way that a runbook in docs/operations/failover.md is about, under payments, with the bank's log as
// judge. Everything runs on this machine, on the loopback interface.
//
//   npm run prove:failover
//   npm run prove:failover -- --rate 50 --fault switchover --fault crash --log processes.log
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../support/free_port.ts'
import { Cluster } from './cluster.ts'
import { type Fault, faults } from './faults.ts'
import { startFlorin } from './florin.ts'
import { type Pace, type Round, runRound } from './round.ts'
import { buildToxiproxy, obstacle } from './tools.ts'

const APIS = 2

export interface ProveOptions {
  readonly per_second: number
  readonly faults: readonly Fault[]
  readonly pace?: Pace
  readonly say: (line: string) => void
  /** The file that the api and worker processes log to. */
  readonly log_fd?: number | undefined
}

export async function proveFailover(options: ProveOptions): Promise<Round[]> {
  const { per_second, pace, say, log_fd } = options
  const folder = mkdtempSync(join(tmpdir(), 'florin-toxiproxy-'))
  try {
    const toxiproxy = buildToxiproxy(folder)
    const api_ports = await Promise.all(Array.from({ length: APIS }, () => freePort()))
    await using cluster = await Cluster.start({ toxiproxy, apis: api_ports })
    await using florin = await startFlorin(cluster, api_ports, log_fd)
    const rounds: Round[] = []
    for (const fault of options.faults) {
      say(`${fault.name}: running`)
      const round = await runRound({ cluster, florin }, fault, per_second, pace)
      for (const line of describe(round)) say(line)
      rounds.push(round)
    }
    return rounds
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function describe({ fault, notes, problems, answers }: Round): string[] {
  const counts = Object.entries(answers).map(([name, count]) => `${name}: ${count}`)
  return [
    `${fault.name}: answers ${counts.join(', ')}`,
    ...notes.map((note) => `${fault.name}: ${note}`),
    ...problems.map((problem) => `BROKEN  ${fault.name}: ${problem}`),
  ]
}

const COLUMNS = [
  'Fault',
  'Longest gap',
  'Allowed',
  'Longest wait for a refusal',
  'Acknowledged',
  'Lost',
  'Charged twice',
  'False answers',
  'Payments per second before',
]

function table(rounds: readonly Round[]): string[] {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const rows = rounds.map((round) => [
    round.fault.name,
    seconds(round.longest_ms),
    seconds(round.fault.limit_ms),
    seconds(round.refusal_ms),
    `${round.acknowledged} of ${round.requests}`,
    `${round.lost.length}`,
    `${round.repeated.length}`,
    `${round.false_claims.length}`,
    round.rate.toFixed(0),
  ])
  return [COLUMNS, COLUMNS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}

function choose(names: readonly string[]): readonly Fault[] {
  const known = faults.map(({ name }) => name)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new Error(`There is no fault ${unknown.join(', ')}. Choose from ${known.join(', ')}.`)
  }
  return names.length === 0 ? faults : faults.filter(({ name }) => names.includes(name))
}

async function main(): Promise<number> {
  // Each program that runs is ended with this process.
  process.setMaxListeners(50)
  const { values } = parseArgs({
    options: {
      rate: { type: 'string', default: '200' },
      fault: { type: 'string', multiple: true, default: [] },
      log: { type: 'string' },
    },
  })
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const why = obstacle()
  if (why !== undefined) {
    say(`Not proven: ${why}`)
    return 1
  }
  const rounds = await proveFailover({
    per_second: Number(values.rate),
    faults: choose(values.fault),
    say,
    log_fd: values.log === undefined ? undefined : openSync(values.log, 'a'),
  })
  for (const line of table(rounds)) say(line)
  const broken = rounds.filter(({ problems }) => problems.length > 0)
  say(`${rounds.length} faults, ${broken.length} with violations.`)
  return broken.length === 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = await main()
