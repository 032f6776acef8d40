import { remove } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { holdMerchant } from '#resources/accounts/merchants/hold.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { checkMayGrant } from './grant.ts'
import { readRole } from './read.ts'
import type { DeletedRole } from './schema.ts'
import { findHolder, roles } from './store.ts'
import { ownRow } from './update.ts'

/** Every role grant holds the merchant too, so no user is left with a role that does not exist. */
export function deleteRole(context: Context, role_id: string): Promise<DeletedRole> {
  const { merchant_id, db } = context
  return retryOnConflict(async () => {
    const merchant = await readMerchant(db, merchant_id)
    const role = await readRole(context, role_id)
    checkMayGrant(context, role)
    const row = ownRow(role)
    if (await findHolder(db, merchant_id, role_id)) {
      const message = `Users have the role ${role.role_name}. Give them another role first.`
      throw new Failure('IR_16', message)
    }
    await context.commit(remove(roles, row), holdMerchant(merchant))
    return { role_id, deleted: true }
  })
}
