import type { Context } from '#kernel/context.ts'
import type { ApiKey, ListApiKeys } from './schema.ts'
import { toApi } from './read.ts'
import { findApiKeys } from './store.ts'

const DEFAULT_LIMIT = 10

/** Newest first. */
export async function listApiKeys(context: Context, input: ListApiKeys): Promise<ApiKey[]> {
  const { type = 'secret', limit = DEFAULT_LIMIT, offset = 0 } = input
  const rows = await findApiKeys(context.db, context.merchant_id, type, limit, offset)
  return rows.map((row) => toApi(row, context.now))
}
