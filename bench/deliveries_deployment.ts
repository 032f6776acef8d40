// Shared by the delivery benchmarks: a database with merchants, a worker, an api and a receiver, each in a separate
// process.
import { type ChildProcess, fork } from 'node:child_process'
import { createServices } from '#app.ts'
import { readConfig } from '#config.ts'
import type { Services } from '#kernel/context.ts'
import { leastId, randomIds } from '#kernel/ids.ts'
import { makeSecret } from '#kernel/crypto.ts'
import { createDatabase, dropDatabase } from '#kernel/databases.ts'
import { createLog } from '#kernel/log.ts'
import { migrate } from '#kernel/migrate.ts'
import { createMerchant } from '#resources/accounts/merchants/create.ts'
import type { NewMerchant } from '#resources/accounts/merchants/schema.ts'
import { type Child, startRole } from '#roles/sandbox/role.ts'
import { cpuOf } from './cpu.ts'
import type { Report } from './receiver.ts'
import { paymentBody } from './requests.ts'

export interface Shops {
  /** The environment for processes that use this database. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly services: Services
  readonly merchants: NewMerchant[]
  close(): Promise<void>
}

export interface Deployment extends Shops {
  readonly worker: Child
  readonly api: Child
  /** CPU seconds so far, for the worker and for PostgreSQL on this database. */
  cpu(): Promise<number[]>
}

let databases = 0

/** A new database with one merchant for each webhook_url. */
export async function createShops(hooks: readonly string[]): Promise<Shops> {
  const server = process.env['DATABASE_URL']
  if (!server) throw new Error('Run it with a PostgreSQL: scripts/run node bench/…')
  const name = `florin_bench_${process.pid}_${++databases}`
  const url = await createDatabase(server, name)
  await migrate(url)
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: url,
    FLORIN_SECRET: makeSecret(),
    FLORIN_PROVIDER: 'instant',
    FLORIN_PORT: '0',
    FLORIN_METRICS_PORT: '0',
    FLORIN_WORKER_METRICS_PORT: '0',
    FLORIN_RATE_LIMIT: '10000000',
    FLORIN_LOG_LEVEL: 'warn',
    FLORIN_DRAIN_MS: '0',
  }
  const services = createServices(readConfig(env), createLog('warn'))
  const merchants: NewMerchant[] = []
  for (const hook of hooks) merchants.push(await newMerchant(services, hook))
  return {
    env,
    services,
    merchants,
    async close() {
      services.provider.close()
      await services.db.close()
      await dropDatabase(server, name)
    },
  }
}

/** The same, with a worker and an api. */
export async function createDeployment(hooks: readonly string[]): Promise<Deployment> {
  const shops = await createShops(hooks)
  const { env, services } = shops
  const worker = await startRole('worker', env)
  const api = await startRole('api', env)
  return {
    ...shops,
    worker,
    api,
    cpu: async () => [cpuOf(worker.pid), await cpuOfDatabase(services)],
    async close() {
      await Promise.all([worker.stop(), api.stop()])
      await shops.close()
    },
  }
}

async function newMerchant(services: Services, hook: string): Promise<NewMerchant> {
  const made = await createMerchant({ ...services, ...randomIds }, { merchant_name: 'Bench' })
  await services.db.run(
    `update profiles set webhook_details = webhook_details || jsonb_build_object('webhook_url', $2::text)
       where merchant_id = $1`,
    [made.merchant_id, hook],
  )
  return made
}

/** Counts the worker's and the api's connections, not the benchmark's own. */
async function cpuOfDatabase({ db }: Services): Promise<number> {
  const backends = await db.run<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database()
       and client_port not in (select client_port from pg_stat_activity where query like '%pg_stat_activity%')`,
    [],
  )
  return backends.reduce((sum, { pid }) => sum + cpuOf(pid), 0)
}

/** The event body for a payment made through the api. */
export async function realBody({ services, merchants, api }: Deployment): Promise<string> {
  const [first] = merchants
  if (!first) throw new Error('a deployment needs a merchant')
  const body = JSON.stringify(paymentBody(first.profile_id, 'real'))
  const answer = await fetch(`http://127.0.0.1:${api.ports.port}/payments`, {
    method: 'POST',
    headers: { 'api-key': first.api_key, 'content-type': 'application/json' },
    body,
  })
  if (!answer.ok) throw new Error(await answer.text())
  const [event] = await services.db.run<{ body: string }>(
    `select body from events where object_id = 'real'`,
    [],
  )
  return event?.body ?? ''
}

let serial = 0

/** Writes events as payments do, for these merchants in turn; resolves with their ids when committed. */
export async function writeEvents(
  { services: { db, clock } }: Pick<Shops, 'services'>,
  merchants: readonly NewMerchant[],
  body: string,
  count: number,
): Promise<string[]> {
  const prefix = leastId('evt', clock.now()).slice(0, 14)
  const rows = await db.run<{ event_id: string }>(
    `insert into events (merchant_id, event_id, profile_id, event_type, object_type, object_id, sequence,
       body, created, version)
     select ($1::text[])[1 + n % $3], $7 || lpad(n::text, 16, '0'), ($2::text[])[1 + n % $3],
       'payment_succeeded', 'payment_details', 'bench_' || n, 1, $4, $8, 1
     from generate_series($5::int, $6::int) n returning event_id`,
    [
      merchants.map((merchant) => merchant.merchant_id),
      merchants.map((merchant) => merchant.profile_id),
      merchants.length,
      body,
      serial + 1,
      serial + count,
      prefix,
      clock.now(),
    ],
  )
  serial += count
  return rows.map((row) => row.event_id)
}

export interface BenchReceiver {
  readonly pid: number
  readonly hook: string
  /** Call it before the events are written; `arrived` resolves when all have arrived. */
  expect(count: number): Promise<{ arrived: Promise<Map<string, number>> }>
  stop(): void
}

export async function startBenchReceiver(): Promise<BenchReceiver> {
  const child = fork(new URL('receiver.ts', import.meta.url))
  const { port } = await reported(child, 'port')
  return {
    pid: child.pid ?? 0,
    hook: `http://127.0.0.1:${port}`,
    async expect(until) {
      const ready = reported(child, 'ready')
      const arrived = reported(child, 'arrived').then((report) => new Map(report.arrived))
      child.send({ until })
      await ready
      return { arrived }
    },
    stop: () => child.disconnect(),
  }
}

function reported(child: ChildProcess, which: keyof Report): Promise<Report> {
  return new Promise((resolve) => {
    const listen = (report: Report) => {
      if (report[which] === undefined) return
      child.off('message', listen)
      resolve(report)
    }
    child.on('message', listen)
  })
}

export function nowMs(): number {
  return performance.timeOrigin + performance.now()
}
