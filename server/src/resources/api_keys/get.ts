import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import type { ApiKey } from './schema.ts'
import { toApi } from './to_api.ts'
import { type ApiKeyRow, findApiKey } from './store.ts'

export async function getApiKey(context: Context, key_id: string): Promise<ApiKey> {
  return toApi(await readApiKey(context, key_id), context.now)
}

export async function readApiKey(context: Context, key_id: string): Promise<ApiKeyRow> {
  const row = await findApiKey(context.db, context.merchant_id, key_id)
  if (row === undefined) throw notFound('API key', key_id)
  return row
}
