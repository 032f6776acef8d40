import { table } from '#kernel/change.ts'
import { finder } from '#kernel/find.ts'
import { columns } from '#kernel/sql.ts'
import type { Routing } from './decide.ts'

export interface RoutingRow extends Routing {
  merchant_id: string
  profile_id: string
  modified_at: Date
  version: number
}

export const routings = table<RoutingRow>('routings', 'merchant_id', 'profile_id')

export const findRouting = finder(
  routings,
  columns<RoutingRow>()(`
  merchant_id profile_id rules fallback max_fallbacks modified_at version
`),
)
