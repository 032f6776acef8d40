// Health checks: for merchants with a key, and liveness and readiness for an orchestrator.
import { Type } from 'typebox'
import { findUnbuilt } from '@florin/pages/built.ts'
import { addMs, MINUTE_MS, monotonicMs } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { findMigrations, isMigrated } from '#kernel/migrate.ts'
import { hasStalled } from '#kernel/watchdog.ts'
import { findOldestWaiting } from '#core/outbox/read.ts'
import { answer, described, Timestamp } from './fields.ts'
import { type Route, get } from './route.ts'

export const RELEASE = '0.1.0'

const Health = answer('Health', {
  status: Type.Literal('ok', {
    description: 'Always `ok`: the service answers and the key works.',
  }),
  environment: Type.Unsafe<string>({
    type: 'string',
    enum: ['sandbox', 'production'],
    description: 'The environment of this deployment, and so of the key.',
  }),
  merchant_id: Type.String({ description: 'The merchant that the key belongs to.' }),
  version: Type.String({ description: 'The release of Florin that answers.' }),
  time: described(Timestamp, 'The time for your merchant, in UTC.'),
})

export const healthRoutes: Route[] = [
  get('/health', {
    tag: 'Health',
    summary: 'Check the service and your key',
    access: 'any_key',
    answer: Health,
    run: async (context) => ({
      status: 'ok' as const,
      environment: context.environment,
      merchant_id: context.merchant_id,
      version: RELEASE,
      time: context.now,
    }),
  }),
]

/** A process whose event loop stands still does not answer at all; afterwards some answers say that it did. */
export function liveness() {
  return hasStalled()
    ? { code: 503, body: { status: 'stalled' } }
    : { code: 200, body: { status: 'ok' } }
}

export interface Readiness {
  /** A draining process is healthy, but must not get new requests. */
  status: 'ok' | 'unavailable' | 'draining'
  checks: {
    /** Stalled: the database answers, but a statement has waited so long that its connection may be dead. */
    database: 'ok' | 'not_migrated' | 'stalled' | 'unreachable'
    /** Delayed: events have waited for a worker for more than a minute. */
    queue: 'ok' | 'delayed' | 'unreachable'
    storage: 'ok' | 'unreachable'
    /** Without the built files, the hosted page and the dashboard answer with an error. */
    pages: 'ok' | 'not_built'
  }
}

/** Anyone may call this, so the checks run once a second at most, however often it is called. */
const CACHED_MS = 1_000

export type ReadChecks = () => Promise<Readiness['checks']>

export function cachedChecks(services: Services): ReadChecks {
  let checks: Promise<Readiness['checks']> | undefined
  let until = 0
  return () => {
    if (checks === undefined || monotonicMs() > until) {
      until = Infinity
      checks = runChecks(services).finally(() => (until = monotonicMs() + CACHED_MS))
    }
    return checks
  }
}

async function runChecks(services: Services): Promise<Readiness['checks']> {
  const [database, queue, storage] = await Promise.all([
    databaseCheck(services),
    queueCheck(services),
    storageCheck(services),
  ])
  const pages = findUnbuilt().length === 0 ? 'ok' : 'not_built'
  return { database, queue, storage, pages }
}

/** A process without storage, workers or pages stays ready: uploads and webhooks wait, but payments must not. */
export function toReadiness(checks: Readiness['checks'], draining: boolean): Readiness {
  const status = checks.database === 'ok' ? 'ok' : 'unavailable'
  return { status: draining ? 'draining' : status, checks }
}

// A database without any migration has no migrations table.
const UNDEFINED_TABLE = '42P01'

/** Shorter than an orchestrator's timeout. */
const CHECK_MS = 2_000

async function databaseCheck({ db, log }: Services) {
  try {
    if (!(await within(CHECK_MS, findMigrations(db).then(isMigrated)))) return 'not_migrated'
    return db.oldestInFlightMs() > db.statement_timeout_ms / 2 ? 'stalled' : 'ok'
  } catch (error) {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return 'not_migrated'
    log.debug({ err: error }, 'readiness: database does not answer; reporting unavailable')
    return 'unreachable'
  }
}

/** Longer than a worker needs to take over from one that died. */
const DELAYED_MS = MINUTE_MS

async function queueCheck(services: Services) {
  try {
    const oldest = await within(CHECK_MS, findOldestWaiting(services))
    const isDelayed = oldest !== undefined && oldest < addMs(services.clock.now(), -DELAYED_MS)
    return isDelayed ? 'delayed' : 'ok'
  } catch {
    // The database check logs the reason.
    return 'unreachable'
  }
}

async function storageCheck({ storage, log }: Services) {
  try {
    await within(CHECK_MS, storage.check())
    return 'ok'
  } catch (error) {
    log.warn(
      { error: (error as Error).message },
      'readiness: storage check failed; uploads will fail',
    )
    return 'unreachable'
  }
}

async function within<T>(ms: number, check: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([check, late])
  } finally {
    clearTimeout(timer)
  }
}
