import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { holdMerchant } from '#resources/accounts/merchants/hold.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { checkFree, checkName } from './create.ts'
import { checkMayGrant, checkPermissions } from './grant.ts'
import { allRoles, type KnownRole, readRole, rowToApi } from './read.ts'
import { chosenPermissions, type Role, type UpdateRole } from './schema.ts'
import { roles, type RoleRow } from './store.ts'

/** Takes effect with the next request from each user who has the role: sessions look it up. */
export function updateRole(context: Context, role_id: string, input: UpdateRole): Promise<Role> {
  const chosen = input.role_name === undefined ? undefined : checkName(input.role_name)
  const { merchant_id, db, clock } = context
  return retryOnConflict(async () => {
    const merchant = await readMerchant(db, merchant_id)
    const role = await readRole(context, role_id)
    const row = ownRow(role)
    checkMayGrant(context, role)
    const permissions = chosenPermissions({ ...row, ...input })
    checkPermissions(context, permissions)
    if (chosen !== undefined) checkFree(await allRoles(context), chosen, role_id)
    const set = {
      role_name: chosen ?? row.role_name,
      ...permissions,
      modified_at: clock.now(),
    }
    await context.commit(update(roles, row, set), holdMerchant(merchant))
    return rowToApi({ ...row, ...set })
  })
}

export function ownRow({ role_id, row }: KnownRole): RoleRow {
  if (row !== null) return row
  const message = `The role ${role_id} is built in and cannot be changed or deleted. Create a role of your own.`
  throw new Failure('IR_14', message)
}
