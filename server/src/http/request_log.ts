// The request log's queue. Requests never wait for it: rows are written in batches on a connection of its own, and
// dropped if the database is too slow for them.
import { monotonicMs, MINUTE_MS, sleep } from '#kernel/clock.ts'
import { type Database, isTimeout, StatementNotSent, StatementUnknown } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import { batchSize, insertRequests } from './request_log_store.ts'
import type { RequestRow } from './request_row.ts'

export interface RequestLogOptions {
  /** Only for the log; closed with it. */
  readonly db: Database
  readonly log: Log
  readonly max_rows?: number
  readonly max_bytes?: number
}

const MAX_ROWS = 5_000
/** For bodies. */
const MAX_BYTES = 16 * 1024 * 1024
/** A full batch is written at once, a smaller one after this time. */
const WAIT_MS = 250
const BATCH = 64
const RETRY_MS = 1_000
const CLOSE_MS = 2_000
const AWAY = [StatementNotSent, StatementUnknown]

export class RequestLog {
  /** Rows since the start, for metrics. */
  readonly stats = { written: 0, dropped: 0 }
  private readonly db: Database
  private readonly log: Log
  private readonly max_rows: number
  private readonly max_bytes: number
  private waiting: RequestRow[] = []
  private bytes = 0
  private timer: NodeJS.Timeout | undefined
  private flushing: Promise<void> | undefined
  private closing = false
  private silent_until_ms = 0

  constructor({ db, log, max_rows = MAX_ROWS, max_bytes = MAX_BYTES }: RequestLogOptions) {
    this.db = db
    this.log = log
    this.max_rows = max_rows
    this.max_bytes = max_bytes
  }

  /** Makes the row only if there is room for it. Never throws, and never waits. */
  add(makeRow: () => RequestRow): void {
    try {
      if (this.waiting.length >= this.max_rows || this.bytes >= this.max_bytes) {
        return this.drop(1, 'queue is full')
      }
      const row = makeRow()
      this.waiting.push(row)
      this.bytes += bodyBytes(row)
      if (this.waiting.length >= BATCH) this.flush()
      else this.timer ??= setTimeout(() => this.flush(), WAIT_MS).unref()
    } catch (error) {
      this.drop(1, (error as Error).name)
    }
  }

  /** Writes what waits, for a bounded time. */
  async close(): Promise<void> {
    this.closing = true
    this.flush()
    const late = new AbortController()
    await Promise.race([this.flushing, sleep(CLOSE_MS, late.signal)])
    late.abort()
    // A batch in flight has its outcome when the connection is closed.
    await this.db.close()
    await this.flushing
    if (this.waiting.length > 0) this.drop(this.waiting.length, 'process stops')
    this.waiting = []
  }

  /** Resolves when everything that waits now was written or dropped; for tests. */
  async drained(): Promise<void> {
    this.flush()
    await this.flushing
  }

  private flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.flushing ??= this.writeAll().finally(() => {
      this.flushing = undefined
    })
  }

  private async writeAll(): Promise<void> {
    let batch: readonly RequestRow[] = []
    let is_repeated = false
    while (this.waiting.length > 0) {
      if (!is_repeated) batch = this.waiting.slice(0, batchSize(this.waiting.length))
      is_repeated = await this.isAway(batch, is_repeated)
      if (!is_repeated) this.remove(batch)
      else if (this.closing) return
      else await sleep(RETRY_MS)
    }
  }

  private remove(batch: readonly RequestRow[]): void {
    this.waiting = this.waiting.slice(batch.length)
    for (const row of batch) this.bytes -= bodyBytes(row)
  }

  /** Writes the batch. True if the database is away: then the batch is sent again. */
  private async isAway(batch: readonly RequestRow[], is_repeated: boolean): Promise<boolean> {
    try {
      await insertRequests(this.db, batch, is_repeated)
      this.stats.written += batch.length
    } catch (error) {
      if (AWAY.some((away) => error instanceof away) || isTimeout(error)) return true
      this.drop(batch.length, (error as { code?: string }).code ?? (error as Error).name)
    }
    return false
  }

  private drop(rows: number, reason: string): void {
    this.stats.dropped += rows
    if (monotonicMs() < this.silent_until_ms) return
    this.silent_until_ms = monotonicMs() + MINUTE_MS
    this.log.warn(
      { rows, reason },
      'request log: rows were dropped; requests are not affected, and florin_request_log_rows_total counts the rows',
    )
  }
}

function bodyBytes({ request_body, response_body }: RequestRow): number {
  return (request_body?.length ?? 0) + (response_body?.length ?? 0)
}
