import { type Update, update } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { apiKeys, findOtherKeyMaker } from './store.ts'

/**
 * A caller that gives up its own power to make keys leaves another key that has it. That other key is
 * part of the change: if it is revoked in the same moment, the change is decided again.
 */
export async function otherKeyMaker(context: Context, key_id: string): Promise<Update[]> {
  if (key_id !== context.caller.key_id) return []
  const other = await findOtherKeyMaker(context.db, context.merchant_id, key_id, context.now)
  if (other !== undefined) return [update(apiKeys, other, { status: 'active' })]
  throw new Failure('IR_16', 'This is the last key that can make keys. Create another one first.')
}
