import type { Context } from '#kernel/context.ts'
import type { ApiKey, ListApiKeys } from './schema.ts'
import { toApi } from './to_api.ts'
import { findApiKeys } from './store.ts'

const USUAL = 10

/** Newest first. */
export async function listApiKeys(context: Context, input: ListApiKeys): Promise<ApiKey[]> {
  const { limit = USUAL, offset = 0 } = input
  const rows = await findApiKeys(context.db, context.merchant_id, limit, offset)
  return rows.map((row) => toApi(row, context.now))
}
