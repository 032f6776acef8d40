import type { Database } from '#kernel/db.ts'
import { sql } from '#kernel/sql.ts'

/** By the database's clock: those of several machines may differ. */
export function beat(db: Database, worker_id: string) {
  return db.rows(sql`insert into workers as w (worker_id, started_at, beaten_at)
    values (${worker_id}, now(), now())
    on conflict (worker_id) do update set beaten_at = now()`)
}

/** Strikes off who has been silent for too long, and unlocks the jobs it had in the engine. */
export async function buryDead(db: Database, silent_ms: number): Promise<string[]> {
  const [row] = await db.rows<{ dead: string[] }>(sql`with dead as (
      delete from workers where beaten_at < now() - ${silent_ms} * interval '1 millisecond'
      returning worker_id
    )
    select array_agg(worker_id) as dead, florin_jobs.force_unlock_workers(array_agg(worker_id))
    from dead having count(*) > 0`)
  return row?.dead ?? []
}

export function leave(db: Database, worker_id: string) {
  return db.rows(sql`delete from workers where worker_id = ${worker_id}`)
}
