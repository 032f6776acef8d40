import type { Database } from '#kernel/db.ts'
import { findRole } from './store.ts'

/** Of a role that the merchant has made; undefined if there is none. */
export async function findRoleName(
  db: Database,
  merchant_id: string,
  role_id: string,
): Promise<string | undefined> {
  return (await findRole(db, merchant_id, role_id))?.role_name
}
