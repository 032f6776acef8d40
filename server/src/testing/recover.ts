import type { Services } from '#kernel/context.ts'
import { recoverOperations } from '#core/operations/recover.ts'
import { registry } from '#resources/resources.ts'

/** Runs recovery as if every open operation of the merchant were due; for all merchants if none is given. */
export async function recoverNow(services: Services, merchant_id?: string): Promise<number> {
  await services.db.run(
    `update operations set check_at = now()
     where check_at is not null and ($1::text is null or merchant_id = $1)`,
    [merchant_id ?? null],
  )
  await services.db.run(
    `update operations set check_at = now() + interval '1 hour'
     where check_at is not null and $1::text is not null and merchant_id <> $1`,
    [merchant_id ?? null],
  )
  return recoverOperations(services, registry.settlers, 100)
}
