import type { Context } from '#kernel/context.ts'
import { allRoles, toApi } from './read.ts'
import type { Role } from './schema.ts'

/** All roles, the built-in ones first: there are few. */
export async function listRoles(context: Context): Promise<Role[]> {
  return (await allRoles(context)).map(toApi)
}
