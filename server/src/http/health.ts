// Health checks: for merchants with a key, and liveness and readiness for an orchestrator.
import { Type } from 'typebox'
import type { Services } from '#kernel/context.ts'
import { findMigrations, isMigrated } from '#kernel/migrate.ts'
import { answer, Timestamp } from './fields.ts'
import { type Route, route } from './route.ts'

export const RELEASE = '0.1.0'

const Health = answer('Health', {
  status: Type.Literal('ok'),
  environment: Type.String(),
  merchant_id: Type.String(),
  version: Type.String({ description: 'The release of Florin that answers.' }),
  time: Timestamp,
})

export const healthRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/health',
    tag: 'Health',
    summary: 'Check the service and your key',
    access: 'any_key',
    status: 200,
    answer: Health,
    errors: [],
    run: async (context) => ({
      status: 'ok' as const,
      environment: context.environment,
      merchant_id: context.merchant_id,
      version: RELEASE,
      time: context.now,
    }),
  }),
]

export interface Readiness {
  /** A draining process is healthy, but must not get new requests. */
  status: 'ok' | 'unavailable' | 'draining'
  checks: {
    /** Stalled: the database answers, but a statement has waited so long that its connection may be dead. */
    database: 'ok' | 'not_migrated' | 'stalled' | 'unreachable'
    storage: 'ok' | 'unreachable'
  }
}

/** A process without storage stays ready: uploads fail, but payments must not. */
export async function readiness(services: Services, draining: boolean): Promise<Readiness> {
  const [database, storage] = await Promise.all([databaseCheck(services), storageCheck(services)])
  const status = database === 'ok' ? 'ok' : 'unavailable'
  return { status: draining ? 'draining' : status, checks: { database, storage } }
}

/** Shorter than the timeout of an orchestrator. */
const CHECK_MS = 2_000

async function databaseCheck({ db, log }: Services) {
  try {
    if (!(await within(CHECK_MS, findMigrations(db).then(isMigrated)))) return 'not_migrated'
    return db.oldestInFlightMs() > db.statement_timeout_ms / 2 ? 'stalled' : 'ok'
  } catch (error) {
    log.warn(
      { error: (error as Error).message },
      'readiness: database does not answer; reporting unavailable',
    )
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
