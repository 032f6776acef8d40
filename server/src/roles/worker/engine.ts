// The job engine for scheduled jobs and for resources' jobs, graphile-worker, in its own schema. Work that must
// happen within seconds is a sweep instead. By itself the engine locks a killed process's jobs for four hours. So its
// pool id is used as the worker's id: removing a dead worker unlocks the jobs under that id.
import { EventEmitter } from 'node:events'
import {
  Logger,
  run,
  type Runner,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { isUnreachable } from '#http/failures.ts'
import type { Services } from '#kernel/context.ts'
import { createLog, type Log } from '#kernel/log.ts'
import { openPool } from '#kernel/pool.ts'
import { tracing } from '#kernel/trace.ts'
import { crontab, scheduledJobs } from './crontab.ts'
import { jobTasks } from './jobs.ts'

const SCHEMA = 'florin_jobs'
const CONCURRENCY = 4

/** Brings the engine's tables up to date; several processes may do so at once. */
export async function migrateEngine(database_url: string): Promise<void> {
  await runMigrations({ ...common(createLog('warn')), connectionString: database_url })
}

export interface Engine {
  readonly worker_id: string
  readonly runner: Runner
}

export async function startEngine(url: string, services: Services): Promise<Engine> {
  const events: WorkerEvents = new EventEmitter()
  const pool_id = new Promise<string>((resolve) => {
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id))
  })
  const { statement_timeout_ms } = services.db
  const pgPool = openPool({ url, connections: CONCURRENCY + 2, statement_timeout_ms })
  try {
    const runner = await run({
      ...common(services.log),
      pgPool,
      concurrency: CONCURRENCY,
      // The worker handles signals itself: it has sweeps to stop as well.
      noHandleSignals: true,
      events,
      taskList: tasks(services),
      crontab,
    })
    void runner.promise.catch(() => undefined).then(() => pgPool.end())
    return { worker_id: await pool_id, runner }
  } catch (error) {
    void pgPool.end()
    throw error
  }
}

function tasks(services: Services): TaskList {
  const scheduled = scheduledJobs.map((job) => [
    job.name,
    async () => {
      const work = () => job.run(services)
      await (tracing?.trace(`job ${job.name}`, {}, work) ?? work())
    },
  ])
  return { ...Object.fromEntries(scheduled), ...jobTasks(services, services.registry.jobs) }
}

function common(log: Log) {
  return { schema: SCHEMA, logger: engineLogger(log) }
}

/** The engine's lines about its own connections; it reconnects by itself. */
const OUTAGE = /^(PostgreSQL (active|idle) client|Error (with notify listener|occurred attempting))/
/** The schedule talks to the database alone, but can fail for other reasons too. */
const SCHEDULE = /^Cron hit an error/

/**
 * The engine logs every job and every start at level info; that is debug here. So is a lost connection: the database
 * reports an outage once, and the engine would repeat it with every attempt to reconnect.
 */
function engineLogger(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const error = errorIn(meta)
    const line = { engine: scope.label, job: scope.taskIdentifier, error: error?.message }
    const isOutage = OUTAGE.test(message) || (SCHEDULE.test(message) && isUnreachable(error))
    if (isOutage) log.debug(line, message)
    else if (level === 'error') log.error(line, message)
    else if (level === 'warning') log.warn(line, message)
    else log.debug(line, message)
  })
}

/** Only its message is logged: the rest of the metadata can hold payloads, and its errors whole connections. */
function errorIn(meta: unknown): Error | undefined {
  const error = (meta as { error?: unknown } | undefined)?.error
  return error instanceof Error ? error : undefined
}
