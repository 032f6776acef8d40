// Routing as other folders read it. Every payment of a merchant with accounts needs it, so it is leased.
import type { Context, Services } from '#kernel/context.ts'
import type { Leased } from '#kernel/lease.ts'
import { readProfile } from '#resources/accounts/profiles/read.ts'
import type { Routing } from './decide.ts'
import type { RoutingAnswer } from './schema.ts'
import { findRouting, type RoutingRow } from './store.ts'

declare module '#kernel/context.ts' {
  interface Services {
    readonly routings: Leased<Routing>
  }
}

const DEFAULT: Routing = { rules: [], fallback: [], max_fallbacks: 1 }

export async function leasedRouting(
  { db, routings }: Pick<Services, 'db' | 'routings'>,
  merchant_id: string,
  profile_id: string,
): Promise<Routing> {
  const read = async () => (await findRouting(db, merchant_id, profile_id)) ?? DEFAULT
  return (await routings.get(`${merchant_id}/${profile_id}`, read)) ?? DEFAULT
}

export function toApi(profile_id: string, row: RoutingRow | undefined): RoutingAnswer {
  const { rules, fallback, max_fallbacks } = row ?? DEFAULT
  const modified_at = row?.modified_at ?? null
  return { profile_id, rules, default: fallback, max_fallbacks, modified_at } as RoutingAnswer
}

export async function getRouting(context: Context, profile_id: string): Promise<RoutingAnswer> {
  await readProfile(context, profile_id)
  return toApi(profile_id, await findRouting(context.db, context.merchant_id, profile_id))
}
