// A client on the isolated side: it writes to the old primary directly, past HAProxy, for as long as the partition lasts.
// A commit that it gets acknowledged would be lost when the node returns.
import pg from 'pg'
import { sleep } from '#kernel/clock.ts'
import { withServer } from '#kernel/databases.ts'
import type { PatroniNode } from './node.ts'

export interface Isolated {
  readonly attempts: number
  readonly accepted: number
  /** Rows that these attempts left on the new primary, after the old one has returned. */
  readonly found: number
}

const PERIOD_MS = 1_000
const ANSWER_MS = 5_000
const STATEMENT_MS = 1_000

export class IsolatedWriter {
  private attempts = 0
  private accepted = 0
  private readonly url: string
  private readonly stopped = new AbortController()
  private readonly open = new Set<Promise<void>>()
  private looping: Promise<void> | undefined

  private constructor(node: PatroniNode) {
    this.url = urlOf(node)
  }

  /** To be called while the node is primary, before it is isolated. */
  static async create(node: PatroniNode): Promise<IsolatedWriter> {
    const writer = new IsolatedWriter(node)
    await withServer(writer.url, async (db) => {
      await db.query('create table if not exists isolated_writes (attempt int primary key)')
      await db.query('delete from isolated_writes')
    })
    return writer
  }

  start(): void {
    this.looping = this.loop()
  }

  async stop(): Promise<void> {
    this.stopped.abort()
    await this.looping
    await Promise.all(this.open)
  }

  async judge(primary: PatroniNode): Promise<Isolated> {
    const { attempts, accepted } = this
    return withServer(urlOf(primary), async (db) => {
      const { rows } = await db.query('select count(*)::int as n from isolated_writes')
      return { attempts, accepted, found: rows[0].n }
    })
  }

  private async loop(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      const one = this.write(++this.attempts).finally(() => this.open.delete(one))
      this.open.add(one)
      await sleep(PERIOD_MS)
    }
  }

  private async write(attempt: number): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      // As Florin's connections have: it must not end the wait for the standby.
      statement_timeout: STATEMENT_MS,
    })
    // The connection may end while nothing waits on it.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('insert into isolated_writes values ($1)', [attempt])
      this.accepted++
    } catch {
      // Refused, or without an answer: nothing was acknowledged.
    } finally {
      client.connection.stream.destroy()
    }
  }
}

function urlOf({ options: { password, ports } }: PatroniNode): string {
  return `postgres://postgres:${password}@127.0.0.1:${ports.postgres}/postgres`
}
