import { insert } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { holdMerchant } from '#resources/accounts/merchants/hold.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { checkPermissions } from './grant.ts'
import { allRoles, type KnownRole, rowToApi } from './read.ts'
import { type CreateRole, chosenPermissions, type Role } from './schema.ts'
import { MAX_ROLES, roles, type RoleRow } from './store.ts'

/** The commit holds the merchant, so that two roles made at once cannot have the same name. */
export function createRole(context: Context, input: CreateRole): Promise<Role> {
  const role_name = checkName(input.role_name)
  const permissions = chosenPermissions(input)
  checkPermissions(context, permissions)
  const { merchant_id, db, clock } = context
  const role_id = context.id('role')
  return retryOnConflict(async () => {
    const merchant = await readMerchant(db, merchant_id)
    const all = await allRoles(context)
    // An earlier attempt at this request has created it.
    const earlier = all.find((role) => role.role_id === role_id)
    if (earlier?.row) return rowToApi(earlier.row)
    checkFree(all, role_name, role_id)
    if (all.filter(({ row }) => row !== null).length >= MAX_ROLES) {
      const message = `A merchant has at most ${MAX_ROLES} roles of its own. Delete one first.`
      throw new Failure('IR_14', message)
    }
    const now = clock.now()
    const dates = { created: now, modified_at: now }
    const row: RoleRow = { merchant_id, role_id, role_name, ...permissions, ...dates, version: 1 }
    await context.commit(insert(roles, row), holdMerchant(merchant))
    return rowToApi(row)
  })
}

export function checkName(sent: string): string {
  const name = sent.trim()
  if (name !== '') return name
  throw new Failure('IR_04', '`role_name` must not be blank.', { field: 'role_name' })
}

/** Names that differ only in case would be mistaken for each other. */
export function checkFree(all: readonly KnownRole[], role_name: string, own_id: string): void {
  const wanted = role_name.toLowerCase()
  const other = all.find((role) => role.role_name.toLowerCase() === wanted)
  if (other === undefined || other.role_id === own_id) return
  const message = `A role with the name ${other.role_name} exists already.`
  const details = { existing_id: other.role_id }
  throw new Failure('HE_01', message, { field: 'role_name', details })
}
