// Many subscriptions are due at once, and two workers renew them while PostgreSQL and the workers are killed with
// SIGKILL again and again. Afterwards every subscription must have been renewed and charged exactly once, by the
// bank's own log. Before that, renewals without faults are timed against plain payments with saved cards.
//
//   npm run prove:renewals -- --subscriptions 10000
import { parseArgs } from 'node:util'
import { sleep } from '#kernel/clock.ts'
import { readBankLog } from '#roles/doctor/bank_log.ts'
import { checkBooks } from '#roles/doctor/books.ts'
import { isWell, report } from '#roles/doctor/run.ts'
import { pollNow } from '#testing/commit_faults.ts'
import { type Deployment, type RoleProcess, startDeployment } from '#testing/deployment.ts'
import { type KillablePostgres, startKillablePostgres } from '#testing/killable_postgres.ts'
import { PRICE } from '../support/subscription_bank.ts'
import { createTemplate, seedCustomers, type Seeded, seedSubscriptions } from './renewals_seed.ts'

export interface Proved {
  subscriptions: number
  postgres_kills: number
  worker_kills: number
  /** From the first worker's start until every invoice was paid and numbered. */
  faulty_ms: number
  /** Renewals and payments per second without faults; undefined if they were not timed. */
  speed: Speed | undefined
  problems: string[]
}

export interface Speed {
  count: number
  renewals_per_s: number
  payments_per_s: number
}

type Progress = (line: string) => void

const WORKERS = 2
/** Between two faults; a killed worker needs some of it to start. */
const LOAD_MS = 3_000
const DOWN_MS = 500
/** Concurrent payment requests: as many as two workers have renewals in progress. */
const CONCURRENCY = 200
const STALLED_MS = 120_000

export interface ProofOptions {
  readonly subscriptions: number
  readonly timed: number
  /** Maximum kills for PostgreSQL and a worker each; by default until nearly all are renewed. */
  readonly kills?: number
  readonly progress?: Progress
}

export async function proveRenewals(options: ProofOptions): Promise<Proved> {
  const { subscriptions, timed, kills: max_kills = Infinity, progress = () => undefined } = options
  await using postgres = await startKillablePostgres()
  await using deployment = await startDeployment({
    server_url: postgres.url,
    apis: WORKERS,
    workers: 0,
  })
  const template = await createTemplate(deployment)
  const speed = timed > 0 ? await time(deployment, template, timed, progress) : undefined
  const seeded = { prefix: 'due', count: subscriptions }
  await seedCustomers(deployment, seeded)
  await seedSubscriptions(deployment, template, seeded)
  progress(`${subscriptions} subscriptions are due`)
  const started = performance.now()
  const kills = await renewUnderFaults(deployment, postgres, seeded, max_kills, progress)
  const faulty_ms = Math.round(performance.now() - started)
  const problems = await judge(deployment, seeded)
  return { subscriptions, ...kills, faulty_ms, speed, problems }
}

/** Plain payments through two api processes, then renewals by two worker processes; both with saved cards. */
async function time(
  deployment: Deployment,
  template: string,
  count: number,
  progress: Progress,
): Promise<Speed> {
  const paid = { prefix: 'plain', count }
  const renewed = { prefix: 'timed', count }
  await seedCustomers(deployment, paid)
  await seedCustomers(deployment, renewed)
  const payments_ms = await timed(() => payAll(deployment, paid))
  progress(`${count} payments in ${payments_ms} ms`)
  const workers = await Promise.all([deployment.startWorker(), deployment.startWorker()])
  await seedSubscriptions(deployment, template, renewed)
  const renewals_ms = await timed(() => untilPaid(deployment, renewed, progress))
  await Promise.all(workers.map((worker) => worker.stop()))
  const perSecond = (ms: number) => Math.round((count / ms) * 10_000) / 10
  return {
    count,
    renewals_per_s: perSecond(renewals_ms),
    payments_per_s: perSecond(payments_ms),
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return Math.round(performance.now() - from)
}

async function payAll(deployment: Deployment, { prefix, count }: Seeded): Promise<void> {
  let next = 0
  const pay = async (client: number) => {
    while (next < count) {
      const n = ++next
      const answer = await deployment.client(client % WORKERS).post('/payments', {
        amount: PRICE,
        currency: 'EUR',
        customer_id: `${prefix}${n}`,
        payment_method_id: `pm_${prefix}${n}`,
        off_session: true,
        confirm: true,
      })
      if (answer.body?.status !== 'succeeded') throw new Error(answer.text)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, (_, n) => pay(n)))
}

interface Counted {
  paid: number
  numbered: number
}

async function count({ sql }: Deployment, { prefix }: Seeded): Promise<Counted> {
  const [row] = await sql<Counted>(
    `select count(*) filter (where status = 'invoice_paid')::int as paid,
        count(number)::int as numbered from invoices where customer_id like $1 || '%'`,
    [prefix],
  )
  return row ?? { paid: 0, numbered: 0 }
}

/** Fails when nothing has happened for a long time. */
async function untilPaid(
  deployment: Deployment,
  seeded: Seeded,
  progress: Progress,
): Promise<void> {
  let best = -1
  let moved_at = performance.now()
  for (;;) {
    const { paid, numbered } = await count(deployment, seeded)
    if (paid >= seeded.count && numbered >= seeded.count) return
    if (paid + numbered > best) moved_at = performance.now()
    best = Math.max(best, paid + numbered)
    if (performance.now() - moved_at > STALLED_MS) return
    progress(`${paid} of ${seeded.count} renewed, ${numbered} numbered`)
    await sleep(500)
  }
}

async function renewUnderFaults(
  deployment: Deployment,
  postgres: KillablePostgres,
  seeded: Seeded,
  max_kills: number,
  progress: Progress,
): Promise<Pick<Proved, 'postgres_kills' | 'worker_kills'>> {
  const over = new AbortController()
  const live = Array.from({ length: WORKERS }, () => keepRunning(deployment, over.signal))
  let postgres_kills = 0
  let worker_kills = 0
  try {
    // The last part is renewed without faults, so that it can end.
    const isNearEnd = async () => {
      const { paid } = await count(deployment, seeded)
      progress(
        `${paid} renewed; PostgreSQL killed ${postgres_kills}, workers ${worker_kills} times`,
      )
      return paid > seeded.count * 0.9 || postgres_kills >= max_kills
    }
    const started = performance.now()
    do {
      // On a busy machine a worker needs longer than the load to start.
      await live[postgres_kills % WORKERS]?.untilUp()
      await sleep(LOAD_MS)
      if (await live[postgres_kills % WORKERS]?.kill()) worker_kills++
      await sleep(LOAD_MS)
      await postgres.kill9()
      postgres_kills++
      await sleep(DOWN_MS)
      await postgres.restart()
    } while (!(await isNearEnd()) && performance.now() - started < MAX_FAULTS_MS)
    const poll = setInterval(() => void hurry(deployment).catch(() => undefined), 2_000)
    await untilPaid(deployment, seeded, progress)
    clearInterval(poll)
    return { postgres_kills, worker_kills }
  } finally {
    over.abort()
    await Promise.all(live.map((worker) => worker.end()))
  }
}

const MAX_FAULTS_MS = 180_000

/** Recovery looks at once, and a renewal that could not be sent is tried again at once. */
async function hurry(deployment: Deployment): Promise<void> {
  await pollNow(deployment)
  await deployment.sql(
    `update invoices set next_attempt_at = now() where next_attempt_at > now() and first_failed_at is null`,
  )
}

/** A worker that is started again whenever it ends, as a supervisor does. */
function keepRunning(deployment: Deployment, over: AbortSignal) {
  let current: RoleProcess | undefined
  const run = async () => {
    while (!over.aborted) {
      current = await deployment.startWorker().catch(() => undefined)
      // One that is started while PostgreSQL is down ends at once.
      if (current === undefined) await sleep(200)
      else if (over.aborted) await current.kill9()
      else await current.ended
      current = undefined
    }
  }
  const running = run()
  /** True if there was one to kill. */
  const kill = async () => {
    const killed = current
    await killed?.kill9()
    return killed !== undefined
  }
  const untilUp = async () => {
    const isUp = () => current !== undefined
    while (!isUp() && !over.aborted) await sleep(50)
  }
  return { kill, untilUp, end: () => kill().then(() => running) }
}

interface JudgedRow {
  subscription_id: string
  status: string
  is_moved: boolean
  invoices: number
  paid: number
}

/** One new invoice, one charge at the bank, one period; numbers and books as the doctor sees them. */
async function judge(deployment: Deployment, { prefix, count: expected }: Seeded) {
  const { sql, bank } = deployment
  const problems: string[] = []
  const rows = await sql<JudgedRow>(
    `select s.subscription_id, s.status, s.period_start > s.anchor and s.periods_since_anchor = 2
          and s.open_invoice_id is null as is_moved,
        count(i.invoice_id)::int as invoices,
        count(*) filter (where i.status = 'invoice_paid' and i.amount = $2)::int as paid
      from subscriptions s left join invoices i
        on i.merchant_id = s.merchant_id and i.subscription_id = s.subscription_id
      where s.customer_id like $1 || '%' group by 1, 2, 3`,
    [prefix, PRICE],
  )
  if (rows.length !== expected) problems.push(`${rows.length} subscriptions of ${expected}`)
  for (const { subscription_id, status, is_moved, invoices, paid } of rows) {
    if (status === 'active' && is_moved && invoices === 1 && paid === 1) continue
    const how = `${invoices} invoices, ${paid} paid, period moved once: ${is_moved}`
    problems.push(`${subscription_id} is ${status}: ${how}`)
  }
  const uses = await sql<{ payment_id: string; invoice_id: string }>(
    `select payment_id, invoice_id from payment_claims p where subscription_id like 'sub_' || $1 || '%'`,
    [prefix],
  )
  const invoiceOf = new Map(uses.map(({ payment_id, invoice_id }) => [payment_id, invoice_id]))
  const charges = (await bank.log()).filter(
    ({ reference, effect }) => effect === 'charged' && invoiceOf.has(reference),
  )
  const byInvoice = Map.groupBy(charges, ({ reference }) => invoiceOf.get(reference))
  if (byInvoice.size !== expected) problems.push(`the bank charged ${byInvoice.size} invoices`)
  for (const [invoice_id, facts] of byInvoice) {
    if (facts.length === 1 && facts[0]?.amount === PRICE) continue
    problems.push(`${invoice_id} was charged ${facts.map(({ amount }) => amount).join(', ')}`)
  }
  const books = await checkBooks(deployment.services, await readBankLog(await bank.log()))
  // No worker runs any more, so the last events may not have been relayed.
  const isSound = books.findings.every(({ violations }) =>
    violations.every(({ message }) => message.includes('not relayed')),
  )
  return isWell(books) || isSound ? problems : [...problems, report(books)]
}

function table({ speed, ...proved }: Proved): string {
  const rows: [string, string | number][] = [
    ['subscriptions due at once', proved.subscriptions],
    ['PostgreSQL killed', proved.postgres_kills],
    ['workers killed', proved.worker_kills],
    ['until all were renewed and numbered', `${Math.round(proved.faulty_ms / 1000)} s`],
    ['problems', proved.problems.length],
  ]
  if (speed) {
    const ratio = Math.round((speed.renewals_per_s / speed.payments_per_s) * 100) / 100
    rows.push(
      [`renewals per second without faults (${speed.count})`, speed.renewals_per_s],
      [`plain payments per second (${speed.count})`, speed.payments_per_s],
      ['ratio', ratio],
    )
  }
  return ['| What | |', '|---|---|', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join(
    '\n',
  )
}

const HELP = `Renews many subscriptions that are due at once while PostgreSQL and the workers are killed.

  npm run prove:renewals -- [--subscriptions 10000] [--timed 1000]

  --subscriptions  how many are due at once
  --timed          how many renewals and plain payments are timed before, without faults; 0: none
`

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      subscriptions: { type: 'string', default: '10000' },
      timed: { type: 'string', default: '1000' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(HELP)
  } else {
    const proved = await proveRenewals({
      subscriptions: Number(values.subscriptions),
      timed: Number(values.timed),
      progress: (line) => process.stderr.write(`${line}\n`),
    })
    const shown = proved.problems.slice(0, 50).map((problem) => `problem: ${problem}`)
    process.stdout.write(`${[table(proved), ...shown].join('\n')}\n`)
    process.exitCode = proved.problems.length === 0 ? 0 : 1
  }
}
