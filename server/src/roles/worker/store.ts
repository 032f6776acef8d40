import type { Database } from '#kernel/db.ts'
import { sql } from '#kernel/sql.ts'

/** Uses the database's clock, because several machines' clocks may differ. */
export function heartbeat(db: Database, worker_id: string) {
  return db.rows(sql`insert into workers as w (worker_id, started_at, beaten_at)
    values (${worker_id}, now(), now())
    on conflict (worker_id) do update set beaten_at = now()`)
}

/** Removes workers without a recent heartbeat, and unlocks their jobs in the job engine. */
export async function removeDeadWorkers(db: Database, dead_after_ms: number): Promise<string[]> {
  const [row] = await db.rows<{ dead: string[] }>(sql`with dead as (
      delete from workers where beaten_at < now() - ${dead_after_ms} * interval '1 millisecond'
      returning worker_id
    )
    select array_agg(worker_id) as dead, florin_jobs.force_unlock_workers(array_agg(worker_id))
    from dead having count(*) > 0`)
  return row?.dead ?? []
}

export interface Standby {
  readonly name: string
  /** Null if this database user may not see it. */
  readonly sync_state: string | null
  readonly lag_bytes: number | null
}

/** Connected standbys, without backups and logical subscribers. A standby has none to report itself. */
export function findStandbys(db: Database): Promise<Standby[]> {
  return db.rows<Standby>(sql`select coalesce(application_name, '') as name, sync_state,
      case when pg_is_in_recovery() then null
        else pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn)::float8 end as lag_bytes
    from pg_stat_replication
    where state is null or (state in ('streaming', 'catchup') and pid not in
      (select active_pid from pg_replication_slots where slot_type = 'logical' and active_pid is not null))
    order by name limit 50`)
}

export function deregister(db: Database, worker_id: string) {
  return db.rows(sql`delete from workers where worker_id = ${worker_id}`)
}
