import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { columns, sql } from '#kernel/sql.ts'

export interface PasskeyRow {
  user_id: string
  passkey_id: string
  /** From 1 to the passkey limit, and unique for the user. */
  slot: number
  name: string
  /** In base64url. */
  credential_id: string
  /** COSE. */
  public_key: Buffer
  counter: number
  transports: string[]
  is_synced: boolean
  last_used_at: Date | null
  created: Date
  version: number
}

export const passkeys = table<PasskeyRow>('directory.passkeys', 'user_id', 'passkey_id')

const passkeyColumns = columns<PasskeyRow>()(`
  user_id passkey_id slot name credential_id public_key counter transports is_synced last_used_at
  created version
`)

/** Oldest first; their number is bounded. */
export function findUserPasskeys(db: Database, user_id: string) {
  return db.rows<PasskeyRow>(sql`select ${passkeyColumns} from directory.passkeys
    where user_id = ${user_id} order by passkey_id`)
}

export function findPasskey(db: Database, user_id: string, passkey_id: string) {
  return db.first<PasskeyRow>(sql`select ${passkeyColumns} from directory.passkeys
    where user_id = ${user_id} and passkey_id = ${passkey_id}`)
}

export function findCredential(db: Database, credential_id: string) {
  return db.first<PasskeyRow>(sql`select ${passkeyColumns} from directory.passkeys
    where credential_id = ${credential_id}`)
}
