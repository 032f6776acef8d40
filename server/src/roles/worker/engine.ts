// The job engine for scheduled jobs, graphile-worker, in a schema of its own. Work that must happen within
// seconds is a sweep instead. By itself the engine keeps the jobs of a killed process locked for four hours.
// So its pool id is used as the worker's id: removing a dead worker unlocks the jobs under that id.
import { EventEmitter } from 'node:events'
import {
  Logger,
  run,
  type Runner,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { Services } from '#kernel/context.ts'
import { createLog, type Log } from '#kernel/log.ts'
import { crontab, scheduledJobs } from './crontab.ts'

const SCHEMA = 'florin_jobs'
const CONCURRENCY = 4

/** Brings the engine's tables up to date; several processes may do so at once. */
export async function migrateEngine(database_url: string): Promise<void> {
  await runMigrations({ ...common(database_url, createLog('warn')) })
}

export interface Engine {
  readonly worker_id: string
  readonly runner: Runner
}

export async function startEngine(database_url: string, services: Services): Promise<Engine> {
  const events: WorkerEvents = new EventEmitter()
  const pool_id = new Promise<string>((resolve) => {
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id))
  })
  const runner = await run({
    ...common(database_url, services.log),
    concurrency: CONCURRENCY,
    maxPoolSize: CONCURRENCY + 2,
    // The worker handles signals itself: it has sweeps to stop as well.
    noHandleSignals: true,
    events,
    taskList: tasks(services),
    crontab,
  })
  return { worker_id: await pool_id, runner }
}

function tasks(services: Services): TaskList {
  return Object.fromEntries(
    scheduledJobs.map((job) => [job.name, async () => void (await job.run(services))]),
  )
}

function common(database_url: string, log: Log) {
  return { connectionString: inUtc(database_url), schema: SCHEMA, logger: loggerOf(log) }
}

/** The driver parses every timestamp as UTC, so the engine's sessions must use UTC too. */
function inUtc(database_url: string): string {
  const url = new URL(database_url)
  const given = url.searchParams.get('options')
  url.searchParams.set('options', `${given ? `${given} ` : ''}-c TimeZone=UTC`)
  return url.href
}

/** The engine's lines about its own connections; it reconnects by itself. */
const OUTAGE = /^(PostgreSQL (active|idle) client|Error (with notify listener|occurred attempting))/

/**
 * The engine logs every job and every start at level info; that is debug here. So is a lost connection: the database
 * reports an outage once, and the engine would repeat it with every attempt to reconnect.
 */
function loggerOf(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const line = { engine: scope.label, job: scope.taskIdentifier, ...errorIn(meta) }
    if (OUTAGE.test(message)) log.debug(line, message)
    else if (level === 'error') log.error(line, message)
    else if (level === 'warning') log.warn(line, message)
    else log.debug(line, message)
  })
}

/** Only the message: the rest of the metadata can hold payloads, and its errors whole connections. */
function errorIn(meta: unknown): { error?: string } {
  const error = (meta as { error?: unknown } | undefined)?.error
  return error instanceof Error ? { error: error.message } : {}
}
