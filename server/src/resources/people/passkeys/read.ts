import type { Context } from '#kernel/context.ts'
import { project } from '#http/fields.ts'
import { currentUser } from '#resources/people/users/read.ts'
import { Passkey, type Passkeys } from './schema.ts'
import { findUserPasskeys, type PasskeyRow } from './store.ts'

export function toApi(row: PasskeyRow): Passkey {
  return project(Passkey, row)
}

export async function listPasskeys(context: Context): Promise<Passkeys> {
  const { user_id } = await currentUser(context)
  const rows = await findUserPasskeys(context.db, user_id)
  return { count: rows.length, data: rows.map(toApi) }
}
