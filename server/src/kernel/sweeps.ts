// Sweeps run due work. A resource declares its sweeps in its manifest, and every worker runs all of them
// periodically. A sweep calls the same verb as a request does.
//
// A timer is a column in the row it belongs to. Due rows are found by an index on that column, oldest first, by their
// merchant's clock. Rows that are not due cost nothing, even a million of them.
import { addMs, HOUR_MS } from './clock.ts'
import { type Context, type Services, systemContext } from './context.ts'
import { jitter } from './crypto.ts'
import type { Database } from './db.ts'
import { raw, type Sql, sql } from './sql.ts'
import { tracing } from './trace.ts'

export interface Timer {
  readonly table: string
  /** The id column, which is unique with merchant_id. */
  readonly id: string
  /** The column with the due time; null when nothing is scheduled. */
  readonly column: string
  /** A row modified within this time is left alone, because its last writer is usually still working on it. */
  readonly idle_ms?: number
}

export interface Due {
  readonly merchant_id: string
  readonly id: string
  readonly due: Date
}

/** Rows from all merchants. Nothing is claimed: if another worker acts first, the commit is refused. */
export function findDue(db: Database, timer: Timer, now: Date, limit: number): Promise<Due[]> {
  return db.rows<Due>(dueStatement(timer, now, limit))
}

export function dueStatement(timer: Timer, now: Date, limit: number): Sql {
  const [name, id, column] = [raw(timer.table), raw(timer.id), raw(timer.column)]
  const { idle_ms = 0 } = timer
  const modified = idle_ms === 0 ? now : addMs(now, -idle_ms)
  const isIdle = idle_ms === 0 ? raw('') : sql`and modified_at <= ${modified}`
  const isIdleByClock =
    idle_ms === 0
      ? raw('')
      : sql`and t.modified_at <= ${modified}::timestamptz + c.ahead_ms * interval '1 millisecond'`
  return sql`select merchant_id, id, due from (
      (select merchant_id, ${id} as id, ${column} as due from ${name}
        where ${column} <= ${now} ${isIdle} order by ${column} limit ${limit})
      union
      -- Lateral, because a join would read the whole table even if no clock was moved. What is due by a clock that
      -- stands still is left to the process that moves it.
      (select moved.merchant_id, moved.id, moved.due from merchant_clocks c cross join lateral (
        select t.merchant_id, t.${id} as id, t.${column} as due from ${name} t where t.merchant_id = c.merchant_id
          and t.merchant_id <> ''
          and t.${column} <= ${now}::timestamptz + c.ahead_ms * interval '1 millisecond' ${isIdleByClock}
        order by t.${column} limit ${limit}) moved
        where c.stopped_until is null or c.stopped_until <= ${now})
    ) as found order by due limit ${limit}`
}

export interface Sweep {
  readonly name: string
  readonly period_ms: number
  /** The rows that it works on, for metrics. */
  readonly timer?: Timer
  /** A person should act before a row is due: metrics count the rows that are due within this time. */
  readonly warn_before_ms?: number
  /** Runs one bounded batch; returns its size. */
  readonly round: (services: Services) => Promise<number>
  /** Works on one row; absent if rows are not worked on one by one. */
  readonly act?: DueSweep['act']
}

export interface DueSweep {
  readonly name: string
  readonly period_ms: number
  readonly timer: Timer
  readonly warn_before_ms?: number
  /** Runs as the merchant, at the merchant's clock time. */
  readonly act: (context: Context, id: string) => Promise<unknown>
}

/** A due sweep's maximum rows per round. */
export const BATCH = 100
/** A round chooses its rows among so many batches, at random, so that workers seldom choose the same ones. */
const CHOICE = 10
const FIRST_BACKOFF_MS = 30_000
const MAX_BACKOFF_MS = HOUR_MS
const MAX_BACKING_OFF = 10_000

interface Backoff {
  until: number
  ms: number
}

/**
 * A row that fails, or that its verb leaves due, backs off exponentially. Later rounds read past it, so a stuck
 * row never delays the rows behind it.
 */
export function dueSweep({ timer, act, ...rest }: DueSweep): Sweep {
  const waiting = new Map<string, Backoff>()
  /**
   * Rows that the last round handled without an error, by due time. One that is still due at that time did not
   * change.
   */
  const worked = new Map<string, number>()
  /** Rows from earlier rounds that have not ended. */
  const working = new Set<string>()
  const isReady = (due: Due, now: Date) =>
    !working.has(dueName(due)) && (waiting.get(dueName(due))?.until ?? 0) <= now.getTime()
  return {
    ...rest,
    timer,
    act,
    async round(services) {
      const now = services.clock.now()
      const limit = CHOICE * BATCH + waiting.size + working.size
      const found = await findDue(services.db, timer, now, limit)
      for (const each of found) {
        if (worked.get(dueName(each)) === each.due.getTime()) backOff(waiting, each, now)
      }
      const ready = chooseBatch(found.filter((due) => isReady(due, now)))
      worked.clear()
      await Promise.all(
        ready.map(async (due) => {
          working.add(dueName(due))
          try {
            const ids = { 'florin.merchant_id': due.merchant_id, 'florin.row_id': due.id }
            const work = async () => act(await systemContext(services, due.merchant_id), due.id)
            await (tracing?.trace(`sweep ${rest.name}`, ids, work) ?? work())
            worked.set(dueName(due), due.due.getTime())
          } catch (err) {
            backOff(waiting, due, now)
            services.log.warn(
              { err, sweep: rest.name, id: due.id },
              'sweep: row failed, backing off',
            )
          } finally {
            working.delete(dueName(due))
          }
        }),
      )
      if (found.length < limit) dropNoLongerDue(waiting, found)
      return ready.length
    },
  }
}

/** Every row has the same chance, so none waits longer than the others. */
function chooseBatch(ready: Due[]): Due[] {
  if (ready.length <= BATCH) return ready
  const from = jitter(ready.length)
  return [...ready.slice(from), ...ready.slice(0, from)].slice(0, BATCH)
}

function dueName({ merchant_id, id }: Due): string {
  return `${merchant_id}/${id}`
}

function backOff(waiting: Map<string, Backoff>, due: Due, now: Date): void {
  if (waiting.size >= MAX_BACKING_OFF) waiting.clear()
  const before = waiting.get(dueName(due))?.ms ?? 0
  const ms = Math.min(MAX_BACKOFF_MS, before === 0 ? FIRST_BACKOFF_MS : 2 * before)
  waiting.set(dueName(due), { until: now.getTime() + ms, ms })
}

/** A row that is no longer due was changed, here or by another worker. */
function dropNoLongerDue(waiting: Map<string, Backoff>, found: readonly Due[]): void {
  const due = new Set(found.map(dueName))
  for (const name of waiting.keys()) if (!due.has(name)) waiting.delete(name)
}
