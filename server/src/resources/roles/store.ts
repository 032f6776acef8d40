import { table } from '#kernel/change.ts'
import { finder } from '#kernel/find.ts'
import { columns } from '#kernel/sql.ts'
import type { Group } from '#http/permissions.ts'

/** A role that the merchant has made. */
export interface RoleRow {
  merchant_id: string
  role_id: string
  role_name: string
  groups: Group[]
  created: Date
  modified_at: Date
  version: number
}

export const roles = table<RoleRow>('roles', 'merchant_id', 'role_id')

const roleColumns = columns<RoleRow>()(`
  merchant_id role_id role_name groups created modified_at version
`)

export const findRole = finder(roles, roleColumns)
