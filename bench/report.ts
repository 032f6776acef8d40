// The page that a run leaves behind: what was measured against what is required, then how it came about.
import type { Latencies, Round, Space } from './against_bare.ts'
import { barChart, lineChart } from './charts.ts'
import type { Growth } from './growth.ts'
import { median, quantile } from './load.ts'
import type { Machine } from './machine.ts'
import type { Profile } from './profile.ts'
import type { WithBank } from './with_bank.ts'

export interface Results {
  command: string
  day: string
  machine: Machine
  clients: number
  seconds: number
  rounds: Round[]
  latencies: Latencies
  space: Space
  growth: Growth
  bank: WithBank
  profile: Profile
}

/** The API's requirements: at least, or at most. */
const REQUIRED = { ratio: 0.6, cpu: 2, p50: 4, p99: 25, growth: 1.5 } as const

export function figuresOf({ rounds, latencies, growth }: Results) {
  const added = (q: number) => quantile(latencies.api, q) - quantile(latencies.bare, q)
  return {
    ratio: median(rounds.map(({ api, bare }) => api / bare)),
    cpu: median(rounds.map(({ api_cpu, postgres_cpu }) => api_cpu + postgres_cpu)),
    p50: added(0.5),
    p99: added(0.99),
    growth: Math.max(...Object.values(growth).map(timesOf)),
  }
}

/** The largest size against the smallest. */
function timesOf(sizes: Growth[string]): number {
  return (sizes.at(-1)?.ms ?? 0) / (sizes[0]?.ms ?? 1)
}

/** Every report file by name. */
export function reportOf(results: Results): Map<string, string> {
  return new Map([
    ['payments.md', page(results)],
    ['payments-throughput.svg', throughputChart(results)],
    ['payments-cpu.svg', cpuChart(results)],
    ['payments-latency.svg', latencyChart(results)],
    ['payments-growth.svg', growthChart(results)],
  ])
}

function page(results: Results): string {
  const { machine, rounds, bank, space } = results
  const found = figuresOf(results)
  const wal = median(rounds.map((round) => round.wal))
  const sections = [
    `# Payments, measured

One-step card payments, created, confirmed and taken in one request, against bare \`pgbench\` that runs the very
statements of the two commits such a payment makes, prepared, with the same rows. Commits are durable in both: \`fsync\`,
\`synchronous_commit\` and \`full_page_writes\` are on. Runs through the API and bare runs take turns in one process, which has made some thousand payments before,
and the medians count. Load, api and PostgreSQL share the machine.`,
    table(
      ['', 'measured', 'required'],
      [
        ['API ÷ bare', found.ratio.toFixed(2), `at least ${REQUIRED.ratio.toFixed(2)}`],
        ['CPU a payment, api and PostgreSQL', ms(found.cpu), `at most ${REQUIRED.cpu} ms`],
        ['added latency, p50', ms(found.p50), `at most ${REQUIRED.p50} ms`],
        ['added latency, p99', ms(found.p99), `at most ${REQUIRED.p99} ms`],
        ['growth of the dearest request', times(found.growth), `at most ${REQUIRED.growth} ×`],
      ],
    ),
    `\`${results.command}\`, ${results.day}, commit ${machine.commit}; ${machine.cores} cores, ${machine.memory_gb} GB,
Node ${machine.node}, PostgreSQL ${machine.postgresql} with ${machine.shared_buffers} of shared buffers. A negative latency means that the API was
quicker than bare statements one after the other.`,
    `## Throughput

![Payments a second](payments-throughput.svg)

${roundsTable(results)}

${results.clients} requests at once, ${results.seconds} s a turn. The API can come near the bare engine, or pass it, because changes
that wait at the same moment share one statement and one flush.`,
    `## CPU

![CPU a payment](payments-cpu.svg)

Where the api's share goes, by a V8 profile under the same load. A library counts for the part that calls it.

${profileTable(results)}`,
    `## Latency

![Latency of one payment at a time](payments-latency.svg)

${latencyTable(results)}`,
    `## Space

${table(
  ['bytes a payment', ''],
  [
    ['tables', bytes(space.table)],
    ['indexes', bytes(space.index)],
    ['write-ahead log', bytes(wal)],
  ],
)}

Payment, operation, transfer and event together, as the rounds have left them: two versions of what was updated included.`,
    `## Growth

![Cost of a request by the number of payments](payments-growth.svg)

${growthTable(results)}

Medians. A database and an api for each size, seeded with one operation, transfer and event a payment, and asked in turn, one
request at a time. \`get\` and \`capture\` pick payments from all over the merchant's history.`,
    `## With the sandbox bank

With the real bank process behind it instead of a provider that costs nothing: ${bank.a_second.toFixed(0)} payments a second with
${results.clients} at once; alone p50 ${ms(bank.p50)}, p99 ${ms(bank.p99)}. The bank keeps a durable log of its own on the same machine.`,
  ]
  return `${sections.join('\n\n')}\n`
}

function roundsTable({ rounds }: Results): string {
  const rows = rounds.map((round, n) => [
    String(n + 1),
    round.api.toFixed(0),
    round.bare.toFixed(0),
    (round.api / round.bare).toFixed(2),
    ms(round.api_cpu),
    ms(round.postgres_cpu),
    ms(round.bare_postgres_cpu),
  ])
  const head = ['API a second', 'bare a second', 'API ÷ bare', 'CPU of the api', 'of PostgreSQL']
  return table(['round', ...head, 'of PostgreSQL, bare'], rows)
}

function profileTable({ profile }: Results): string {
  const all = Object.values(profile).reduce((sum, each) => sum + each, 0)
  const rows = Object.entries(profile).map(([part, each]) => [
    part,
    ms(each),
    `${((100 * each) / all).toFixed(0)} %`,
  ])
  return table(['part', 'a payment', 'share'], rows)
}

function latencyTable({ latencies }: Results): string {
  const rows = ([0.5, 0.9, 0.99] as const).map((q) => {
    const [api, bare] = [quantile(latencies.api, q), quantile(latencies.bare, q)]
    return [`p${q * 100}`, ms(api), ms(bare), ms(api - bare)]
  })
  return table(['one at a time', 'API', 'bare', 'added'], rows)
}

function growthTable({ growth }: Results): string {
  const sizes = sizesOf(growth)
  const rows = Object.entries(growth).map(([name, list]) => [
    name,
    ...list.map((each) => ms(each.ms)),
    times(timesOf(list)),
  ])
  return table(['', ...sizes.map((size) => size.toLocaleString('en')), 'growth'], rows)
}

function throughputChart({ rounds }: Results): string {
  return barChart({
    title: 'Payments a second',
    unit: 'by round',
    series: ['API', 'bare'],
    digits: 0,
    groups: rounds.map(({ api, bare }, n) => ({ label: String(n + 1), values: [api, bare] })),
  })
}

function cpuChart({ rounds }: Results): string {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick))
  const together = of(({ api_cpu, postgres_cpu }) => api_cpu + postgres_cpu)
  return barChart({
    title: 'CPU a payment',
    unit: 'ms, median of the rounds',
    series: ['API', 'bare'],
    digits: 2,
    groups: [
      { label: 'api', values: [of((round) => round.api_cpu), undefined] },
      {
        label: 'PostgreSQL',
        values: [of((round) => round.postgres_cpu), of((round) => round.bare_postgres_cpu)],
      },
      { label: 'together', values: [together, undefined] },
    ],
    limit: { value: REQUIRED.cpu, label: `required: at most ${REQUIRED.cpu} ms` },
  })
}

function latencyChart({ latencies }: Results): string {
  const quantiles = [0.5, 0.9, 0.99]
  return barChart({
    title: 'Latency of one payment at a time',
    unit: 'ms',
    series: ['API', 'bare'],
    digits: 1,
    groups: quantiles.map((q) => ({
      label: `p${q * 100}`,
      values: [quantile(latencies.api, q), quantile(latencies.bare, q)],
    })),
  })
}

function growthChart({ growth }: Results): string {
  return lineChart({
    title: 'Cost of a request by the number of payments',
    unit: 'times the smallest',
    series: Object.keys(growth),
    sizes: sizesOf(growth),
    values: Object.values(growth).map((list) =>
      list.map(({ ms: each }) => each / (list[0]?.ms ?? 1)),
    ),
    limit: { value: REQUIRED.growth, label: `required: at most ${REQUIRED.growth} ×` },
  })
}

function sizesOf(growth: Growth): number[] {
  return (Object.values(growth)[0] ?? []).map(({ size }) => size)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`
}

function times(value: number): string {
  return `${value.toFixed(2)} ×`
}

function bytes(value: number): string {
  return Math.round(value).toLocaleString('en')
}
