import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { project } from '#http/fields.ts'
import { currentUser } from '#resources/people/users/read.ts'
import { Passkey, type Passkeys } from './schema.ts'
import { findPasskey, findUserPasskeys, type PasskeyRow } from './store.ts'

export function toApi(row: PasskeyRow): Passkey {
  return project(Passkey, row)
}

export async function readPasskey(
  { db }: Context,
  user_id: string,
  passkey_id: string,
): Promise<PasskeyRow> {
  const row = await findPasskey(db, user_id, passkey_id)
  if (row === undefined) throw notFound('passkey', passkey_id)
  return row
}

export async function listPasskeys(context: Context): Promise<Passkeys> {
  const { user_id } = await currentUser(context)
  const rows = await findUserPasskeys(context.db, user_id)
  return { count: rows.length, data: rows.map(toApi) }
}
