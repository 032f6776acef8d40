// Access to PostgreSQL: a handful of pipelined connections. A statement goes to the least busy one and
// is sent at once, without waiting for the answers before it, so the number of round trips, not the
// number of connections, sets the pace. There is no way to hold a transaction open here: reads are
// single statements and writes go through `commit`.
import pg from 'pg'
import type { Log } from './log.ts'
import type { Sql } from './sql.ts'

export interface DatabaseOptions {
  url: string
  connections: number
  log: Log
  statement_timeout_ms?: number
  /**
   * Commits do not wait for the disk: when the database crashes, the last moments may be undone, in the
   * order in which they were done. Only for what is done again then and does no harm twice.
   */
  is_lazy?: boolean
}

export interface Row {
  [column: string]: unknown
}

interface Slot {
  client: Promise<pg.Client> | undefined
  pending: number
}

// A plan made while a table was small is kept while it grows. Every statement of ours finds its rows
// by an index that starts with merchant_id, so the plans that read whole tables are ruled out.
export const PLANNER =
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off'

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`bigint beyond the safe range: ${text}`)
  return value
})
// The session runs in UTC, so the text always ends in +00.
pg.types.setTypeParser(
  pg.types.builtins.TIMESTAMPTZ,
  (text) => new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`),
)

export class Database {
  private readonly slots: Slot[]
  private readonly names = new Map<string, string>()
  private readonly options: DatabaseOptions
  private closing = false

  constructor(options: DatabaseOptions) {
    this.options = options
    this.slots = Array.from({ length: options.connections }, () => ({
      client: undefined,
      pending: 0,
    }))
  }

  async rows<T = Row>(statement: Sql): Promise<T[]> {
    const { text, values } = statement.compile()
    return this.run<T>(text, values)
  }

  async first<T = Row>(statement: Sql): Promise<T | undefined> {
    return (await this.rows<T>(statement))[0]
  }

  /** One prepared statement in one round trip; atomic by itself. */
  async run<T = Row>(text: string, values: readonly unknown[]): Promise<T[]> {
    const slot = this.leastBusy()
    slot.pending++
    try {
      const client = await this.connected(slot)
      const result = await client.query({ name: this.nameOf(text), text, values: [...values] })
      return result.rows as T[]
    } finally {
      slot.pending--
    }
  }

  async close(): Promise<void> {
    this.closing = true
    await Promise.all(
      this.slots.map(async (slot) => (await slot.client?.catch(() => undefined))?.end()),
    )
  }

  private leastBusy(): Slot {
    let best = this.slots[0]
    for (const slot of this.slots)
      if (best === undefined || slot.pending < best.pending) best = slot
    if (best === undefined) throw new Error('a database needs at least one connection')
    return best
  }

  private connected(slot: Slot): Promise<pg.Client> {
    if (this.closing) throw new Error('the database is closing')
    slot.client ??= this.connect(slot).catch((error: unknown) => {
      slot.client = undefined
      throw error
    })
    return slot.client
  }

  private async connect(slot: Slot): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.options.url,
      pipeline: true,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      application_name: 'florin',
      options: this.settings(),
    })
    // A broken connection fails the statements on it; the next statement opens a new one.
    client.on('error', (error) => {
      slot.client = undefined
      this.options.log.warn({ error: error.message }, 'database connection lost')
    })
    client.on('end', () => {
      slot.client = undefined
    })
    await client.connect()
    return client
  }

  private settings(): string {
    const { statement_timeout_ms = 20_000, is_lazy = false } = this.options
    const timeout = `-c statement_timeout=${statement_timeout_ms}`
    return `-c TimeZone=UTC ${timeout} ${is_lazy ? '-c synchronous_commit=off ' : ''}${PLANNER}`
  }

  private nameOf(text: string): string {
    const known = this.names.get(text)
    if (known !== undefined) return known
    const name = `s${this.names.size + 1}`
    this.names.set(text, name)
    return name
  }
}
