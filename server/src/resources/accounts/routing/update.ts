import { insert, update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { leasedConnectors } from '#resources/accounts/connectors/read.ts'
import { readProfile } from '#resources/accounts/profiles/read.ts'
import type { Use } from './decide.ts'
import { toApi } from './read.ts'
import type { RoutingAnswer, UpdateRouting } from './schema.ts'
import { findRouting, type RoutingRow, routings } from './store.ts'

/** Absent leaves a part as it is. */
export function updateRouting(
  context: Context,
  profile_id: string,
  input: UpdateRouting,
): Promise<RoutingAnswer> {
  return retryOnConflict(async () => {
    const { db, merchant_id, now: modified_at } = context
    await readProfile(context, profile_id)
    await checkAccounts(context, input)
    const current = await findRouting(db, merchant_id, profile_id)
    const row: RoutingRow = {
      merchant_id,
      profile_id,
      rules: input.rules ?? current?.rules ?? [],
      fallback: input.default ?? current?.fallback ?? [],
      max_fallbacks: input.max_fallbacks ?? current?.max_fallbacks ?? 1,
      modified_at,
      version: current?.version ?? 1,
    }
    const { rules, fallback, max_fallbacks } = row
    const set = { rules, fallback, max_fallbacks, modified_at }
    await context.commit(current ? update(routings, current, set) : insert(routings, row))
    context.routings.evict(`${merchant_id}/${profile_id}`)
    return toApi(profile_id, row)
  })
}

/** A rule that names an account which does not exist would silently send payments elsewhere. */
async function checkAccounts(context: Context, { rules = [], default: last = [] }: UpdateRouting) {
  const known = await leasedConnectors(context, context.merchant_id)
  const check = (use: readonly Use[], field: string) => {
    for (const { connector_id } of use) {
      if (known.some((each) => each.connector_id === connector_id)) continue
      const message = `There is no provider account ${connector_id}.`
      throw new Failure('IR_04', message, { field })
    }
  }
  rules.forEach(({ use }, index) => check(use, `rules.${index}.use`))
  check(last, 'default')
}
