import type { Context } from '#kernel/context.ts'
import { cutWhole } from '#http/lists.ts'
import { allRoles, toApi } from './read.ts'
import type { ListRoles, Role } from './schema.ts'

/** All roles, the built-in ones first: there are few. */
export async function listRoles(context: Context, input: ListRoles): Promise<Role[]> {
  const roles = (await allRoles(context)).map(toApi)
  return cutWhole(roles, input, ({ created }) => created)
}
