import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { columns, sql } from '#kernel/sql.ts'

export type ChallengeKind = 'passkey_creation' | 'passkey_sign_in' | 'oidc'

export interface ChallengeRow {
  /** Random, and sent to the browser. */
  challenge_id: string
  kind: ChallengeKind
  /** The user who adds a passkey; null while it is not known who signs in. */
  user_id: string | null
  expires_at: Date
  version: number
}

export const challenges = table<ChallengeRow>('directory.challenges', 'challenge_id')

const challengeColumns = columns<ChallengeRow>()('challenge_id kind user_id expires_at version')

export function findChallenge(db: Database, challenge_id: string) {
  return db.first<ChallengeRow>(sql`select ${challengeColumns} from directory.challenges
    where challenge_id = ${challenge_id}`)
}

/** Deletes one batch; returns its size. */
export async function deleteChallenges(db: Database, before: Date, limit: number): Promise<number> {
  const deleted = await db.rows(sql`delete from directory.challenges where challenge_id in (
    select challenge_id from directory.challenges where expires_at < ${before}
    order by expires_at limit ${limit}
  ) returning 1`)
  return deleted.length
}
