import type { Database } from '#kernel/db.ts'
import { sql } from '#kernel/sql.ts'

/**
 * Counts a failure before the code is checked, so that concurrent guesses share the tries; a right code sets the
 * count to 0. One statement without the user's version: a wrong code conflicts with nothing. Undefined if no try is
 * left.
 */
export function takeFailure(db: Database, user_id: string, tries: number) {
  return db.first<{ failures: number }>(sql`update directory.users
    set second_factor_failures = second_factor_failures + 1
    where user_id = ${user_id} and second_factor_failures < ${tries}
    returning second_factor_failures as failures`)
}

/** Users with an app secret, ordered by id. */
export function findSecretOwners(db: Database, after: string, limit: number) {
  return db.rows<{ user_id: string }>(sql`select user_id from directory.users
    where user_id > ${after} and (totp_secret is not null or totp_pending is not null)
    order by user_id limit ${limit}`)
}
