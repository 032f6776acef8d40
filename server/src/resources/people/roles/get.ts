import type { Context } from '#kernel/context.ts'
import { readRole, toApi } from './read.ts'
import type { Role } from './schema.ts'

export async function getRole(context: Context, role_id: string): Promise<Role> {
  return toApi(await readRole(context, role_id))
}
