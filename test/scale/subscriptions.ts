// The subscription and invoice sweeps find a hundred due rows among many: the same round among few and among many, in
// turn, in two databases. Measured are the statement that finds them, and the whole round with its work; the pages
// that the statement reads are counted, which no other work on the machine can change.
//
// npm run scale:subscriptions -- --rows 1000000 --few 10000
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { dueStatement, findDue } from '#kernel/sweeps.ts'
import type { Services } from '#kernel/context.ts'
import type { Sql } from '#kernel/sql.ts'
import { registry } from '#resources/resources.ts'
import { type Deployment, startDeployment } from '#testing/deployment.ts'
import { quantile } from '../../bench/load.ts'
import {
  confirmSubscription,
  createDailyPlan,
  createSubscription,
} from '../support/subscription_bank.ts'
import { makeDue, seedSubscriptions } from './subscription_rows.ts'

const DUE = 100
const NAMES = Object.keys(makeDue)
const FINDS = 40

export interface Growth {
  readonly sweep: string
  /** Medians in milliseconds, among few rows and among many. */
  readonly find: readonly [few: number, many: number]
  readonly round: readonly [few: number, many: number]
  /** Database pages that the finding statement reads. */
  readonly pages: readonly [few: number, many: number]
}

export interface Sizes {
  readonly few: number
  readonly many: number
  readonly rounds: number
}

export async function measureSweeps(
  { few, many, rounds }: Sizes,
  progress: (line: string) => void = () => undefined,
): Promise<Growth[]> {
  await using small = await startDeployment(PROCESSES)
  await using large = await startDeployment(PROCESSES)
  const deployments = [small, large]
  for (const [n, deployment] of deployments.entries()) {
    await createTemplate(deployment)
    await seedSubscriptions(deployment, n === 0 ? few : many)
    progress(`${n === 0 ? few : many} subscriptions are stored`)
  }
  const growth: Growth[] = []
  let next = 1
  for (const sweep of NAMES) {
    const find: [number[], number[]] = [[], []]
    const round: [number[], number[]] = [[], []]
    const pages: [number[], number[]] = [[], []]
    for (let n = 0; n < rounds; n++, next += DUE) {
      for (const [at, deployment] of deployments.entries()) {
        await setDue(deployment, sweep, next)
        const times = await timeRound(deployment, sweep)
        find[at]?.push(...times.find)
        round[at]?.push(times.round)
        pages[at]?.push(times.pages)
      }
    }
    growth.push({
      sweep,
      find: medians(find),
      round: medians(round),
      pages: medians(pages),
    })
    progress(describe(growth.at(-1) as Growth))
  }
  return growth
}

/** The provider answers at once, so that a round shows the database's cost. */
const PROCESSES = { workers: 0, env: { FLORIN_PROVIDER: 'instant' } }

async function createTemplate(deployment: Deployment): Promise<void> {
  await createDailyPlan(deployment)
  const id = await createSubscription(deployment, deployment.client(), 'template')
  const { body, text } = await confirmSubscription(deployment, deployment.client(), id)
  if (body.status !== 'active') throw new Error(text)
  await deployment.sql('update invoices set number_due = null')
}

async function setDue({ sql }: Deployment, sweep: string, from: number): Promise<void> {
  const [first, last] = [from, from + DUE - 1].map((n) => `sub_${String(n).padStart(10, '0')}`)
  // Renewals have made invoices that wait for their numbers.
  await sql('update invoices set number_due = null where number_due is not null')
  for (const text of makeDue[sweep] ?? []) {
    await sql(`${text} where subscription_id between $1 and $2`, [first, last])
  }
}

async function timeRound({ services }: Deployment, name: string) {
  const sweep = registry.sweeps.find((each) => each.name === name)
  if (sweep?.timer === undefined) throw new Error(`there is no sweep ${name}`)
  const find: number[] = []
  for (let n = 0; n < FINDS; n++) {
    const started = performance.now()
    const due = await findDue(services.db, sweep.timer, services.clock.now(), 10 * DUE)
    find.push(performance.now() - started)
    if (due.length !== DUE) throw new Error(`${name}: ${due.length} rows are due`)
  }
  const pages = await pagesRead(services, dueStatement(sweep.timer, services.clock.now(), 10 * DUE))
  const started = performance.now()
  const done = await sweep.round(services)
  const round = performance.now() - started
  if (done !== DUE) throw new Error(`${name}: the round worked on ${done} rows`)
  const left = await findDue(services.db, sweep.timer, services.clock.now(), 10 * DUE)
  if (left.length > 0) throw new Error(`${name}: ${left.length} rows are still due`)
  return { find, round, pages }
}

async function pagesRead({ db }: Services, statement: Sql): Promise<number> {
  const { text, values } = statement.compile()
  const [row] = await db.run<{ 'QUERY PLAN': Explained[] }>(
    `explain (analyze, buffers, format json) ${text}`,
    values,
  )
  const plan = row?.['QUERY PLAN'][0]?.Plan
  if (plan === undefined) throw new Error('there is no plan')
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

interface Explained {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
}

function medians([few, many]: [number[], number[]]): [number, number] {
  return [quantile(few, 0.5), quantile(many, 0.5)]
}

function ratio([few, many]: readonly [number, number]): number {
  return many / few
}

export function describe({ sweep, find, round, pages }: Growth): string {
  const show = (pair: readonly [number, number]) =>
    `${pair[0].toFixed(2)} ms | ${pair[1].toFixed(2)} ms | ${ratio(pair).toFixed(2)}`
  return `| ${sweep} | ${show(find)} | ${show(round)} | ${pages.join(' | ')} |`
}

const HELP = `Times the sweeps of subscriptions among few and among many rows.

  npm run scale:subscriptions -- [--rows 1000000] [--few 10000] [--rounds 7]
`

if (import.meta.main) await main()

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '1000000' },
      few: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: '7' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return
  }
  const [few, many, rounds] = [values.few, values.rows, values.rounds].map(Number) as [
    number,
    number,
    number,
  ]
  const growth = await measureSweeps({ few, many, rounds }, (line) =>
    process.stderr.write(`${line}\n`),
  )
  const lines = [
    `${DUE} due rows among ${few} and among ${many}; medians; ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}`,
    '| Sweep | find, few | find, many | times | round, few | round, many | times | pages, few | pages, many |',
    '|---|---|---|---|---|---|---|---|---|',
    ...growth.map(describe),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
