import type { ApiKey } from './schema.ts'
import { statusOf } from './state.ts'
import type { ApiKeyRow } from './store.ts'

/** A key as its owner sees it. */
export function toApi(row: ApiKeyRow, now: Date): ApiKey {
  return {
    ...row,
    status: statusOf(row, now),
    expiration: row.expiration?.toISOString() ?? 'never',
  }
}
