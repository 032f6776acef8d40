import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { columns, sql } from '#kernel/sql.ts'

/** An account at the provider, and whose it is. */
export interface IdentityRow {
  issuer: string
  /** Never given to another person, unlike an e-mail address. */
  subject: string
  user_id: string
  created: Date
  version: number
}

export const identities = table<IdentityRow>('directory.identities', 'issuer', 'subject')

const identityColumns = columns<IdentityRow>()('issuer subject user_id created version')

export function findIdentity(db: Database, issuer: string, subject: string) {
  return db.first<IdentityRow>(sql`select ${identityColumns} from directory.identities
    where issuer = ${issuer} and subject = ${subject}`)
}

export function findUserIdentity(db: Database, user_id: string, issuer: string) {
  return db.first<IdentityRow>(sql`select ${identityColumns} from directory.identities
    where user_id = ${user_id} and issuer = ${issuer}`)
}
