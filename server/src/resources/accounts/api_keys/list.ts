import type { Context } from '#kernel/context.ts'
import { pageRequest } from '#http/lists.ts'
import type { ApiKey, ListApiKeys } from './schema.ts'
import { toApi } from './read.ts'
import { findApiKeys } from './store.ts'

/** Newest first. */
export async function listApiKeys(context: Context, input: ListApiKeys): Promise<ApiKey[]> {
  const { type = 'secret' } = input
  const rows = await findApiKeys(context.db, context.merchant_id, type, pageRequest(input))
  return rows.map((row) => toApi(row, context.now))
}

const PAGE = 100

/** All keys that the merchant has not revoked, secret and publishable. */
export async function allApiKeys(context: Context): Promise<ApiKey[]> {
  const all: ApiKey[] = []
  for (const type of ['secret', 'publishable'] as const) {
    for (let page: ApiKey[] | undefined; page === undefined || page.length === PAGE; ) {
      const offset = page === undefined ? 0 : all.filter((key) => key.type === type).length
      page = await listApiKeys(context, { type, limit: PAGE, offset })
      all.push(...page)
    }
  }
  return all.filter((key) => key.status !== 'revoked')
}
