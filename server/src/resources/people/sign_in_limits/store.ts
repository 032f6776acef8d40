import type { Database } from '#kernel/db.ts'
import { sql } from '#kernel/sql.ts'

export interface Place {
  readonly subject: Buffer
  readonly source: string
}

export interface Bound {
  readonly tries: number
  /** When the tries are given back, counted from the first. */
  readonly ends: Date
  /** When they are given back once all are used. */
  readonly lock_ends: Date
}

/** One statement, so that concurrent guesses cannot use more tries than there are. False: none is left. */
export async function takeTry(
  db: Database,
  { subject, source }: Place,
  { tries, ends, lock_ends }: Bound,
  now: Date,
): Promise<boolean> {
  const taken = await db.first(sql`
    insert into directory.guesses as g (subject, source, failures, until)
    values (${subject}, ${source}, 1, ${ends})
    on conflict (subject, source) do update set
      failures = case when g.until <= ${now} then 1 else g.failures + 1 end,
      until = case
        when g.until <= ${now} then ${ends}
        when g.failures + 1 >= ${tries} then greatest(g.until, ${lock_ends})
        else g.until end
    where g.until <= ${now} or g.failures < ${tries}
    returning failures`)
  return taken !== undefined
}

export async function returnTry(db: Database, { subject, source }: Place): Promise<void> {
  await db.rows(sql`update directory.guesses set failures = failures - 1
    where subject = ${subject} and source = ${source} and failures > 0`)
}

/** Undefined if a try is left. */
export async function findLockEnd(
  db: Database,
  { subject, source }: Place,
  tries: number,
  now: Date,
): Promise<Date | undefined> {
  const row = await db.first<{ until: Date }>(sql`select until from directory.guesses
    where subject = ${subject} and source = ${source} and failures >= ${tries} and until > ${now}`)
  return row?.until
}

/** Deletes a batch of ended rows; returns how many. */
export async function deleteEnded(db: Database, now: Date, limit: number): Promise<number> {
  const deleted = await db.rows(sql`delete from directory.guesses where (subject, source) in (
    select subject, source from directory.guesses where until <= ${now} order by until limit ${limit}
  ) returning subject`)
  return deleted.length
}
