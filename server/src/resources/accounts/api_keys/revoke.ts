import { update, type Update } from '#kernel/change.ts'
import { sleep } from '#kernel/clock.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { LEASE_MS } from '#kernel/lease.ts'
import { checkHeld } from './create.ts'
import { readApiKey } from './read.ts'
import type { RevokedApiKey } from './schema.ts'
import { apiKeys, findOtherKeyMaker } from './store.ts'
import { Failure } from '#errors.ts'

/** Returns when every lease has expired, so that no process accepts the key any more. */
export async function revokeApiKey(context: Context, key_id: string): Promise<RevokedApiKey> {
  await retryOnConflict(() => revoke(context, key_id))
  await sleep(LEASE_MS)
  return { key_id, merchant_id: context.merchant_id, revoked: true as const }
}

async function revoke(context: Context, key_id: string): Promise<void> {
  const current = await readApiKey(context, key_id)
  checkHeld(context, current.scopes)
  if (current.status === 'revoked') return
  const revoked = update(apiKeys, current, { status: 'revoked', modified_at: context.now })
  return context.commit(revoked, ...(await otherKeyMaker(context, key_id)))
}

/**
 * A caller can give up its own permission to create keys only while another key has it. The commit includes that
 * other key, so a concurrent change to it is a conflict.
 */
export async function otherKeyMaker(context: Context, key_id: string): Promise<Update[]> {
  if (key_id !== context.caller.key_id) return []
  const other = await findOtherKeyMaker(context.db, context.merchant_id, key_id, context.now)
  if (other !== undefined) return [update(apiKeys, other, { status: 'active' })]
  throw new Failure('IR_16', 'This is the last key that can make keys. Create another one first.')
}
