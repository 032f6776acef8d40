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

export function deregister(db: Database, worker_id: string) {
  return db.rows(sql`delete from workers where worker_id = ${worker_id}`)
}
