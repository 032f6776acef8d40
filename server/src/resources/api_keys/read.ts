import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { project } from '#http/fields.ts'
import { ApiKey } from './schema.ts'
import { statusOf } from './state.ts'
import { type ApiKeyRow, findApiKey } from './store.ts'

export function toApi(row: ApiKeyRow, now: Date): ApiKey {
  const expiration = row.expiration?.toISOString() ?? 'never'
  return project(ApiKey, { ...row, status: statusOf(row, now), expiration })
}

export async function readApiKey(context: Context, key_id: string): Promise<ApiKeyRow> {
  const row = await findApiKey(context.db, context.merchant_id, key_id)
  if (row === undefined) throw notFound('API key', key_id)
  return row
}
