import type { Context } from '#kernel/context.ts'
import { readApiKey, toApi } from './read.ts'
import type { ApiKey } from './schema.ts'

export async function getApiKey(context: Context, key_id: string): Promise<ApiKey> {
  return toApi(await readApiKey(context, key_id), context.now)
}
