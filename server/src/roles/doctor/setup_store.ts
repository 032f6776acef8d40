import type { Database } from '#kernel/db.ts'
import { sql } from '#kernel/sql.ts'

interface Server {
  version: string
  version_num: number
  fsync: string
  full_page_writes: string
  /** The setting synchronous_standby_names. */
  standbys: string
  is_standby: boolean
  now: Date
}

export async function readServer(db: Database): Promise<Server> {
  const row = await db.first<Server>(sql`select current_setting('server_version') as version,
    current_setting('server_version_num')::int as version_num, current_setting('fsync') as fsync,
    current_setting('full_page_writes') as full_page_writes,
    current_setting('synchronous_standby_names') as standbys,
    pg_is_in_recovery() as is_standby, clock_timestamp() as now`)
  if (row === undefined) throw new Error('PostgreSQL returned no row')
  return row
}

/** Workers with a heartbeat in the last minute. */
export async function countWorkers(db: Database): Promise<number> {
  const row = await db.first<{ n: number }>(sql`select count(*)::int as n from workers
    where beaten_at > now() - interval '1 minute'`)
  return row?.n ?? 0
}
