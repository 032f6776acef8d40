// Recipients for a mail about a merchant: the users who may act on it.
import type { Database } from '#kernel/db.ts'
import { hasScope, type Scope } from '#http/authenticate.ts'
import { resolvePermissions, roleScopes } from '#http/permissions.ts'
import { findRecipients, type Recipient } from './recipients_store.ts'

const MAX_ROLES = 1_000
const MAX_RECIPIENTS = 50

/** Their addresses: at most 50, organization users first, then by role age. */
export async function addressesWith(
  db: Database,
  merchant_id: string,
  scope: Scope,
): Promise<string[]> {
  const found = await findRecipients(db, merchant_id, MAX_ROLES)
  const roles = new Map<string, Recipient>()
  // As for a session: a role at the organization counts, not the one at the merchant beside it.
  for (const each of found) if (!roles.has(each.user_id)) roles.set(each.user_id, each)
  return [...roles.values()]
    .filter((each) => hasScope(roleScopes(resolvePermissions(each.role_id, each.custom)), scope))
    .map(({ email }) => email)
    .slice(0, MAX_RECIPIENTS)
}
