import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { cutWhole } from '#http/lists.ts'
import {
  type BuiltInRole,
  builtInRoles,
  type EntityType,
  isBuiltIn,
  type Permissions,
} from '#http/permissions.ts'
import type { InvitableRole, ListRoles, Role } from './schema.ts'
import { findRole, findRoles, type RoleRow } from './store.ts'

/** A role that every merchant has, or one that this merchant has made. */
export interface KnownRole extends Permissions {
  readonly role_id: string
  readonly role_name: string
  readonly entity_type: EntityType
  /** Null: built in. */
  readonly row: RoleRow | null
}

type Reading = Pick<Context, 'db' | 'merchant_id'>

export async function findKnownRole(
  { db, merchant_id }: Reading,
  role_id: string,
): Promise<KnownRole | undefined> {
  if (isBuiltIn(role_id)) return builtIn(role_id)
  const row = await findRole(db, merchant_id, role_id)
  return row && madeHere(row)
}

export async function readRole(context: Reading, role_id: string): Promise<KnownRole> {
  const role = await findKnownRole(context, role_id)
  if (role === undefined) throw notFound('role', role_id)
  return role
}

/** The built-in roles, then the merchant's. */
export async function allRoles({ db, merchant_id }: Reading): Promise<KnownRole[]> {
  const names = Object.keys(builtInRoles) as BuiltInRole[]
  return [...names.map(builtIn), ...(await findRoles(db, merchant_id)).map(madeHere)]
}

function builtIn(role_id: BuiltInRole): KnownRole {
  return { role_id, ...builtInRoles[role_id], row: null }
}

function madeHere(row: RoleRow): KnownRole {
  const { role_id, role_name, groups, scopes, refund_limit } = row
  return { role_id, role_name, entity_type: 'merchant', groups, scopes, refund_limit, row }
}

export function toInvitable(role: KnownRole): InvitableRole {
  const { role_id, role_name, entity_type, groups, scopes, refund_limit } = role
  return {
    role_id,
    role_name,
    scope: entity_type,
    entity_type,
    groups: [...groups],
    scopes: [...scopes],
    refund_limit: refund_limit?.map((limit) => ({ ...limit })) ?? null,
  }
}

function toApi(role: KnownRole): Role {
  const { row } = role
  return {
    ...toInvitable(role),
    is_built_in: row === null,
    created: row?.created ?? null,
    last_modified_at: row?.modified_at ?? null,
  }
}

export function rowToApi(row: RoleRow): Role {
  return toApi(madeHere(row))
}

export async function getRole(context: Context, role_id: string): Promise<Role> {
  return toApi(await readRole(context, role_id))
}

/** All roles, the built-in ones first: there are few. */
export async function listRoles(context: Context, input: ListRoles): Promise<Role[]> {
  const roles = (await allRoles(context)).map(toApi)
  return cutWhole(roles, input, ({ created }) => created)
}
