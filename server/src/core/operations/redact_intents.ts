import { update, type Update } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import { isOpen } from './operation.ts'
import { findObjectOperations, operations } from './store.ts'

/** The writes that redact the intents of an object's operations. An open operation still needs its own. */
export async function redactIntents(
  { db }: Pick<Services, 'db'>,
  merchant_id: string,
  object_id: string,
  redact: (intent: object) => object,
): Promise<Update[]> {
  const rows = await findObjectOperations(db, merchant_id, object_id)
  return rows.flatMap((row) => {
    const intent = isOpen(row) ? row.intent : redact(row.intent)
    const isSame = JSON.stringify(intent) === JSON.stringify(row.intent)
    return isSame ? [] : update(operations, row, { intent })
  })
}
