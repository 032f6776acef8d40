import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { ready, received } from './confirm.ts'
import { edit, type Edited } from './edit.ts'
import { advance, type Advanced, assertNotSent } from './lifecycle.ts'
import { readPayout, toApi } from './read.ts'
import type { EditOrder } from './order.ts'
import type { Payout } from './schema.ts'
import type { PayoutRow } from './store.ts'

/** Absent leaves a field as it is, null clears it, metadata is merged; until the payout is sent. */
export async function updatePayout(
  context: Context,
  payout_id: string,
  order: EditOrder,
): Promise<Payout> {
  const row = await retryOnConflict(async () => {
    const current = await readPayout(context, payout_id)
    assertNotSent(current, 'changed')
    const edited = await edit(context, current, order)
    const decided = decideUpdate(current, edited, context.now)
    await context.commit(...decided.writes, ...edited.writes)
    return decided.row
  })
  return toApi(context, row)
}

/**
 * Another method replaces one that needed an account. A confirmation covers only the method that it was given for.
 */
function decideUpdate(current: PayoutRow, edited: Edited, now: Date): Advanced {
  if (!edited.isRedirected) return advance(current, [], edited.row, now)
  const isReplaced = current.payout_method_data !== null
  const unconfirmed = { confirmed_at: null, fulfill_at: null }
  const row = isReplaced ? { ...edited.row, ...unconfirmed } : edited.row
  if (current.status === 'requires_vendor_account_creation') {
    return advance(current, ['open_account'], { ...row, ...ready(row, now) }, now)
  }
  return advance(current, received(current), row, now)
}
