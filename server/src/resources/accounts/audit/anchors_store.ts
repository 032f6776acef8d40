import type { Database } from '#kernel/db.ts'
import { sql } from '#kernel/sql.ts'

export interface Due {
  readonly now: Date
  readonly claimed_before: Date
  readonly anchored_before: Date
  /** A later time in the row is not believed, because it would stop the anchors. */
  readonly future: Date
}

/** One worker at a time. */
export async function claimAnchor(db: Database, due: Due): Promise<boolean> {
  const { now, claimed_before, anchored_before, future } = due
  const rows = await db.rows<{
    is_only: boolean
  }>(sql`insert into directory.audit_anchors as a (is_only, claimed_at)
    values (true, ${now})
    on conflict (is_only) do update set claimed_at = excluded.claimed_at
    where (a.claimed_at <= ${claimed_before} or a.claimed_at > ${future}) and (a.anchored_at is null
      or a.anchored_at <= ${anchored_before} or a.anchored_at > ${future})
    returning is_only`)
  return rows.length > 0
}

export function finishAnchor(db: Database, anchored_at: Date) {
  return db.rows(sql`update directory.audit_anchors set anchored_at = ${anchored_at}`)
}

export async function findAnchored(db: Database): Promise<Date | undefined> {
  const row = await db.first<{ anchored_at: Date | null }>(
    sql`select anchored_at from directory.audit_anchors`,
  )
  return row?.anchored_at ?? undefined
}
