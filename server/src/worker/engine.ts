// The engine of durable jobs, graphile-worker, in a schema of its own. What it runs may wait: a job that
// was under way in a process that is killed stays locked for four hours. Whatever must go on within
// seconds is a sweep.
import { Logger, run, type Runner, runMigrations, type TaskList } from 'graphile-worker'
import type { Services } from '../kernel/context.ts'
import { createLog, type Log } from '../kernel/log.ts'
import { forgetOldAnswers } from '../http/idempotency.ts'

const SCHEMA = 'florin_jobs'
const CONCURRENCY = 4

/** Brings the engine's tables up to date; several processes may do so at once. */
export async function migrateEngine(database_url: string): Promise<void> {
  await runMigrations({ ...common(database_url, createLog('warn')) })
}

export function startEngine(database_url: string, services: Services): Promise<Runner> {
  return run({
    ...common(database_url, services.log),
    concurrency: CONCURRENCY,
    maxPoolSize: CONCURRENCY + 2,
    // Signals are the worker's to handle: it stops its sweeps as well.
    noHandleSignals: true,
    taskList: tasks(services),
    crontab: '17 * * * * forget_old_answers ?max=3&jobKey=forget_old_answers',
  })
}

function tasks(services: Services): TaskList {
  return { forget_old_answers: () => forgetOldAnswers(services) }
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
