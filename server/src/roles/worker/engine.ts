// The engine of durable jobs, graphile-worker, in a schema of its own. What it runs may wait; whatever
// must go on within seconds is a sweep. By itself it would keep the jobs of a process that was killed
// locked for four hours: its id for this process is the worker's own id, and who finds a worker dead
// unlocks what stands under that id.
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
import { crontab, timed } from './crontab.ts'

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
    // Signals are the worker's to handle: it stops its sweeps as well.
    noHandleSignals: true,
    events,
    taskList: tasks(services),
    crontab,
  })
  return { worker_id: await pool_id, runner }
}

function tasks(services: Services): TaskList {
  return Object.fromEntries(timed.map((task) => [task.name, () => task.run(services)]))
}

function common(database_url: string, log: Log) {
  return { connectionString: inUtc(database_url), schema: SCHEMA, logger: loggerOf(log) }
}

/** The driver reads moments as UTC everywhere, so the engine's sessions must speak it too. */
function inUtc(database_url: string): string {
  const url = new URL(database_url)
  const given = url.searchParams.get('options')
  url.searchParams.set('options', `${given ? `${given} ` : ''}-c TimeZone=UTC`)
  return url.href
}

/** What the engine calls information is detail to us: a line for every job and every start. */
function loggerOf(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const line = { engine: scope.label, job: scope.taskIdentifier, ...errorIn(meta) }
    if (level === 'error') log.error(line, message)
    else if (level === 'warning') log.warn(line, message)
    else log.debug(line, message)
  })
}

/** The rest of what it says can hold payloads, and its errors whole connections. */
function errorIn(meta: unknown): { error?: string } {
  const error = (meta as { error?: unknown } | undefined)?.error
  return error instanceof Error ? { error: error.message } : {}
}
