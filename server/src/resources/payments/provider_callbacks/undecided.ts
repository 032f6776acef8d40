import type { Context } from '#kernel/context.ts'
import { decideStep } from '#core/operations/evidence.ts'
import { findOpenSince } from '#core/operations/read.ts'
import { findProvider } from '#core/providers/accounts.ts'
import { cutWhole } from '#http/lists.ts'
import type { ListUndecided, UndecidedOperations } from './schema.ts'

const MIN_AGE_MS = 60_000
const MAX_ROWS = 200

/** Operations that nothing settles any more, by the rule that recovery follows. The operator must ask the provider. */
export async function listUndecided(
  context: Context,
  input: ListUndecided,
): Promise<UndecidedOperations> {
  const rows = await findOpenSince(context.db, context.merchant_id, MIN_AGE_MS, MAX_ROWS)
  const judged = await Promise.all(
    rows.map(async (row) => {
      const { certainty } = await findProvider(context, row)
      return { row, step: decideStep(row, 'never_seen', certainty, row.age_ms) }
    }),
  )
  const data = judged
    .filter(({ step }) => step.do === 'review')
    .map(({ row }) => ({
      operation_id: row.operation_id,
      kind: row.kind,
      object_id: row.object_id,
      amount: row.amount,
      currency: row.currency,
      connector: row.provider,
      connector_id: row.connector_id,
      created: row.created,
      age_seconds: Math.round(row.age_ms / 1000),
    }))
  return { data: cutWhole(data, input, ({ created }) => created) }
}
