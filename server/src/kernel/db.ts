// Access to PostgreSQL over a few pipelined connections. A statement goes to the least busy connection and is sent
// immediately, without waiting for earlier answers. Transactions cannot be held open: reads are single statements
// and writes go through `commit`.
//
// A statement that is not answered in time destroys its connection and fails the statements behind it, because a
// dead connection is often not reported.
import pg from 'pg'
import { monotonicMs, sleep } from './clock.ts'
import type { Log } from './log.ts'
import type { Sql } from './sql.ts'

export interface DatabaseOptions {
  url: string
  connections: number
  log: Log
  /** PostgreSQL cancels a statement after this time; the client stops waiting a little later. */
  statement_timeout_ms?: number
  /** Elapsed time; it includes the statements before this one on the connection. */
  answer_ms?: number
  /** Commits do not wait for the disk, so a database crash loses the last ones. Only for idempotent work. */
  is_lazy?: boolean
}

export interface Row {
  [column: string]: unknown
}

/** The statement was sent and not answered: it may have been executed, or may still be. */
export class StatementUnknown extends Error {
  readonly is_outage = true

  constructor(cause: unknown) {
    super(`no answer from PostgreSQL: ${(cause as Error).message}`, { cause })
  }
}

/** No connection to the primary was available for the statement, so it was certainly not executed. */
export class StatementNotSent extends Error {
  readonly is_outage = true
  readonly code: string | undefined

  constructor(cause: unknown) {
    const { message, code } = cause as Error & { code?: string }
    super(message, { cause })
    this.code = code
  }
}

interface Slot {
  client: pg.Client | undefined
  opening: Promise<pg.Client> | undefined
  /** Start time of each statement on this slot, oldest first. */
  readonly in_flight: Set<{ readonly since: number }>
  /** Exponential backoff after a failed connection attempt. */
  pause_ms: number
  retry_at: number
}

const STATEMENT_TIMEOUT_MS = 20_000
/** The client waits this much longer than PostgreSQL's own timeout, to receive its answer. */
export const ANSWER_MS = 2_000
export const CONNECT_TIMEOUT_MS = 5_000
export const KEEP_ALIVE_MS = 10_000
/** A connection without an answer for this long is used only if no other is available. */
const STALLED_MS = 1_000
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 2_000
const CLOSE_TIMEOUT_MS = 2_000

// "cached plan must not change result type": a migration changed a table under a prepared statement.
const STALE_PLAN = '0A000'

const QUERY_CANCELED = '57014'

// The server has become a standby since the connection was opened, or a proxy has not noticed yet that it is one.
const READ_ONLY = '25006'

// Rules out plans that read whole tables: docs/operations/query-plans.md#planner-settings
export const PLANNER =
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off'

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint beyond the safe range: ${text}`)
  return value
})
// The session runs in UTC, so the text always ends in +00.
pg.types.setTypeParser(
  pg.types.builtins.TIMESTAMPTZ,
  (text) => new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`),
)

export class Database {
  readonly statement_timeout_ms: number
  private readonly answer_ms: number
  private readonly slots: Slot[]
  private readonly names = new Map<string, string>()
  private readonly options: DatabaseOptions
  private turn = 0
  /** Since when connections are lost or refused; undefined while all is well. */
  private away_since: number | undefined
  private closing = false

  constructor(options: DatabaseOptions) {
    if (options.connections < 1) throw new Error('a database needs at least one connection')
    this.options = options
    this.statement_timeout_ms = options.statement_timeout_ms ?? STATEMENT_TIMEOUT_MS
    this.answer_ms = options.answer_ms ?? ANSWER_MS
    this.slots = Array.from({ length: options.connections }, () => ({
      client: undefined,
      opening: undefined,
      in_flight: new Set(),
      pause_ms: 0,
      retry_at: 0,
    }))
  }

  async rows<T = Row>(statement: Sql): Promise<T[]> {
    const { text, values } = statement.compile()
    return this.run<T>(text, values)
  }

  async first<T = Row>(statement: Sql): Promise<T | undefined> {
    return (await this.rows<T>(statement))[0]
  }

  /**
   * One prepared statement in one round trip; atomic by itself. Fails with PostgreSQL's own error, which
   * means that nothing was written, with StatementNotSent, or with StatementUnknown.
   */
  async run<T = Row>(text: string, values: readonly unknown[]): Promise<T[]> {
    const slot = this.choose()
    const flight = { since: monotonicMs() }
    slot.in_flight.add(flight)
    try {
      return await this.send<T>(slot, text, values)
    } catch (error) {
      if (!isStalePlan(error)) throw error
      // The connection was replaced; the new one prepares the statement again.
      return await this.send<T>(slot, text, values)
    } finally {
      slot.in_flight.delete(flight)
    }
  }

  /** The oldest unanswered statement's age; 0 if there is none. */
  oldestInFlightMs(): number {
    const now = monotonicMs()
    return Math.max(...this.slots.map((slot) => waitedMs(slot, now)))
  }

  async close(): Promise<void> {
    this.closing = true
    await Promise.all(
      this.slots.map(async (slot) => {
        await slot.opening?.catch(() => undefined)
        if (slot.client !== undefined) await this.end(slot.client, slot.in_flight.size > 0)
      }),
    )
  }

  private async send<T>(slot: Slot, text: string, values: readonly unknown[]): Promise<T[]> {
    const client = slot.client ?? (await this.opened(slot))
    try {
      const result = await client.query({ name: this.nameOf(text), text, values: [...values] })
      return result.rows as T[]
    } catch (error) {
      if (isStalePlan(error)) this.replace(slot, client)
      if (isReadOnly(error)) {
        this.leave(slot, client, error as Error)
        throw new StatementNotSent(error)
      }
      if (isAnswer(error)) throw error
      // Immediately: other statements would be sent on it until the socket has closed.
      this.lose(slot, client, error as Error)
      throw new StatementUnknown(error)
    }
  }

  /**
   * Chooses the least busy slot among the best ones, round-robin, so that no connection is idle until a firewall
   * drops it. While one connection works, no statement waits for another to open; the others open soon, because a
   * statement on the only connection would wait behind a slow one.
   */
  private choose(): Slot {
    const now = monotonicMs()
    this.turn = (this.turn + 1) % this.slots.length
    let best = this.slots[this.turn] as Slot
    let best_rank = rankSlot(best, now)
    for (let n = 1; n < this.slots.length; n++) {
      const slot = this.slots[(this.turn + n) % this.slots.length] as Slot
      const rank = rankSlot(slot, now)
      if (rank > best_rank) continue
      if (rank === best_rank && slot.in_flight.size >= best.in_flight.size) continue
      best = slot
      best_rank = rank
    }
    if (best.client !== undefined) this.openAnother(now)
    return best
  }

  private openAnother(now: number): void {
    const slot = this.slots.find((each) => rankSlot(each, now) === Rank.closed)
    if (slot === undefined || slot.opening !== undefined || this.closing) return
    this.open(slot).catch(() => undefined)
  }

  private async opened(slot: Slot): Promise<pg.Client> {
    try {
      return await this.open(slot)
    } catch (error) {
      throw new StatementNotSent(error)
    }
  }

  private open(slot: Slot): Promise<pg.Client> {
    slot.opening ??= this.connect(slot).finally(() => {
      slot.opening = undefined
    })
    return slot.opening
  }

  private async connect(slot: Slot): Promise<pg.Client> {
    const pause_ms = slot.retry_at - monotonicMs()
    if (pause_ms > 0) await sleep(pause_ms)
    if (this.closing) throw new Error('the database is closing')
    const client = this.newClient(slot)
    try {
      await client.connect()
    } catch (error) {
      this.backOff(slot, error as Error)
      throw error
    }
    slot.pause_ms = 0
    this.reportBack()
    slot.client = client
    return client
  }

  private backOff(slot: Slot, error: Error): void {
    slot.pause_ms = Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * slot.pause_ms))
    slot.retry_at = monotonicMs() + slot.pause_ms
    this.reportAway(error)
  }

  private newClient(slot: Slot): pg.Client {
    const client = new pg.Client({
      connectionString: this.options.url,
      pipeline: true,
      // Destroys the connection: no statement behind this one could be answered either.
      query_timeout: this.statement_timeout_ms + this.answer_ms,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'florin',
      options: this.settings(),
    })
    // A lost connection fails the statements on it; the next statement opens a new one, unless the slot already
    // has one.
    client.on('error', (error) => this.lose(slot, client, error))
    client.on('end', () => this.lose(slot, client))
    return client
  }

  private lose(slot: Slot, client: pg.Client, error?: Error): void {
    if (slot.client !== client) return
    slot.client = undefined
    client.connection.stream.destroy()
    if (!this.closing) this.reportAway(error)
  }

  /** One line when an outage begins and one when it ends: in between, every statement fails. */
  private reportAway(error: Error | undefined): void {
    if (this.away_since !== undefined) return
    this.away_since = monotonicMs()
    const message = 'database: connection lost or refused; reconnecting with backoff'
    this.options.log.warn({ error: error?.message }, message)
  }

  private reportBack(): void {
    if (this.away_since === undefined) return
    const away_ms = Math.round(monotonicMs() - this.away_since)
    this.away_since = undefined
    this.options.log.info({ away_ms }, 'database: connected again')
  }

  private replace(slot: Slot, client: pg.Client): void {
    if (!this.detach(slot, client)) return
    this.options.log.info('database: a table has changed; preparing its statements again')
  }

  /** The address may still lead to the standby for a moment. */
  private leave(slot: Slot, client: pg.Client, error: Error): void {
    if (this.detach(slot, client)) this.backOff(slot, error)
  }

  /** Statements in flight are still answered on the old connection. False if the slot has another one already. */
  private detach(slot: Slot, client: pg.Client): boolean {
    if (slot.client !== client) return false
    slot.client = undefined
    void this.end(client, true)
    return true
  }

  private async end(client: pg.Client, is_busy: boolean): Promise<void> {
    const busy_ms = is_busy ? this.statement_timeout_ms + this.answer_ms : 0
    const late = setTimeout(() => client.connection.stream.destroy(), busy_ms + CLOSE_TIMEOUT_MS)
    await client.end()
    clearTimeout(late)
  }

  private settings(): string {
    const timeout = `-c statement_timeout=${this.statement_timeout_ms}`
    const lazy = this.options.is_lazy === true ? '-c synchronous_commit=off ' : ''
    return `-c TimeZone=UTC ${timeout} ${lazy}${PLANNER}`
  }

  private nameOf(text: string): string {
    const known = this.names.get(text)
    if (known !== undefined) return known
    const name = `s${this.names.size + 1}`
    this.names.set(text, name)
    return name
  }
}

/** By preference, best first. */
const Rank = { open: 0, closed: 1, stalled: 2, failed: 3 } as const

function rankSlot(slot: Slot, now: number): number {
  if (slot.client === undefined) return slot.retry_at > now ? Rank.failed : Rank.closed
  return waitedMs(slot, now) > STALLED_MS ? Rank.stalled : Rank.open
}

function waitedMs(slot: Slot, now: number): number {
  for (const { since } of slot.in_flight) return now - since
  return 0
}

function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === STALE_PLAN
}

function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === READ_ONLY
}

/** PostgreSQL ended the statement because it took too long; nothing was changed. */
export function isTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === QUERY_CANCELED
}

/** True if PostgreSQL reported the statement's result before the connection ended. */
function isAnswer(error: unknown): boolean {
  // The answer arrived with a value that cannot be represented.
  if (error instanceof RangeError) return true
  if (!(error instanceof pg.DatabaseError)) return false
  return !/^(08|57P)/.test(error.code ?? '') && !/^(FATAL|PANIC)$/.test(error.severity ?? '')
}

/** Unknown database, wrong password, unknown user or one that pg_hba.conf does not admit. */
const REFUSALS: ReadonlySet<unknown> = new Set(['3D000', '28P01', '28000'])

// The driver gives these errors no code.
const UNFIT = /does not support SSL|client password must be a string/

/** PostgreSQL, or its driver, refuses DATABASE_URL as it is: no later attempt can succeed. */
export function isRefusedUrl(error: unknown): boolean {
  if (!(error instanceof StatementNotSent)) return false
  return REFUSALS.has(error.code) || UNFIT.test(error.message)
}
