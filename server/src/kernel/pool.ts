// Connections for a library that brings its own SQL. They have the same timeouts as the program's own, because a dead
// connection is often not reported.
import pg from 'pg'
import { ANSWER_MS, CONNECT_TIMEOUT_MS, KEEP_ALIVE_MS } from './db.ts'

export interface PoolOptions {
  url: string
  connections: number
  statement_timeout_ms: number
}

export function openPool({ url, connections, statement_timeout_ms }: PoolOptions): pg.Pool {
  const address = new URL(url)
  const given = address.searchParams.get('options')
  // The driver parses every timestamp as UTC.
  const settings = `-c TimeZone=UTC -c statement_timeout=${statement_timeout_ms}`
  address.searchParams.set('options', given ? `${given} ${settings}` : settings)
  const pool = new pg.Pool({
    connectionString: address.href,
    max: connections,
    // With it a statement that is not answered destroys its connection; otherwise the pool would use it again.
    pipeline: true,
    query_timeout: statement_timeout_ms + ANSWER_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // A connection that does not close must not keep a process alive that has stopped.
    allowExitOnIdle: true,
    application_name: 'florin',
  })
  // A lost connection is replaced, and the statement on it fails by itself; without handlers the process would end.
  pool.on('error', ignore)
  pool.on('connect', (client) => void client.on('error', ignore))
  return pool
}

function ignore(): void {}
