// Checks the deployment itself: `florin-server doctor` without options. It writes nothing.
import { findUnbuilt } from '@florin/pages/built.ts'
import type { Config } from '#config.ts'
import { monotonicMs } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { migrationState } from '#kernel/migrate.ts'
import { deploymentRefusal } from '#core/vault/deployment.ts'
import { findAnchored } from '#resources/accounts/audit/read.ts'
import { lastRun } from './last_run.ts'
import { countWorkers, readServer } from './setup_store.ts'

/** A warning does not stop Florin from working, and does not change the exit code. */
export interface Check {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly message: string
}

type Result = readonly [state: Check['state'], message: string]

const REQUIRED_VERSION = 150_000
const MAX_CLOCK_DIFFERENCE_MS = 2_000
const TIMEOUT_MS = 5_000
const DAY_MS = 86_400_000

export async function checkSetup(services: Services, config: Config): Promise<Check[]> {
  const checks: readonly (readonly [name: string, check: () => Promise<Result> | Result])[] = [
    ['configuration', () => configuration(config)],
    ['database', () => database(services)],
    ['migrations', () => migrations(services)],
    ['secret', () => secret(services)],
    ['clock', () => clock(services)],
    ['storage', () => storage(services)],
    ['pages', pages],
    ['redis', () => redis(config)],
    ['provider', () => provider(services)],
    ['worker', () => worker(services)],
    ['anchors', () => anchors(services)],
    ['books', () => books(services)],
  ]
  const results: Check[] = []
  for (const [name, check] of checks) {
    const [state, message] = await run(check)
    results.push({ name, state, message })
  }
  return results
}

async function run(check: () => Promise<Result> | Result): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Result>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, ['failed', `no answer within ${TIMEOUT_MS / 1000} s`])
  })
  try {
    return await Promise.race([check(), late])
  } catch (error) {
    return ['failed', (error as Error).message]
  } finally {
    clearTimeout(timer)
  }
}

function configuration({ environment, public_url, redis_url, trust_proxy }: Config): Result {
  const is_production = environment === 'production'
  if (is_production && !public_url?.startsWith('https:')) {
    return [
      'warning',
      'FLORIN_PUBLIC_URL is not an https address: acquirers and browsers could not return',
    ]
  }
  if (is_production && trust_proxy === 0) {
    return ['warning', 'FLORIN_TRUST_PROXY is 0: behind a proxy all callers have one address']
  }
  const counts = redis_url === undefined ? 'rate limits per process' : 'shared rate limits'
  return ['ok', `${environment}, ${counts}`]
}

async function database({ db, environment }: Services): Promise<Result> {
  const started = monotonicMs()
  const server = await readServer(db)
  const ms = Math.round(monotonicMs() - started)
  const { version, version_num, fsync, full_page_writes, is_standby, standbys } = server
  if (version_num < REQUIRED_VERSION) return ['failed', `PostgreSQL ${version}; 15 is required`]
  if (is_standby) return ['failed', 'this is a read-only standby; set DATABASE_URL to the primary']
  if (fsync !== 'on' || full_page_writes !== 'on') {
    return ['failed', 'fsync or full_page_writes is off: payments are lost if the machine crashes']
  }
  if (environment === 'production' && standbys === '') {
    return [
      'warning',
      `PostgreSQL ${version}: no synchronous standby; a failover loses the last payments`,
    ]
  }
  return ['ok', `PostgreSQL ${version}, answers within ${ms} ms`]
}

async function migrations({ db }: Services): Promise<Result> {
  const { missing, unknown } = await migrationState(db)
  if (missing.length > 0)
    return ['failed', `${missing.length} not run: run \`florin-server migrate\``]
  if (unknown.length > 0) {
    return ['warning', `the database is newer than this version: it also has ${unknown.join(', ')}`]
  }
  return ['ok', 'all have run']
}

/** Records nothing: the first process that serves does. */
async function secret(services: Services): Promise<Result> {
  const refusal = await deploymentRefusal(services)
  return refusal === undefined ? ['ok', 'the one of this database'] : ['failed', refusal]
}

/** Half the round trip is the comparison's error. */
async function clock({ db, clock: wall }: Services): Promise<Result> {
  const started = monotonicMs()
  const { now } = await readServer(db)
  const round_trip_ms = monotonicMs() - started
  const difference_ms = Math.abs(wall.now().getTime() - round_trip_ms / 2 - now.getTime())
  if (difference_ms - round_trip_ms / 2 > MAX_CLOCK_DIFFERENCE_MS) {
    const seconds = (difference_ms / 1000).toFixed(1)
    return [
      'failed',
      `this machine's clock and PostgreSQL's differ by ${seconds} s: run NTP on both`,
    ]
  }
  return ['ok', "agrees with PostgreSQL's clock"]
}

async function storage(services: Services): Promise<Result> {
  await services.storage.check()
  return ['ok', 'writable']
}

function pages(): Result {
  const unbuilt = findUnbuilt()
  if (unbuilt.length === 0) return ['ok', 'built']
  return ['failed', `not built: ${unbuilt.join(', ')}; run \`npm run build\``]
}

async function redis({ redis_url }: Config): Promise<Result> {
  if (redis_url === undefined) return ['ok', 'not used']
  const { Redis } = await import('ioredis')
  const options = { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null }
  const client = new Redis(redis_url, options)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.ping()
    return ['ok', 'answers']
  } catch (error) {
    const { message } = error as Error
    return ['warning', `does not answer: each api process counts requests alone (${message})`]
  } finally {
    client.disconnect()
  }
}

function provider({ provider: { name } }: Services): Result {
  if (name === 'none') return ['warning', 'no acquirer is configured: every payment is refused']
  return ['ok', name]
}

async function worker({ db }: Services): Promise<Result> {
  const count = await countWorkers(db)
  if (count > 0) return ['ok', `${count} running`]
  return ['warning', 'none is running: no webhooks, no recovery, no expirations']
}

async function anchors({
  db,
  environment,
  clock: wall,
  anchors: chosen,
}: Services): Promise<Result> {
  const { target, interval_ms } = chosen
  if (target === undefined) {
    return environment === 'production'
      ? ['warning', 'FLORIN_AUDIT_ANCHOR is empty: the newest entries could be removed unnoticed']
      : ['ok', 'not used']
  }
  const anchored_at = await findAnchored(db)
  if (anchored_at === undefined) return ['warning', `nothing was anchored yet: ${target.name}`]
  const minutes = Math.floor((wall.now().getTime() - anchored_at.getTime()) / 60_000)
  const is_late = minutes * 60_000 > 2 * interval_ms
  return [is_late ? 'failed' : 'ok', `${target.name}, ${minutes} minute(s) ago`]
}

async function books(services: Services): Promise<Result> {
  const run = await lastRun(services)
  if (run === undefined) return ['warning', 'never checked: run `florin-server doctor --books`']
  const days = Math.floor((services.clock.now().getTime() - run.ran_at.getTime()) / DAY_MS)
  const when = days === 0 ? 'within a day' : `${days} day(s) ago`
  if (run.violations > 0) {
    return [
      'failed',
      `${run.violations} violation(s), checked ${when}: run \`florin-server doctor --books\``,
    ]
  }
  return [days > 1 ? 'warning' : 'ok', `no violations, checked ${when}`]
}

export function describeChecks(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length)) + 2
  const lines = checks.map(
    ({ name, state, message }) => `  ${state.padEnd(9)}${name.padEnd(width)}${message}`,
  )
  const failed = checks.filter(({ state }) => state === 'failed').length
  const verdict =
    failed === 0
      ? 'Florin can run. `florin-server doctor --books` checks the books.'
      : `${failed} check(s) failed. docs/operations/running.md says more.`
  return ['The deployment:', ...lines, verdict].join('\n')
}
