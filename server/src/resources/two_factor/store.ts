import type { Database } from '#kernel/db.ts'
import { sql } from '#kernel/sql.ts'

/** Users with a secret of an app, in the order of their ids. */
export function findSecretOwners(db: Database, after: string, limit: number) {
  return db.rows<{ user_id: string }>(sql`select user_id from directory.users
    where user_id > ${after} and (totp_secret is not null or totp_pending is not null)
    order by user_id limit ${limit}`)
}
